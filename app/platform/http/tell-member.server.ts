import type { Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Returns a stream that tells a member's open page of each change. The page then requests the changed data itself. */
export function tellMember(
  ctx: Ctx,
  permission: Permission,
  wakes: (leaving: AbortSignal) => AsyncIterable<void>,
): (leaving: AbortSignal) => AsyncIterable<{ type: 'changed' }> {
  const { sessionId } = requireActor(ctx, permission)
  return async function* changes(leaving) {
    for await (const _wake of wakes(leaving)) {
      if (!(await isSessionOpen(ctx, sessionId))) return
      yield { type: 'changed' }
    }
  }
}

/** An ended session must receive no more events (ASVS 5.0, 7.4.1). */
export async function isSessionOpen(ctx: Ctx, sessionId: string): Promise<boolean> {
  const found = await ctx.db.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst()
  return found !== undefined
}

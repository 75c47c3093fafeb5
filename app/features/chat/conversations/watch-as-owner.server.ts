import { watchConversation } from '#app/features/chat/replies/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Tells the owner's open transcript that there is something new to read; what it is comes by the page's own request. */
export function watchAsOwner(
  ctx: Ctx,
  id: string,
): (leaving: AbortSignal) => AsyncIterable<{ type: 'changed' }> {
  const { sessionId } = requireActor(ctx)
  return async function* changes(leaving) {
    for await (const _change of watchConversation(ctx, { id, address: null }, leaving)) {
      if (!(await isSessionOpen(ctx, sessionId))) return
      yield { type: 'changed' }
    }
  }
}

/** A session that was ended, here or from afar, is told nothing more (ASVS 5.0, 7.4.1). */
async function isSessionOpen(ctx: Ctx, sessionId: string): Promise<boolean> {
  const found = await ctx.db.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst()
  return found !== undefined
}

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import { AppError } from '#app/platform/errors.ts'

/** Returns the root that this person was merged into, or the person's own id. @throws {AppError} not-found */
export async function getRootId(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db.selectFrom('person').select('root_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw personNotFound()
  return row.root_id
}

export function personNotFound(): AppError {
  return new AppError('not-found', 'There is no such person. They may have been deleted.')
}

/** The audit entry holds no name, because people may ask to be erased. */
export async function recordPersonChange(ctx: Ctx, what: ChangeKind, id: string): Promise<void> {
  await recordChange(ctx, { what, subject: { id, path: `/admin/people/${id}` } })
}

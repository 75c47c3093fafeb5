import type { Ctx } from '#app/platform/context.server.ts'

/**
 * The revision of a change of what can be found, to be made in that change's transaction: until it commits, other changes
 * wait, so that revisions become visible in their order. It comes after the change of the item: all take their locks so.
 */
export async function nextRevision(ctx: Ctx): Promise<number> {
  const { revision } = await ctx.db
    .updateTable('knowledge_index')
    .set((update) => ({ revision: update('revision', '+', 1) }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

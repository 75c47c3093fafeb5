import type { Ctx } from '#app/platform/context.server.ts'

/** Counts a reply's citations: each item once, however many of its passages were cited. */
export async function countCitations(ctx: Ctx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await ctx.db
    .updateTable('knowledge_item')
    .set((update) => ({ cited: update('cited', '+', 1) }))
    .where('id', 'in', itemIds)
    .execute()
}

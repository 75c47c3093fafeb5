import type { Ctx } from '#app/platform/context.server.ts'

/** Makes the oldest translation of a deleted post the source of the others. Runs in the caller's transaction. */
export async function promoteVersion(ctx: Ctx, deletedId: string): Promise<void> {
  const next = await ctx.db
    .selectFrom('blog_post')
    .select('id')
    .where('source_id', '=', deletedId)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  if (!next) return
  const unlinked = { source_id: null, source_texts: null }
  await ctx.db.updateTable('blog_post').set(unlinked).where('id', '=', next.id).execute()
  await ctx.db
    .updateTable('blog_post')
    // What they followed was in another language.
    .set({ source_id: next.id, source_texts: null })
    .where('source_id', '=', deletedId)
    .execute()
}

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { deletePost } from '../change-post-state.server.ts'
import { findDraft } from '../save-draft.server.ts'
import { updatePost } from '../update-post.server.ts'

import type { RunningImport, Undo } from './read-import.ts'

/**
 * Takes back what an import has stored: deletes its posts and pictures, and restores the posts that it updated. Posts
 * that somebody has edited since stay as they are.
 */
export async function removeEntries(ctx: Ctx, { id, signal }: RunningImport): Promise<void> {
  const turn = createTurns()
  for (;;) {
    await turn()
    signal.throwIfAborted()
    const entry = await ctx.db
      .selectFrom('blog_import_entry')
      .select(['position', 'outcome', 'post_id', 'undo'])
      .where('import_id', '=', id)
      .where('post_id', 'is not', null)
      .$narrowType<{ post_id: string }>()
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!entry) break
    await unlessGone(takeBack(ctx, entry))
    await ctx.db
      .updateTable('blog_import_entry')
      .set({ post_id: null })
      .where('import_id', '=', id)
      .where('position', '=', entry.position)
      .execute()
  }
  await deletePictures(ctx, id)
}

async function takeBack(
  ctx: Ctx,
  { post_id, undo }: { post_id: string; undo: string | null },
): Promise<void> {
  if (await findDraft(ctx, post_id)) return
  if (undo !== null) {
    await updatePost(ctx, { id: post_id, ...(JSON.parse(undo) as Undo) })
    return
  }
  const edits = await ctx.db
    .selectFrom('blog_revision')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('post_id', '=', post_id)
    .executeTakeFirstOrThrow()
  if (edits.count <= 1) await deletePost(ctx, post_id)
}

/** A post that was deleted or edited meanwhile stays as it is. */
async function unlessGone(taking: Promise<void>): Promise<void> {
  try {
    await taking
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  }
}

async function deletePictures(ctx: Ctx, importId: string): Promise<void> {
  const pictures = await ctx.db
    .selectFrom('blog_import_picture')
    .select('files')
    .where('import_id', '=', importId)
    .execute()
  for (const { files } of pictures)
    for (const name of files === null ? [] : (JSON.parse(files) as string[])) await ctx.files.delete(name)
  await ctx.db.deleteFrom('blog_import_picture').where('import_id', '=', importId).execute()
}

import type { Ctx } from '#app/platform/context.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { linkVersion } from '../languages/link-version.server.ts'

import type { RunningImport, StagedPost } from './read-import.ts'

const SLICE = 100
const OWN = /^\/blog\/([^/]+)$/

/**
 * Makes the imported posts that are translations versions of their sources, which may stand anywhere in the file or on this
 * site. Runs once all are stored; a second run changes nothing.
 */
export async function linkTranslations(ctx: Ctx, { id, signal }: RunningImport): Promise<void> {
  const turn = createTurns()
  for (let from = 0; ; from += SLICE) {
    signal.throwIfAborted()
    await turn()
    const rows = await ctx.db
      .selectFrom('blog_import_entry')
      .select(['position', 'post', 'post_id', 'notes', 'outcome'])
      .where('import_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + SLICE)
      .orderBy('position')
      .execute()
    if (rows.length === 0) return
    for (const { position, post, post_id: postId, notes } of rows) {
      const of = post === null ? null : (JSON.parse(post) as StagedPost).translationOf
      if (!of || postId === null) continue
      const sourceId = await findSource(ctx, id, of.key)
      const refusal =
        sourceId === null ? 'which is not here' : await linkVersion(ctx, { id: postId, sourceId, ...of })
      if (refusal !== null)
        await note(
          ctx,
          { id, position, notes },
          `It is a translation of ${of.key}, ${refusal}, so it stands for itself.`,
        )
    }
  }
}

/** Prefers the post of the file over one that had the address here. */
async function findSource(ctx: Ctx, importId: string, key: string): Promise<string | null> {
  const entry = await ctx.db
    .selectFrom('blog_import_path')
    .innerJoin('blog_import_entry', (join) =>
      join
        .onRef('blog_import_entry.import_id', '=', 'blog_import_path.import_id')
        .onRef('blog_import_entry.position', '=', 'blog_import_path.position'),
    )
    .select(['post_id', 'known_post_id'])
    .where('blog_import_path.import_id', '=', importId)
    .where('path', '=', key)
    .executeTakeFirst()
  const inFile = entry?.post_id ?? entry?.known_post_id
  if (inFile) return inFile
  const slug = OWN.exec(key)?.[1]
  if (slug === undefined) return null
  const here = await ctx.db
    .selectFrom('blog_slug')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return here?.post_id ?? null
}

type Noted = { id: string; position: number; notes: string }

async function note(ctx: Ctx, { id, position, notes }: Noted, text: string): Promise<void> {
  const known = JSON.parse(notes) as string[]
  if (known.includes(text)) return
  await ctx.db
    .updateTable('blog_import_entry')
    .set({ notes: JSON.stringify([...known, text]) })
    .where('import_id', '=', id)
    .where('position', '=', position)
    .execute()
}

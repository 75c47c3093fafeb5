import { slugOf } from '#app/features/editing/slugs.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { ownPages } from '../store-post.server.ts'

import type { RunningImport, StagedEntry } from './read-import.ts'

/** Rows that one statement inserts or deletes, so that it takes a few milliseconds. */
const SLICE = 100

export type Staging = {
  take(entries: readonly StagedEntry[]): Promise<void>
  end(): Promise<void>
}

/** Stores the entries of a file for the preview. What an interrupted run has stored is deleted first. */
export async function createStaging(ctx: Ctx, { id }: Pick<RunningImport, 'id'>): Promise<Staging> {
  await clear(ctx, id)
  const slugs = createSlugPlan()
  const seen = new Set<string>()
  const turn = createTurns()
  let position = 0
  return {
    async take(entries) {
      const known = await findKnown(ctx, entries)
      const planned = await slugs.plan(ctx, entries)
      const rows = entries.map((entry, n) => {
        const again = entry.source !== null && seen.has(entry.source)
        if (entry.source !== null) seen.add(entry.source)
        return toRow(entry, {
          importId: id,
          position: position + n,
          slug: planned[n] ?? null,
          knownPostId: (entry.source !== null && known.get(entry.source)) || null,
          again,
        })
      })
      const paths = entries.flatMap(({ post }, n) =>
        (post?.keys ?? []).map((path) => ({ import_id: id, path, position: position + n })),
      )
      position += entries.length
      await withTransaction(ctx, async (ctx) => {
        await ctx.db.insertInto('blog_import_entry').values(rows).execute()
        for (let from = 0; from < paths.length; from += SLICE) {
          await ctx.db
            .insertInto('blog_import_path')
            .values(paths.slice(from, from + SLICE))
            // Of two posts with one former address, the first keeps it.
            .onConflict((conflict) => conflict.columns(['import_id', 'path']).doNothing())
            .execute()
        }
        await ctx.db
          .updateTable('blog_import')
          .set({ done: position, updated_at: ctx.clock.now() })
          .where('id', '=', id)
          .execute()
      })
      await turn()
    },
    async end() {
      await ctx.db
        .updateTable('blog_import')
        .set({ state: 'ready', total: position, done: 0, updated_at: ctx.clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'reading')
        .execute()
    },
  }
}

type Place = {
  importId: string
  position: number
  slug: string | null
  knownPostId: string | null
  /** Whether the file has an entry of the same source before. */
  again: boolean
}

function toRow(
  { source, place, title, state, reason, at, notes, post }: StagedEntry,
  { importId, position, slug, knownPostId, again }: Place,
): Database['blog_import_entry'] {
  const said = again ? ['The file has this post twice; this is the second one.', ...notes] : notes
  return {
    import_id: importId,
    position,
    source,
    place,
    title,
    slug,
    state,
    reason,
    at,
    notes: JSON.stringify(said),
    post: post && JSON.stringify(post),
    known_post_id: knownPostId,
    choice: post === null || knownPostId !== null || again ? 'skip' : 'import',
    outcome: null,
    post_id: null,
    undo: null,
  }
}

/** Finds the posts that earlier imports made of these entries, and those that were exported here. */
async function findKnown(ctx: Ctx, entries: readonly StagedEntry[]): Promise<Map<string, string>> {
  const sources = entries.flatMap(({ source }) => source ?? [])
  if (sources.length === 0) return new Map()
  const imported = await ctx.db
    .selectFrom('blog_source')
    .select(['source', 'post_id'])
    .where('source', 'in', sources)
    .orderBy('post_id')
    .execute()
  const ids = sources.flatMap((source) => (source.startsWith(OWN) ? [source.slice(OWN.length)] : []))
  const own =
    ids.length === 0 ? [] : await ctx.db.selectFrom('blog_post').select('id').where('id', 'in', ids).execute()
  return new Map([
    ...imported.map(({ source, post_id }) => [source, post_id] as const),
    ...own.map(({ id }) => [OWN + id, id] as const),
  ])
}

/** Begins the source of a post that an installation of this software has exported. */
const OWN = 'foyer:'

/** Plans an address for each post that neither a post here nor an earlier one of the file has. */
function createSlugPlan() {
  const taken = new Set<string>(ownPages)
  // Thousands of posts may have one title.
  const next = new Map<string, number>()
  const free = (slug: string): string => {
    if (!taken.has(slug)) return slug
    let n = next.get(slug) ?? 2
    while (taken.has(`${slug}-${n}`)) n += 1
    next.set(slug, n + 1)
    return `${slug}-${n}`
  }
  return {
    async plan(ctx: Ctx, entries: readonly StagedEntry[]): Promise<(string | null)[]> {
      const wanted = entries.map(({ post, title }) => post && slugOf(post.form.slug || title, 'post'))
      const asked = [...new Set(wanted.filter((slug) => slug !== null))]
      for (const slug of asked.length > 0 ? await findTaken(ctx, asked) : []) taken.add(slug)
      return wanted.map((slug) => {
        if (slug === null) return null
        const planned = free(slug)
        taken.add(planned)
        return planned
      })
    },
  }
}

/** Returns those of the slugs that posts here have or had, and their numbered forms. */
async function findTaken(ctx: Ctx, slugs: readonly string[]): Promise<string[]> {
  const found = await ctx.db.selectFrom('blog_slug').select('slug').where('slug', 'in', slugs).execute()
  const numbered: string[] = []
  for (const { slug } of found) {
    const rows = await ctx.db
      .selectFrom('blog_slug')
      .select('slug')
      .where('slug', 'like', `${slug}-%`)
      .limit(10_000)
      .execute()
    numbered.push(slug, ...rows.map((row) => row.slug))
  }
  return numbered
}

/** Deletes the entries of an import in slices, so that others are served in between. */
export async function clear(ctx: Ctx, id: string): Promise<void> {
  const turn = createTurns()
  await clearPaths(ctx, id)
  for (let from = 0; ; from += SLICE) {
    await turn()
    const gone = await ctx.db
      .deleteFrom('blog_import_entry')
      .where('import_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + SLICE)
      .returning('position')
      .execute()
    if (gone.length === 0) return
  }
}

export async function clearPaths(ctx: Ctx, id: string): Promise<void> {
  const turn = createTurns()
  for (;;) {
    await turn()
    const some = await ctx.db
      .selectFrom('blog_import_path')
      .select('path')
      .where('import_id', '=', id)
      .limit(SLICE)
      .execute()
    if (some.length === 0) return
    const paths = some.map(({ path }) => path)
    await ctx.db
      .deleteFrom('blog_import_path')
      .where('import_id', '=', id)
      .where('path', 'in', paths)
      .execute()
  }
}

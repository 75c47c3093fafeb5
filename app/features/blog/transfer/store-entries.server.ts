import { setImmediate as othersFirst } from 'node:timers/promises'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { BlogImportEntryTable } from '#app/platform/db/schema/blog.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { insertPost, makePost } from '../create-post.server.ts'
import { getPost } from '../get-post.server.ts'
import type { PostForm } from '../post-form.ts'
import { schedulePublication } from '../publish-scheduled-post.job.server.ts'
import { findDraft } from '../save-draft.server.ts'
import { postSubject } from '../store-post.server.ts'
import { storeUpdate } from '../update-post.server.ts'

import { linksIn, moveLinks } from './former-addresses.ts'
import type { RunningImport, StagedPost, Undo } from './read-import.ts'
import { reasonOf, withPictures } from './store-pictures.server.ts'

const UNSAVED = 'Somebody has unsaved changes in this post, so it was left as it is.'

type Entry = Omit<BlogImportEntryTable, 'post'> & { post: StagedPost | null; notes: string }

/**
 * Stores the chosen posts, one at a time. Each is stored in one transaction with the position that was reached, so that
 * an interrupted run neither loses nor repeats any.
 * @returns false if the import was cancelled meanwhile
 */
export async function storeEntries(ctx: Ctx, running: RunningImport, path: string): Promise<boolean> {
  for (let position = running.done; ; position += 1) {
    await othersFirst()
    running.signal.throwIfAborted()
    const entry = await findEntry(ctx, running.id, position)
    if (!entry) return true
    if (!(await storeEntry(ctx, { ...running, path }, entry))) return false
  }
}

async function findEntry(ctx: Ctx, importId: string, position: number): Promise<Entry | null> {
  const row = await ctx.db
    .selectFrom('blog_import_entry')
    .selectAll()
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row ? { ...row, post: row.post === null ? null : (JSON.parse(row.post) as StagedPost) } : null
}

type Running = RunningImport & { path: string }

async function storeEntry(ctx: Ctx, running: Running, entry: Entry): Promise<boolean> {
  const { post } = entry
  if (post === null || entry.choice === 'skip') return leave(ctx, entry, [])
  try {
    return await storePost(ctx, running, { ...entry, post })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return leave(ctx, entry, [reasonOf(error)])
  }
}

async function leave(ctx: Ctx, entry: Entry, notes: readonly string[]): Promise<boolean> {
  return withTransaction(ctx, async (ctx) => {
    if (!(await advance(ctx, entry, 'left'))) return false
    await note(ctx, entry, { outcome: 'left', notes })
    return true
  })
}

async function storePost(ctx: Ctx, running: Running, entry: Entry & { post: StagedPost }): Promise<boolean> {
  const notes: string[] = []
  const form = await withPictures(ctx, running, { form: entry.post.form, notes })
  const moved = { ...form, content: await withNewLinks(ctx, running.id, form.content) }
  const known = entry.choice === 'update' ? entry.known_post_id : null
  return known === null
    ? addPost(ctx, running, { entry, form: moved, notes })
    : changePost(ctx, running, { entry, form: moved, notes, id: known })
}

type Storing = { entry: Entry & { post: StagedPost }; form: PostForm; notes: string[] }

async function addPost(ctx: Ctx, { redirects }: Running, { entry, form, notes }: Storing): Promise<boolean> {
  const now = ctx.clock.now()
  const made = await makePost(ctx, { ...form, slug: entry.slug ?? '' }, { mayBeEmpty: true })
  const { publishedAt, publishAt } = datesOf(entry, now)
  return withTransaction(ctx, async (ctx) => {
    if (!(await advance(ctx, entry, 'imported'))) return false
    const createdAt = Math.min(entry.post.createdAt ?? now, now)
    const { id, slug } = await insertPost(ctx, made, { createdAt, publishedAt, numbersSlug: true })
    if (publishAt !== null) await schedulePublication(ctx, id, publishAt)
    else if (publishedAt === null && entry.post.withdrawnAt !== null)
      await ctx.db
        .updateTable('blog_post')
        .set({ published_at: Math.min(entry.post.withdrawnAt, now) })
        .where('id', '=', id)
        .execute()
    await keepOrigin(ctx, id, { entry, redirects })
    await recordChange(ctx, { what: 'post.imported', subject: postSubject({ id, title: made.fields.title }) })
    await note(ctx, entry, { outcome: 'imported', post_id: id, slug, notes })
    return true
  })
}

async function changePost(
  ctx: Ctx,
  { redirects }: Running,
  { entry, form, notes, id }: Storing & { id: string },
): Promise<boolean> {
  const before = await getPost(ctx, id)
  const made = await makePost(ctx, { ...form, slug: before.slug }, { mayBeEmpty: true })
  const { publishedAt, publishAt } = datesOf(entry, ctx.clock.now())
  return withTransaction(ctx, async (ctx) => {
    if (!(await advance(ctx, entry, 'updated'))) return false
    if (await findDraft(ctx, id)) throw new AppError('conflict', UNSAVED)
    const published = publishedAt !== null
    const update = { id, version: before.version, published, publishedAt, publishAt }
    const { version } = await storeUpdate(ctx, made, update)
    await keepOrigin(ctx, id, { entry, redirects })
    const undo: Undo = {
      form: before.form,
      published: before.published === 1,
      publishAt: before.publish_at,
      version,
    }
    await note(ctx, entry, {
      outcome: 'updated',
      post_id: id,
      slug: before.slug,
      undo: JSON.stringify(undo),
      notes,
    })
    return true
  })
}

/** Publishes a scheduled post now if its time has passed since the preview. A public post without a date gets the present one. */
function datesOf({ state, at }: Entry, now: number) {
  const publishAt = state === 'scheduled' && at !== null && at > now ? at : null
  const isPublic = state === 'published' || (state === 'scheduled' && publishAt === null)
  return { publishedAt: isPublic ? Math.min(at ?? now, now) : null, publishAt }
}

async function keepOrigin(
  ctx: Ctx,
  postId: string,
  { entry, redirects }: { entry: Entry & { post: StagedPost }; redirects: boolean },
): Promise<void> {
  if (entry.source !== null)
    await ctx.db
      .insertInto('blog_source')
      .values({ post_id: postId, source: entry.source })
      .onConflict((conflict) => conflict.column('post_id').doNothing())
      .execute()
  const paths = redirects ? entry.post.formerPaths.map((path) => ({ path, post_id: postId })) : []
  if (paths.length > 0)
    await ctx.db
      .insertInto('blog_former_path')
      .values(paths)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
}

/**
 * Advances the import by one entry.
 * @returns false if the import was cancelled @throws if another run has done so; that run continues
 */
async function advance(
  ctx: Ctx,
  { import_id, position }: Entry,
  outcome: 'imported' | 'updated' | 'left',
): Promise<boolean> {
  const advanced = await ctx.db
    .updateTable('blog_import')
    .set((set) => ({
      done: position + 1,
      imported: set('imported', '+', outcome === 'imported' ? 1 : 0),
      updated: set('updated', '+', outcome === 'updated' ? 1 : 0),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', import_id)
    .where('state', '=', 'importing')
    .where('done', '=', position)
    .returning('id')
    .executeTakeFirst()
  if (advanced) return true
  const { state } = await ctx.db
    .selectFrom('blog_import')
    .select('state')
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow()
  if (state === 'importing') throw new Error('Another run of this import is further ahead.')
  return false
}

type Noted = Partial<Pick<BlogImportEntryTable, 'post_id' | 'slug' | 'undo'>> &
  Pick<BlogImportEntryTable, 'outcome'> & { notes: readonly string[] }

async function note(
  ctx: Ctx,
  { import_id, position, notes }: Entry,
  { notes: more, ...columns }: Noted,
): Promise<void> {
  await ctx.db
    .updateTable('blog_import_entry')
    .set({ ...columns, notes: JSON.stringify([...(JSON.parse(notes) as string[]), ...more]) })
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute()
}

/** Links to other posts of the import lead to their new addresses. */
async function withNewLinks(ctx: Ctx, importId: string, content: string): Promise<string> {
  const links = linksIn(content)
  if (links.length === 0) return content
  const keys = [...new Set(links.map(({ key }) => key))].slice(0, 1000)
  const rows = await ctx.db
    .selectFrom('blog_import_path')
    .innerJoin('blog_import_entry', (join) =>
      join
        .onRef('blog_import_entry.import_id', '=', 'blog_import_path.import_id')
        .onRef('blog_import_entry.position', '=', 'blog_import_path.position'),
    )
    .leftJoin('blog_post', 'blog_post.id', 'known_post_id')
    .select(['path', 'choice', 'blog_import_entry.slug as planned', 'blog_post.slug as known'])
    .where('blog_import_path.import_id', '=', importId)
    .where('path', 'in', keys)
    .execute()
  const places = rows.flatMap(({ path, choice, planned, known }) => {
    const slug = choice === 'import' ? planned : known
    return slug === null ? [] : [[path, `/blog/${slug}`] as const]
  })
  return moveLinks(content, new Map(places))
}

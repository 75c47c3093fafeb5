import { pageOf } from '#app/lib/paging.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { BlogImportState, ImportChoice } from '#app/platform/db/schema/blog.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeActor } from '#app/platform/stored-actor.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'

import { type BulkChange, ENTRIES_PER_PAGE, outcomeName } from './import-names.ts'
import { runImport } from './import-posts.job.server.ts'

const LISTED = 10

export async function listImports(ctx: Ctx) {
  requireActor(ctx, 'content.read')
  return ctx.db
    .selectFrom('blog_import')
    .select(['id', 'name', 'state', 'imported', 'updated', 'created_at'])
    .where('state', '!=', 'cancelling')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
}

/** @throws {AppError} not-found. */
export async function getPostImport(ctx: Ctx, id: string) {
  requireActor(ctx, 'content.read')
  const row = await ctx.db
    .selectFrom('blog_import')
    .select(['id', 'name', 'state', 'total', 'done', 'imported', 'updated', 'failure', 'format', 'notes'])
    .select(['redirects', 'updated_at'])
    .where('id', '=', id)
    .where('state', '!=', 'cancelling')
    .executeTakeFirst()
  if (!row)
    throw new AppError('not-found', 'There is no such import. One that is not finished is kept for a week.')
  return { ...row, notes: JSON.parse(row.notes) as string[], redirects: row.redirects === 1 }
}

export type PostImport = Awaited<ReturnType<typeof getPostImport>>

const entryColumns = [
  'position',
  'place',
  'title',
  'slug',
  'state',
  'reason',
  'at',
  'notes',
  'known_post_id',
  'choice',
  'outcome',
  'post_id',
] as const

/** One page of the entries, in the order of the file, with counts over all of them. */
export async function listEntries(ctx: Ctx, { id, page: asked }: { id: string; page: number }) {
  requireActor(ctx, 'content.read')
  const counts = await ctx.db
    .selectFrom('blog_import_entry')
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      select.fn.sum<number>(select.case().when('choice', '!=', 'skip').then(1).else(0).end()).as('chosen'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  const { page, pages, offset } = pageOf(counts.total, ENTRIES_PER_PAGE, asked)
  const rows = await ctx.db
    .selectFrom('blog_import_entry')
    .select(entryColumns)
    .where('import_id', '=', id)
    .where('position', '>=', offset)
    .where('position', '<', offset + ENTRIES_PER_PAGE)
    .orderBy('position')
    .execute()
  return {
    total: counts.total,
    chosen: counts.chosen ?? 0,
    page,
    pages,
    entries: rows.map((row) => ({ ...row, notes: JSON.parse(row.notes) as string[] })),
  }
}

export type EntryPage = Awaited<ReturnType<typeof listEntries>>
export type ListedEntry = EntryPage['entries'][number]

type Choosing = {
  id: string
  /** Entries that the member saw, with whether each is chosen. */
  seen: ReadonlyMap<number, boolean>
  change?: BulkChange | null
  /** Whether `change` is for every entry of the file; otherwise for the chosen ones among `seen`. */
  all?: boolean
}

/** Keeps which entries are chosen, and changes the state of many. @throws {AppError} conflict unless it is ready */
export async function chooseEntries(
  ctx: Ctx,
  { id, seen, change = null, all = false }: Choosing,
): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await requireReady(ctx, id)
    const positions = (isChosen: boolean) =>
      [...seen].filter(([, chosen]) => chosen === isChosen).map(([n]) => n)
    await setChoice(ctx, id, positions(false), 'skip')
    await setChosen(ctx, id, positions(true))
    if (change !== null) await changeMany(ctx, { id, change, among: all ? null : positions(true) })
  })
}

async function setChoice(
  ctx: Ctx,
  id: string,
  positions: readonly number[],
  choice: ImportChoice,
): Promise<void> {
  if (positions.length === 0) return
  await ctx.db
    .updateTable('blog_import_entry')
    .set({ choice })
    .where('import_id', '=', id)
    .where('position', 'in', positions)
    .where('state', '!=', 'unread')
    .execute()
}

/** A chosen entry that is here already updates its post, unless the member has asked for a copy. */
async function setChosen(ctx: Ctx, id: string, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return
  await ctx.db
    .updateTable('blog_import_entry')
    .set((set) => ({
      choice: set
        .case()
        .when('known_post_id', 'is', null)
        .then('import' as const)
        .else('update' as const)
        .end(),
    }))
    .where('import_id', '=', id)
    .where('position', 'in', positions)
    .where('choice', '=', 'skip')
    .where('state', '!=', 'unread')
    .execute()
}

type Many = { id: string; change: BulkChange; among: readonly number[] | null }

async function changeMany(ctx: Ctx, { id, change, among }: Many): Promise<void> {
  if (among?.length === 0)
    throw new FieldErrors({ change: 'Please choose the posts to change, or tick that all are meant.' })
  const isState = change === 'published' || change === 'draft'
  await ctx.db
    .updateTable('blog_import_entry')
    .set(isState ? { state: change, reason: null } : { choice: change })
    .where('import_id', '=', id)
    .where('state', '!=', 'unread')
    .$if(among !== null, (query) => query.where('position', 'in', among ?? []))
    .$if(change === 'update', (query) => query.where('known_post_id', 'is not', null))
    // What is dated in the future stays scheduled.
    .$if(change === 'published', (query) =>
      query.where((where) => where.or([where('at', 'is', null), where('at', '<=', ctx.clock.now())])),
    )
    .execute()
}

async function requireReady(ctx: Ctx, id: string): Promise<void> {
  const ready = await ctx.db
    .updateTable('blog_import')
    .set({ updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning('id')
    .executeTakeFirst()
  if (!ready) throw notWaiting()
}

function notWaiting(): AppError {
  return new AppError('conflict', 'This import is no longer waiting for you. Please reload the page.')
}

/** Queues the import of the chosen entries. @throws {AppError} conflict unless it is ready */
export async function confirmPostImport(
  ctx: Ctx,
  { id, redirects }: { id: string; redirects: boolean },
): Promise<void> {
  const actor = requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const chosen = await ctx.db
      .selectFrom('blog_import_entry')
      .select('position')
      .where('import_id', '=', id)
      .where('choice', '!=', 'skip')
      .limit(1)
      .executeTakeFirst()
    if (!chosen) throw new FieldErrors({ change: 'Please choose at least one post.' })
    await move(ctx, id, ['ready'], {
      state: 'importing',
      actor: storeActor(actor),
      redirects: redirects ? 1 : 0,
      done: 0,
    })
    await enqueue(ctx, runImport, { id })
    await recordChange(ctx, {
      what: 'post.import_confirmed',
      subject: { id, path: `/admin/blog/imports/${id}` },
    })
  })
}

/** Ends an import at any moment, and takes back what it has stored. @throws {AppError} conflict if it has ended */
export async function cancelPostImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const actor = requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await move(ctx, id, ['uploading', 'reading', 'ready', 'importing', 'failed'], {
      state: 'cancelling',
      actor: storeActor(actor),
    })
    await enqueue(ctx, runImport, { id })
    await recordChange(ctx, { what: 'post.import_cancelled', subject: { id } })
  })
}

type Change = { state: BlogImportState; actor: string; redirects?: 0 | 1; done?: number }

async function move(ctx: Ctx, id: string, from: readonly BlogImportState[], change: Change): Promise<void> {
  const moved = await ctx.db
    .updateTable('blog_import')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw notWaiting()
}

/** Returns the report as CSV: a row an entry. @throws {AppError} not-found. */
export async function exportImportReport(ctx: Ctx, id: string): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'content.read')
  await getPostImport(ctx, id)
  const columns: CsvColumn<ListedEntry>[] = [
    ['Title', ({ title }) => title],
    ['Result', outcomeName],
    ['State', ({ state }) => state],
    ['Reason', ({ reason }) => reason ?? ''],
    ['Date', ({ at }) => (at === null ? '' : new Date(at).toISOString())],
    ['Address', ({ slug, post_id }) => (post_id === null || slug === null ? '' : `/blog/${slug}`)],
    ['Notes', ({ notes }) => notes.join(' ')],
    ['Place in the file', ({ place }) => place],
  ]
  return csvInSlices(columns, async (after: ListedEntry | undefined) => {
    const rows = await ctx.db
      .selectFrom('blog_import_entry')
      .select(entryColumns)
      .where('import_id', '=', id)
      .where('position', '>', after?.position ?? -1)
      .orderBy('position')
      .limit(ROWS_A_SLICE)
      .execute()
    return rows.map((row) => ({ ...row, notes: JSON.parse(row.notes) as string[] }))
  })
}

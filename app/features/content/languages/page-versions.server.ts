import { slugOf } from '#app/features/editing/slugs.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import { pageOf } from '#app/lib/paging.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type PageDocument, readDocument } from '../page-document.ts'
import { publishDraft } from '../pages/change-page-state.server.ts'
import { listEntries } from '../pages/read-pages.server.ts'
import {
  type EditedPage,
  getStoredPage,
  listedColumns,
  lockPages,
  pageSubject,
  readDraft,
} from '../pages/stored-page.server.ts'

import type { TranslatedPage, VersionState } from '#app/features/translation/version-state.ts'

import { compareVersion, countWords, placedTexts } from './document-places.ts'

export const VERSIONS_PER_PAGE = 50

export function versionId(sourceId: string, language: string): string {
  return `${sourceId}.${language.toLowerCase()}`
}

/** Returns what visitors see of a page, or its draft if it is not published. */
export function sourceOf({ published, draft }: Pick<EditedPage, 'published' | 'draft'>): PageDocument {
  return published ?? draft
}

/** Counts by the id of a page or version. They are made again once it has changed. */
type Counted<Made> = Map<string, { key: string; made: Made }>

const createSources = (): Counted<{ words: number; characters: number }> => new Map()
const createVersions = (): Counted<{ old: number; isCopy: boolean }> => new Map()

/** Returns a page of the table: each page of the main language with its versions in the others. */
export async function listTranslations(ctx: Ctx, asked: number) {
  requireActor(ctx, 'content.read')
  const { languages } = await ctx.site(ctx)
  const others = languages.slice(1).map(({ tag }) => tag)
  const entries = await listEntries(ctx)
  const { page, pages, offset } = pageOf(entries.length, VERSIONS_PER_PAGE, asked)
  const shown = entries.slice(offset, offset + VERSIONS_PER_PAGE)
  const versions = await listVersions(ctx, shown)
  const listed: TranslatedPage[] = []
  for (const source of shown) {
    // Parsing a document takes longer than anything else here.
    let reading: Promise<EditedPage> | null = null
    const readSource = () => (reading ??= getStoredPage(ctx, source.id))
    const { words, characters } = await countSource(ctx, source, readSource)
    const own = versions.filter(({ source_id }) => source_id === source.id)
    const counts = await countVersions(ctx, own, { source, readSource })
    const states = others.map((language): VersionState => {
      const version = own.find((each) => each.language === language)
      const count = version && counts.get(version.id)?.made
      if (!version || !count) return { language, id: null, state: 'missing', old: 0 }
      return { language, id: version.id, state: count.isCopy ? 'copy' : version.state, old: count.old }
    })
    listed.push({ id: source.id, name: source.name, words, characters, versions: states })
  }
  return { others, total: entries.length, page, pages, listed }
}

type Row = { id: string; version: number }

async function listVersions(ctx: Ctx, sources: readonly Row[]) {
  if (sources.length === 0) return []
  return ctx.db
    .selectFrom('page')
    .select(['id', 'version', 'state', 'language', 'source_id'])
    .where('language', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(
      'source_id',
      'in',
      sources.map(({ id }) => id),
    )
    .execute()
}

type ReadSource = () => Promise<EditedPage>

/** Counts the texts of a page, and remembers them until it changes. */
async function countSource(ctx: Ctx, { id, version }: Row, readSource: ReadSource) {
  const all = ctx.state.of(createSources)
  const key = String(version)
  const known = all.get(id)
  if (known?.key === key) return known.made
  const texts = [...placedTexts(sourceOf(await readSource())).values()]
  const made = { words: countWords(texts), characters: texts.reduce((sum, text) => sum + text.length, 0) }
  all.set(id, { key, made })
  return made
}

/** Counts the texts of a source's versions that are out of date, and remembers them until one or the source changes. */
async function countVersions(
  ctx: Ctx,
  versions: readonly Row[],
  { source, readSource }: { source: Row; readSource: ReadSource },
) {
  const all = ctx.state.of(createVersions)
  const keyOf = ({ version }: Row) => [version, source.id, source.version].join(' ')
  const changed = versions.filter((version) => all.get(version.id)?.key !== keyOf(version))
  if (changed.length > 0) {
    const from = sourceOf(await readSource())
    const unchanged = JSON.stringify(from)
    const rows = await ctx.db
      .selectFrom('page')
      .select(['id', 'version', 'draft', 'source'])
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute()
    for (const row of rows) {
      const before = row.source === unchanged ? from : row.source === null ? null : readDocument(row.source)
      const texts = compareVersion(from, { draft: readDraft(row), source: before })
      all.set(row.id, {
        key: keyOf(row),
        made: { old: texts.filter(isOld).length, isCopy: row.draft === row.source },
      })
    }
  }
  return all
}

function isOld({ before, source, translation }: ReturnType<typeof compareVersion>[number]): boolean {
  return before !== source || translation === ''
}

/**
 * Creates a draft of a page in another language, with the texts of the main language.
 * @returns its id; the known one if there is a version already.
 * @throws {AppError} not-found, invalid for a language that the site does not have.
 */
export async function addVersion(ctx: Ctx, page: { id: string; language: string }): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, (ctx) => storeVersion(ctx, page))
}

/** The same without an actor, for jobs, and optionally with other texts. Runs in the caller's transaction. */
export async function storeVersion(
  ctx: Ctx,
  { id, language, document }: { id: string; language: string; document?: PageDocument | undefined },
): Promise<{ id: string }> {
  await lockPages(ctx)
  const { languages } = await ctx.site(ctx)
  if (!languages.slice(1).some(({ tag }) => tag === language))
    throw new AppError('invalid', 'The site does not have this language. Please add it first.')
  const source = await getStoredPage(ctx, id)
  const versionOf = versionId(id, language)
  const known = await ctx.db.selectFrom('page').select('id').where('id', '=', versionOf).executeTakeFirst()
  if (known) return known
  const draft = document ?? sourceOf(source)
  await ctx.db
    .insertInto('page')
    .values({
      id: versionOf,
      kind: source.kind,
      path: await freeVersionPath(ctx, { source, language, name: draft.name }),
      draft: JSON.stringify(draft),
      published: null,
      published_at: null,
      publish_at: null,
      deleted_at: null,
      deleted_path: null,
      ...listedColumns(draft, null),
      language,
      source_id: id,
      source: JSON.stringify(sourceOf(source)),
      position: source.position,
      version: 1,
      updated_at: ctx.clock.now(),
    })
    .execute()
  await recordChange(ctx, { what: 'page.created', subject: pageSubject({ id: versionOf, draft }) })
  return { id: versionOf }
}

/** Returns an address from the translated name, below that of the language. Home and contact keep theirs. */
async function freeVersionPath(
  ctx: Ctx,
  { source, language, name }: { source: EditedPage; language: string; name: string },
): Promise<string> {
  const root = rootOfLanguage(language)
  if (source.path === '/') return root
  if (source.id === 'contact' || name === sourceOf(source).name) return `${root}${source.path}`
  const folder = source.path.slice(0, source.path.lastIndexOf('/'))
  const wanted = `${root}${folder}/${slugOf(name, 'page')}`
  const taken = await ctx.db.selectFrom('page').select('id').where('path', '=', wanted).executeTakeFirst()
  return taken ? `${root}${source.path}` : wanted
}

/** Says that a version's texts follow the source as it is now. @throws {AppError} not-found. */
export async function markUpToDate(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const version = await getStoredPage(ctx, id)
    if (version.sourceId === null) throw new AppError('invalid', 'This page is in the main language.')
    const source = await getStoredPage(ctx, version.sourceId)
    await ctx.db
      .updateTable('page')
      .set({ source: JSON.stringify(sourceOf(source)), version: version.version + 1 })
      .where('id', '=', id)
      .execute()
    await recordChange(ctx, { what: 'page.version_checked', subject: pageSubject(version) })
  })
}

/**
 * Publishes the versions of a language that are drafts or were changed, except copies in which nothing is translated yet.
 * @param pages ids of their sources; by default all, without versions that are scheduled for later
 * @returns how many were published.
 */
export async function publishVersions(
  ctx: Ctx,
  { language, pages }: { language: string; pages?: readonly string[] },
): Promise<number> {
  requireActor(ctx, 'content.write')
  const rows = await ctx.db
    .selectFrom('page')
    .select(['id', 'source_id', 'draft', 'source', 'publish_at'])
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .where('state', '!=', 'published')
    .execute()
  const wanted = rows.filter(
    ({ source_id, draft, source, publish_at }) =>
      (pages === undefined ? publish_at === null : pages.includes(String(source_id))) && draft !== source,
  )
  // One transaction each, so that other writers need not wait for all.
  for (const { id } of wanted)
    await withTransaction(ctx, async (ctx) => {
      const page = await publishDraft(ctx, id)
      await recordChange(ctx, { what: 'page.published', subject: pageSubject(page) })
    })
  return wanted.length
}

/** Returns a version beside its source, text by text, for its editor; null for a page of the main language. */
export async function readComparison(ctx: Ctx, id: string) {
  requireActor(ctx, 'content.read')
  const version = await getStoredPage(ctx, id)
  if (version.sourceId === null || version.language === null) return null
  const source = await getStoredPage(ctx, version.sourceId)
  const texts = compareVersion(sourceOf(source), version)
  return {
    language: version.language,
    sourceId: version.sourceId,
    texts: texts.map((text) => ({ ...text, isOld: isOld(text) })),
  }
}

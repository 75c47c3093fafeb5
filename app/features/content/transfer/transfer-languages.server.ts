import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TEXTS_TOPIC } from '#app/platform/text-translations.server.ts'

import { readDocument } from '../page-document.ts'
import { listedColumns } from '../pages/stored-page.server.ts'

import type { ArchivedPage } from './archive-format.ts'
import { canonicalDocument, isSameDocument } from './canonical-document.ts'
import type { ArchivedLanguages, ArchivedVersion, VersionFile } from './language-files.ts'

/** Calls `add` for the file of each version of a page, and of each language's short texts. */
export async function addLanguages(ctx: Ctx, add: (name: string, value: unknown) => void): Promise<void> {
  for (const { source_id, language, path, ...row } of await listVersions(ctx)) {
    const draft = readDocument(row.draft)
    const published = row.published === null ? null : readDocument(row.published)
    if (!draft || path === null || language === null) continue
    const source = row.source === null ? null : readDocument(row.source)
    const file: VersionFile = {
      language,
      path,
      isPublished: published !== null,
      standsAlone: row.stands_alone === 1,
      document: canonicalDocument(published ?? draft),
      ...(published !== null && !isSameDocument(published, draft) && { draft: canonicalDocument(draft) }),
      source: source && canonicalDocument(source),
    }
    add(`versions/${language.toLowerCase()}/${source_id}.json`, file)
  }
  const texts = await ctx.db
    .selectFrom('text_translation')
    .select(['language', 'key', 'source', 'draft', 'published'])
    .orderBy('key')
    .execute()
  for (const [language, rows] of Map.groupBy(texts, (row) => row.language))
    add(`translations/${language.toLowerCase()}.json`, {
      language,
      texts: rows.map(({ key, source, draft, published }) => ({ key, source, draft, published })),
    })
}

async function listVersions(ctx: Ctx) {
  return ctx.db
    .selectFrom('page as version')
    .leftJoin('page as main', 'main.id', 'version.source_id')
    .selectAll('version')
    .where('version.language', 'is not', null)
    .where('version.deleted_at', 'is', null)
    .where('main.deleted_at', 'is', null)
    .orderBy('version.id')
    .execute()
}

/** Replaces the versions and short texts with those of an archive. Runs in the caller's transaction, which locked the pages. */
export async function putLanguages(
  ctx: Ctx,
  { versions, translations }: ArchivedLanguages,
  pages: readonly ArchivedPage[],
): Promise<void> {
  const before = new Map((await listVersions(ctx)).map((row) => [row.id, row]))
  const changed = versions.filter((version) => isChanged(version, before.get(version.id)))
  const kept = new Set(versions.map(({ id }) => id))
  const now = ctx.clock.now()
  for (const [id, row] of before)
    if (!kept.has(id))
      await ctx.db
        .updateTable('page')
        .set({ path: null, published: null, publish_at: null, deleted_at: now, deleted_path: row.path })
        .where('id', '=', id)
        .execute()
  // Versions may exchange paths, which must be unique at all times.
  for (const { id } of changed)
    await ctx.db.updateTable('page').set({ path: null }).where('id', '=', id).execute()
  const sources = new Map(pages.map((page) => [page.id, page]))
  for (const version of changed) await putVersion(ctx, version, sources.get(version.sourceId))
  await ctx.db.deleteFrom('text_translation').execute()
  for (const { language, texts } of translations)
    for (const text of texts)
      await ctx.db
        .insertInto('text_translation')
        .values({ language, ...text, updated_at: now })
        .onConflict((conflict) => conflict.columns(['language', 'key']).doNothing())
        .execute()
  await ctx.signals.publish(ctx, TEXTS_TOPIC)
}

type Row = Awaited<ReturnType<typeof listVersions>>[number]

function isChanged(version: ArchivedVersion, before: Row | undefined): boolean {
  if (!before || before.path !== version.path || (before.stands_alone === 1) !== version.standsAlone)
    return true
  const stored = (text: string | null) => (text === null ? null : readDocument(text))
  return !(
    isSameDocument(version.draft, stored(before.draft)) &&
    isSameDocument(version.published, stored(before.published)) &&
    isSameDocument(version.source, stored(before.source))
  )
}

async function putVersion(
  ctx: Ctx,
  version: ArchivedVersion,
  source: ArchivedPage | undefined,
): Promise<void> {
  if (!source) return
  const now = ctx.clock.now()
  const draft = canonicalDocument(version.draft)
  const published = version.published && canonicalDocument(version.published)
  const row = {
    kind: source.kind,
    position: source.position,
    path: version.path,
    draft: JSON.stringify(draft),
    published: published && JSON.stringify(published),
    published_at: published ? now : null,
    publish_at: null,
    deleted_at: null,
    deleted_path: null,
    language: version.language,
    source_id: version.sourceId,
    source: version.source && JSON.stringify(canonicalDocument(version.source)),
    stands_alone: version.standsAlone ? 1 : 0,
    updated_at: now,
    ...listedColumns(draft, published),
  } as const
  await ctx.db
    .insertInto('page')
    .values({ id: version.id, ...row, version: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ ...row, version: set('page.version', '+', 1) })),
    )
    .execute()
  if (row.published === null) return
  await ctx.db
    .insertInto('page_revision')
    .values({
      id: newId(),
      page_id: version.id,
      document: row.published,
      made_at: now,
      made_by: ctx.actor?.email ?? null,
    })
    .execute()
}

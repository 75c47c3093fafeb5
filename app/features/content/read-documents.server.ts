import { setImmediate as othersFirst } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import type { Ctx } from '#app/platform/context.server.ts'

import { type PageDocument, readDocument } from './page-document.ts'

/** Documents by page id, with the versions of their rows. */
export type KeptDocuments = Map<string, { version: string; document: PageDocument }>

export type Versioned = { id: string; version: number; published_at: number | null; updated_at: number }

const versionColumns = ['version', 'published_at', 'updated_at'] as const

const versionOf = (row: Versioned) => versionColumns.map((column) => row[column]).join(' ')

/** Number of documents per query; other requests run between two queries. */
const SLICE = 20

/** Number of rows per query without their documents. */
const ROWS = 400

/**
 * Returns all pages and versions without their documents, in slices, so that other requests run between two queries. If
 * a page changes meanwhile, its signal causes another reading.
 */
export async function listRows(ctx: Ctx) {
  const find = (after: string) =>
    ctx.db
      .selectFrom('page')
      .select(['id', 'kind', 'path', 'position', 'deleted_at', 'language', 'source_id', 'stands_alone'])
      .select(versionColumns)
      .select(({ eb }) => eb.case().when('published', 'is', null).then(0).else(1).end().as('is_published'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS)
      .execute()
  let slice = await find('')
  const rows = [...slice]
  while (slice.length === ROWS) {
    await othersFirst()
    slice = await find(rows.at(-1)?.id ?? '')
    rows.push(...slice)
  }
  return rows
}

/** Reads the published documents of pages, except those known in the same version. Unreadable ones are left out. */
export async function readDocuments(
  ctx: Ctx,
  rows: readonly Versioned[],
  known: KeptDocuments,
): Promise<KeptDocuments> {
  const found: KeptDocuments = new Map()
  const changed: string[] = []
  for (const row of rows) {
    const before = known.get(row.id)
    if (before?.version === versionOf(row)) found.set(row.id, before)
    else changed.push(row.id)
  }
  for (let at = 0; at < changed.length; at += SLICE) {
    if (at > 0) await othersFirst()
    const texts = await ctx.db
      .selectFrom('page')
      .select(['id', 'published', ...versionColumns])
      .where('id', 'in', changed.slice(at, at + SLICE))
      .execute()
    for (const { published, ...row } of texts) {
      const document = published === null ? null : readDocument(published)
      const before = known.get(row.id)?.document
      const same = before && isDeepStrictEqual(before, document) ? before : document
      if (same) found.set(row.id, { version: versionOf(row), document: same })
      else ctx.log.error({ page: row.id }, 'content.page_left_out')
    }
  }
  return found
}

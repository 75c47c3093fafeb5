import { sql } from 'kysely'
import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isCollected } from '../collections/read-collections.server.ts'

export const ITEMS_PER_PAGE = 50

const schema = z.object({
  q: z.string().default(''),
  kind: z.enum(['pdf', 'text', 'url', 'site']).nullable().default(null),
  collection: z.string().optional(),
  page: z.int().min(1).default(1),
})

/** Lists the owner's documents, or the site's own pages if `kind` is `site`. */
export async function listItems(ctx: Ctx, input: z.input<typeof schema> = {}) {
  requireActor(ctx, 'knowledge.read')
  const query = schema.parse(input)
  const list = matching(ctx, query)
    .select(['id', 'kind', 'title', 'source', 'address', 'bytes', 'created_at', 'read_at'])
    .select(['status', 'progress', 'failure', 'passages', 'cited', 'enabled', 'is_public'])
    .select(shownLanguage)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { rows, ...page } = await readCountedPage(list, ITEMS_PER_PAGE, query.page)
  const items = rows.map(({ bytes, created_at: createdAt, read_at: readAt, enabled, is_public, ...row }) => ({
    ...row,
    /** Rounded up as in file managers: only an empty file has 0 KB. */
    sizeKb: Math.ceil(bytes / 1024),
    createdAt,
    readAt,
    isEnabled: enabled === 1,
    isPublic: is_public === 1,
  }))
  return { items, ...page }
}

/** The tag of the site's language for its pages, otherwise the ISO 639-1 code of the text's. */
const shownLanguage = sql<string | null>`coalesce(site_language, language)`.as('language')

export type ItemMark = { id: string; created_at: number }

/** Lists the documents after a mark, for programs that read the whole list. */
export async function listItemsAfter(
  ctx: Ctx,
  { q, after, limit }: { q: string; after: ItemMark | undefined; limit: number },
) {
  requireActor(ctx, 'knowledge.read')
  const items = matching(ctx, { q, kind: null })
    .select(['id', 'kind', 'title', 'source', 'status', 'failure', 'passages', 'enabled', 'created_at'])
    .select(shownLanguage)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const next = after
    ? items.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
    : items
  return next.execute()
}

function matching(ctx: Ctx, { q, kind, collection }: Omit<z.output<typeof schema>, 'page'>) {
  const all = ctx.db.selectFrom('knowledge_item')
  const items = collection === undefined ? all : all.where(isCollected([collection], 'knowledge_item'))
  const ofKind = kind ? items.where('kind', '=', kind) : items.where('kind', '!=', 'site')
  return q.trim() === '' ? ofKind : ofKind.where(holdsEveryWord('search', q))
}

const RECENT = 10 * MINUTE

/** Lists the items that are waiting, being read, or were just read, on all pages of the list. */
export async function listReadings(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  return ctx.db
    .selectFrom('knowledge_item')
    .select(['id', 'kind', 'title', 'status', 'progress', 'failure'])
    .where(({ or, eb }) =>
      or([eb('status', 'in', ['queued', 'reading']), eb('updated_at', '>', ctx.clock.now() - RECENT)]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

export type ItemReadingState = Awaited<ReturnType<typeof listReadings>>[number]

import type { RawBuilder } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { readCollections } from '../collections/read-collections.server.ts'

import { isOneVersion, versionLanguage } from './page-versions.server.ts'
import { type FoundPassage, foundPassageOf, selectPassages } from './search-passages.server.ts'

type Held = { revision: number; passages: readonly FoundPassage[] | null; length: number }

/** By language and collections. */
const createHeld = () => new Map<string, Held>()
/** The most that are held, because each takes up to `MAX_LENGTH` characters. */
const MOST_HELD = 20

/** Whole knowledge is cited by numbers from 101 to 999, so there cannot be more than 899 passages. */
const MAX_PASSAGES = 800
const MAX_LENGTH = 200_000

export type WholeKnowledge = { passages: readonly FoundPassage[]; length: number }

/**
 * Returns all passages in an order that is stable until the knowledge changes: the owner's newest items first, then the
 * site's pages, each in one language: the visitor's, else the main one. Null if they exceed `most` characters, or if there are none. Cached in memory.
 */
export async function readWholeKnowledge(ctx: Ctx, most: number): Promise<WholeKnowledge | null> {
  const all = ctx.state.of(createHeld)
  const [language, collections] = await Promise.all([versionLanguage(ctx), readCollections(ctx)])
  const key = [String(language), ...collections].join(' ')
  const { revision } = await ctx.db.selectFrom('knowledge_index').select('revision').executeTakeFirstOrThrow()
  const known = all.get(key)
  const held =
    known?.revision === revision ? known : await readAll(ctx, revision, isOneVersion(language, collections))
  // The last one used becomes the last of the map, so that the first is the one to forget.
  all.delete(key)
  all.set(key, held)
  for (const oldest of all.keys()) if (all.size > MOST_HELD) all.delete(oldest)
  const { passages, length } = held
  return passages && passages.length > 0 && length <= most ? { passages, length } : null
}

async function readAll(ctx: Ctx, revision: number, isRead: RawBuilder<boolean>): Promise<Held> {
  const { count, length } = await ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.sum<number | null>(select.fn<number>('length', ['passage.text'])).as('length'),
    ])
    .where('item.enabled', '=', 1)
    .where('item.revision', 'is not', null)
    .where(isRead)
    .executeTakeFirstOrThrow()
  const size = Number(length)
  if (count > MAX_PASSAGES || size > MAX_LENGTH) return { revision, passages: null, length: size }
  const rows = await selectPassages(ctx)
    .select('item.created_at')
    .where('item.revision', 'is not', null)
    .where(isRead)
    .execute()
  const sorted = rows.toSorted(
    (a, b) =>
      Number(a.kind === 'site') - Number(b.kind === 'site') ||
      (a.kind === 'site'
        ? String(a.address).localeCompare(String(b.address), 'en')
        : b.created_at - a.created_at) ||
      b.item_id.localeCompare(a.item_id) ||
      a.number - b.number,
  )
  const passages = sorted.map((row) => foundPassageOf(row, { score: 0, coverage: 0 }))
  return { revision, passages, length: size }
}

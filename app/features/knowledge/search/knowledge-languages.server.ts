import type { Ctx } from '#app/platform/context.server.ts'

import { readCollections } from '../collections/read-collections.server.ts'

import { isOneVersion, versionLanguage } from './page-versions.server.ts'

const MOST_LANGUAGES = 3
/** The least share of all passages. Below it, most are short texts whose language was guessed wrong. */
const LEAST_SHARE = 0.1

/**
 * Returns the languages of the knowledge base as ISO 639-1 codes, the one with the most passages first. Pages in
 * several count in the one that the visitor reads.
 */
export async function listKnowledgeLanguages(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('knowledge_item as item')
    .select((select) => [
      select.fn.coalesce('language', select.val('en')).as('code'),
      select.fn.sum<number | string>('passages').as('passages'),
    ])
    .where('enabled', '=', 1)
    .where('revision', 'is not', null)
    .where(isOneVersion(await versionLanguage(ctx), await readCollections(ctx)))
    .groupBy('code')
    .execute()
  const counted = rows
    .map(({ code, passages }) => ({ code, passages: Number(passages) }))
    .toSorted((a, b) => b.passages - a.passages || a.code.localeCompare(b.code))
  const all = counted.reduce((sum, { passages }) => sum + passages, 0)
  return counted
    .filter(({ passages }) => passages > 0 && passages >= all * LEAST_SHARE)
    .slice(0, MOST_LANGUAGES)
    .map(({ code }) => code)
}

import { createItem } from '#app/features/knowledge/items/create-item.server.ts'
import { storeReading } from '#app/features/knowledge/reading/store-reading.server.ts'
import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { passageTerms } from '#app/features/knowledge/search/terms.ts'
import type { Ctx } from '#app/platform/context.server.ts'

export const ITEMS = 500
export const PASSAGES = 100
const WORDS = 220
const VOCABULARY = 60_000

/** Stores an item of random passages, whose words follow Zipf's law, as in real text. */
export async function addRandomItem(ctx: Ctx, number: number): Promise<string> {
  const title = `Item ${number}`
  const { id } = await createItem(ctx, { kind: 'text', title, source: null, sameAs: title })
  const english = await loadLanguage('en')
  const passages = Array.from({ length: PASSAGES }, () => {
    const text = Array.from({ length: WORDS }, randomWord).join(' ')
    return { headings: [], page: null, text, terms: passageTerms({ headings: [], text }, english) }
  })
  const coverage = { words: 0, indexed: 0, leftOut: [], unlisted: 0 }
  const read = { title: null, address: null, language: 'en', sections: [], passages, coverage }
  await storeReading(ctx, { itemId: id, reading: 1, read, bytes: 0 })
  return id
}

/** Draws the nth commonest word in proportion to 1/n, spelt in letters that no stemmer changes. */
export function randomWord(): string {
  const rank = Math.floor(VOCABULARY ** Math.random())
  return `q${Array.from(String(rank), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`
}

import { expect, test } from 'vitest'

import { compoundParts } from './compounds.ts'
import { loadLanguage } from './languages.server.ts'
import { termOf } from './terms.ts'

async function knows(code: string, words: string) {
  const language = await loadLanguage(code)
  const terms = words.split(' ').map((word) => termOf(word.toLowerCase(), language))
  const index = {
    holders: (term: string, spoken: string) => (spoken === code && terms.includes(term) ? 1 : 0),
    terms: () => terms,
  }
  return (word: string) =>
    compoundParts(word, language, index)?.map(({ term, isKnown }) => (isKnown ? term : `${term}?`)) ?? null
}

test('a German compound is read as the words of the index that it is made of', async () => {
  const parts = await knows('de', 'Jahr Ausweis Farbe drucken Frist Garten Haus')
  expect(parts('jahresausweis')).toEqual(['jahr', 'ausweis'])
  expect(parts('farbausdruck')).toEqual(['farb', 'druck'])
  expect(parts('gartenhäuser')).toEqual(['gart', 'haus'])
  expect(parts('kündigungsfrist')?.at(-1)).toBe('frist')
  expect(parts('kündigungsfrist')?.[0]).toMatch(/^kundig.*\?$/)
})

test('a word is also found as part of a compound in the index', async () => {
  const parts = await knows('de', 'Mahngebühren Bibliotheksausweis verlangen einen')
  expect(parts('gebühren')).toEqual(['mahngebuhr'])
  expect(parts('bibliothek')).toEqual(['bibliotheksausweis'])
  expect(parts('lang')).toBeNull()
  expect(parts('einscannen')).toBeNull()
})

test('a language that writes its compounds apart is left alone', async () => {
  const parts = await knows('en', 'garden house housekeeping')
  expect(parts('gardenhouse')).toBeNull()
  expect(parts('house')).toBeNull()
})

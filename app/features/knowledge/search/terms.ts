import { assertDefined } from '#app/lib/assert-defined.ts'

import type { Language } from './languages.server.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** A text's words in lower case (UAX #29), also in scripts without spaces. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase()))
    if (isWordLike) words.push(...(hangul.test(segment) ? pairsOf(segment) : [segment]))
  return words
}

const hangul = /\p{Script=Hangul}/u

/** Korean attaches particles to words; pairs of syllables match with and without them. */
function pairsOf(word: string): string[] {
  const syllables = Array.from(word)
  if (syllables.length <= 2) return [word]
  return syllables
    .slice(1)
    .map((syllable, at) => assertDefined(syllables[at], 'it comes before another') + syllable)
}

/** The stem by which a word is found, without accents in Latin, Greek and Cyrillic, because people often omit them. */
export function termOf(word: string, language: Language): string {
  const stem = language.stem(word.replace(/['’]s$/, ''))
  return /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(stem)
    ? stem.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    : stem
}

/** Terms with their counts as they are stored: `invoic 3 pay 1`. */
export function termsOf(text: string, language: Language): string {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) {
    const term = termOf(word, language)
    if (term !== '' && !/\s/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return Array.from(counts, ([term, count]) => `${term} ${count}`).join(' ')
}

export function readTerms(stored: string): [term: string, count: number][] {
  if (stored === '') return []
  const parts = stored.split(' ')
  const terms: [string, number][] = []
  for (let at = 0; at + 1 < parts.length; at += 2)
    terms.push([assertDefined(parts[at], 'terms and counts alternate'), Number(parts[at + 1])])
  return terms
}

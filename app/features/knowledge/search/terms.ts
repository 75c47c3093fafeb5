import type { Language } from './languages.server.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Words by ICU (UAX #29), which knows where words end in scripts that have no spaces, in lower case. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase()))
    if (isWordLike) words.push(...(hangul.test(segment) ? pairsOf(segment) : [segment]))
  return words
}

const hangul = /\p{Script=Hangul}/u

/** Korean writes particles onto its words; pairs of syllables find a word with and without them. */
function pairsOf(word: string): string[] {
  const syllables = Array.from(word)
  if (syllables.length <= 2) return [word]
  return syllables.slice(1).map((syllable, at) => `${syllables[at] ?? ''}${syllable}`)
}

/** What a word is looked up by: its stem, in Latin, Greek and Cyrillic without accents, for they are often left out. */
export function termOf(word: string, language: Language): string {
  const stem = language.stem(word.replace(/['’]s$/, ''))
  return /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(stem)
    ? stem.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    : stem
}

/** Terms with their counts in the form that is stored: `invoic 3 pay 1`. */
export function termsOf(text: string, language: Language): string {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) {
    const term = termOf(word, language)
    if (term !== '' && !/\s/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return Array.from(counts, ([term, count]) => `${term} ${count}`).join(' ')
}

/** Reads the stored form. */
export function readTerms(stored: string): [term: string, count: number][] {
  if (stored === '') return []
  const parts = stored.split(' ')
  const terms: [string, number][] = []
  for (let at = 0; at + 1 < parts.length; at += 2) terms.push([parts[at] ?? '', Number(parts[at + 1])])
  return terms
}

import { assertDefined } from '#app/lib/assert-defined.ts'

import { withoutArabicMarks } from './arabic.ts'
import type { Language } from './languages.server.ts'

/** Increase it when the terms of a text change; a job then recomputes the stored ones. */
export const TERMS_VERSION = 3

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const hangul = /\p{Script=Hangul}/u
/** Chinese and Japanese text without spaces; dictionaries may segment a question and its answer differently. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+/gu

/** Returns a text's words in lower case (UAX #29); Chinese, Japanese and Korean words as pairs of characters. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  const normal = withoutArabicMarks(text.normalize('NFKC').toLowerCase())
  let end = 0
  for (const { 0: run, index } of normal.matchAll(ideographs)) {
    addWords(words, normal.slice(end, index))
    words.push(...pairsOf(run))
    end = index + run.length
  }
  addWords(words, normal.slice(end))
  return words
}

function addWords(words: string[], text: string): void {
  for (const { segment, isWordLike } of segmenter.segment(text))
    // Korean attaches particles to words; pairs of syllables match with and without them.
    if (isWordLike) words.push(...(hangul.test(segment) ? pairsOf(segment) : [segment]))
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length <= 2) return [word]
  return characters
    .slice(1)
    .map((character, at) => assertDefined(characters[at], 'it comes before another') + character)
}

/** Returns the pairs of characters that lie within one word, not across two. */
export function innerPairs(text: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(ideographs))
    for (const { segment } of segmenter.segment(run)) for (const pair of pairsOf(segment)) pairs.add(pair)
  return pairs
}

export function isIdeographic(word: string): boolean {
  return word.search(ideographs) === 0
}

/** Returns a word's stem, without accents in Latin, Greek and Cyrillic, because people often omit them. */
export function termOf(word: string, language: Language): string {
  return folded(language.stem(word.replace(/['’]s$/, '')))
}

export function folded(word: string): string {
  return /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(word)
    ? word.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    : word
}

/** Returns all terms of a text in order, separated by spaces. */
export function termsInOrder(text: string, language: Language): string {
  return wordsOf(text)
    .map((word) => termOf(word, language))
    .filter((term) => term !== '' && !/\s/.test(term))
    .join(' ')
}

/** Separates two units of a passage; no term can equal it. */
export const UNIT_END = '|'
/** The most characters of a unit: one paragraph, or a few short ones, under their heading. */
const UNIT_LENGTH = 420
const LONGEST_HEADING = 200

/** Returns a passage's terms in order, by unit; the headings above it are the first unit. */
export function passageTerms(
  { headings, text }: { headings: readonly string[]; text: string },
  language: Language,
): string {
  const units = [headings.join('\n')]
  let unit = ''
  for (const block of text.split(/\n{2,}/)) {
    if (unit.length + block.length > UNIT_LENGTH || (isHeading(block) && !isHeading(unit))) {
      units.push(unit)
      unit = ''
    }
    unit += `${unit === '' ? '' : '\n'}${block}`
  }
  return [...units, unit]
    .map((one) => termsInOrder(one, language))
    .filter((terms) => terms !== '')
    .join(` ${UNIT_END} `)
}

function isHeading(block: string): boolean {
  return block.length <= LONGEST_HEADING && /^\p{L}.*[\p{L}\p{N})?]$/u.test(block)
}

export function countTerms(inOrder: string): Map<string, number> {
  const counts = new Map<string, number>()
  if (inOrder === '') return counts
  for (const term of inOrder.split(' ')) addCount(counts, term, 1)
  counts.delete(UNIT_END)
  return counts
}

export function addCount(counts: Map<string, number>, key: string, amount: number): void {
  counts.set(key, (counts.get(key) ?? 0) + amount)
}

/** Returns terms with their counts, as stored for titles and questions: `invoic 3 pay 1`. */
export function termsOf(text: string, language: Language): string {
  const counts = countTerms(termsInOrder(text, language))
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

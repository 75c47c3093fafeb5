import type { Language } from './languages.server.ts'
import { termOf } from './terms.ts'
import type { WordIndex } from './word-index.ts'

type Vocabulary = Pick<WordIndex, 'holders' | 'terms'>

/** Languages that write compounds as one word. */
const languages = new Set(['da', 'de', 'fi', 'hu', 'nb', 'nl', 'no', 'sv'])
/** Shorter parts occur in many words by chance. */
const SHORTEST = 4
const MOST_HOLDERS = 50
/** The most letters between two known parts, such as “aus” in “Farbausdruck”. */
const LONGEST_GAP = 3
/** The shortest ending that counts as a word of its own: “lang” is no part of “verlangen”. */
const SHORTEST_HEAD = 5
/** Searching 60,000 terms takes 2 ms. */
const MOST_TERMS = 100_000
/** Letters that join two parts, as in “Bibliotheksausweis”. */
const joints = /(?:es|en|er|s|n|e)$/

/** The parts of a compound; `isKnown` tells whether the index contains one. */
export type Parts = { term: string; isKnown: boolean }[]

/** Returns the known parts of a compound, or an indexed compound that contains the word; null if there is neither. */
export function compoundParts(word: string, language: Language, index: Vocabulary): Parts | null {
  if (!languages.has(language.code) || word.length < SHORTEST) return null
  return partsIn(word, language, index) ?? wholesOf(termOf(word, language), language, index)
}

/** Finds the longest known parts at the start and end; the rest beside a single known part is unknown. */
function partsIn(word: string, language: Language, index: Vocabulary): Parts | null {
  const knownOf = (part: string): string | null => {
    const terms = [part, part.replace(joints, '')].map((one) => termOf(one, language))
    const known = terms.find(
      (term) =>
        term.length >= SHORTEST && index.holders(term, language.code, 1) > 0 && !language.stopWords.has(term),
    )
    return known ?? null
  }
  let best: { parts: Parts; length: number } | null = null
  for (let at = SHORTEST; at <= word.length - SHORTEST; at += 1) {
    const first = knownOf(word.slice(0, at))
    const from = first === null ? at : lastFrom(word, at, (part) => knownOf(part) !== null)
    const second = knownOf(word.slice(from))
    if (first === null && second === null) continue
    const parts = [
      { term: first ?? termOf(word.slice(0, at), language), isKnown: first !== null },
      { term: second ?? termOf(word.slice(at), language), isKnown: second !== null },
    ]
    const length = parts.reduce((sum, { term, isKnown }) => sum + (isKnown ? term.length : 0), 0)
    if (!best || length > best.length) best = { parts, length }
  }
  return best && best.parts
}

/** Returns where the longest known ending starts, with at most `LONGEST_GAP` letters before it. */
function lastFrom(word: string, at: number, isKnown: (part: string) => boolean): number {
  for (let from = at; from <= Math.min(at + LONGEST_GAP, word.length - SHORTEST); from += 1)
    if (isKnown(word.slice(from))) return from
  return at
}

/** Returns the most common term that starts or ends with this one. */
function wholesOf(term: string, language: Language, index: Vocabulary): Parts | null {
  if (term.length < SHORTEST) return null
  let found: string | null = null
  let most = 0
  let left = MOST_TERMS
  for (const other of index.terms()) {
    left -= 1
    if (left < 0) break
    if (other.length < term.length + SHORTEST - 1) continue
    if (!other.startsWith(term) && !(term.length >= SHORTEST_HEAD && other.endsWith(term))) continue
    const holders = index.holders(other, language.code, MOST_HOLDERS)
    if (holders > most) [found, most] = [other, holders]
  }
  return found === null ? null : [{ term: found, isKnown: true }]
}

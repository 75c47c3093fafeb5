import type { Language } from './languages.server.ts'
import { folded, termOf } from './terms.ts'
import type { WordIndex } from './word-index.ts'

type Vocabulary = Pick<WordIndex, 'holders'>

/** Shorter words have too many neighbours. */
const SHORTEST = 4
/** Stemming a candidate takes 2 µs, so correcting one question takes at most 10 ms. */
const MOST_CANDIDATES = 5000
/** A higher count does not tell better which candidate was meant. */
const MOST_HOLDERS = 50
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψως',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ',
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
]

/** Corrects words that the index lacks. Create one for each question, because its work is limited. */
export type Speller = {
  /** Returns the term that was probably meant, at a Damerau–Levenshtein distance of 1. */
  correct(word: string, language: Language): string | null
  /** Splits two known words that were written as one. */
  split(word: string, language: Language): [string, string] | null
}

export function createSpeller(index: Vocabulary): Speller {
  let candidates = MOST_CANDIDATES

  function best(terms: Iterable<string>, language: Language): string | null {
    let found: string | null = null
    let most = 0
    for (const term of terms) {
      candidates -= 1
      if (candidates < 0) break
      const holders = term.length < SHORTEST - 1 ? 0 : index.holders(term, language.code, MOST_HOLDERS)
      if (holders > most) [found, most] = [term, holders]
    }
    return found
  }

  return {
    correct(word, language) {
      const alphabet = alphabetOf(word)
      if (!alphabet || word.length < SHORTEST) return null
      const term = termOf(word, language)
      const edited = term.length < SHORTEST ? null : best(editsOf(term, alphabet), language)
      return edited ?? best(stemsOf(editsOf(word, alphabet), language), language)
    },
    split(word, language) {
      let found: [string, string] | null = null
      let most = 0
      for (let at = SHORTEST; at <= word.length - SHORTEST; at += 1) {
        const parts: [string, string] = [
          termOf(word.slice(0, at), language),
          termOf(word.slice(at), language),
        ]
        const least = Math.min(...parts.map((part) => index.holders(part, language.code, MOST_HOLDERS)))
        if (least > most) [found, most] = [parts, least]
      }
      return found
    },
  }
}

function alphabetOf(word: string): string | undefined {
  return alphabets.find((letters) => Array.from(folded(word)).every((one) => letters.includes(one)))
}

function* stemsOf(words: Iterable<string>, language: Language): Iterable<string> {
  for (const word of words) yield termOf(word, language)
}

/** Yields words with one letter omitted, transposed, replaced or added; the first letter is seldom misspelt. */
function* editsOf(word: string, alphabet: string): Iterable<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2)
    if (at === 0) continue
    if (after !== '') yield before + after.slice(1)
    for (const letter of alphabet) {
      if (after !== '') yield before + letter + after.slice(1)
      yield before + letter + after
    }
  }
}

import { compoundParts } from './compounds.ts'
import { type Language, loadLanguage } from './languages.server.ts'
import { createSpeller, type Speller } from './spelling.ts'
import { synonymsOf, withoutPhrases } from './synonyms.ts'
import { innerPairs, isIdeographic, termOf, wordsOf } from './terms.ts'
import type { WordIndex } from './word-index.ts'
import type { QueryWord } from './word-weights.ts'

export type ParsedQuestion = {
  words: QueryWord[]
  pairs: [QueryWord, QueryWord][]
}

/** The rest of a longer question is mostly pasted text that follows the actual question. */
const MAX_CHARACTERS = 2000
const MAX_WORDS = 60
/** “Your company” means “you”. “Business” and “agency” are not listed, because plans often have such names. */
const addressed = /^(?:your|the|this|our) (?:company|firm)$/
/** Mostly particles and endings. */
const isHiragana = /^\p{Script=Hiragana}+$/u

/** Reads the words as terms of every language in the index, because a short text does not reveal its own. */
export async function parseQuestion(index: WordIndex, question: string): Promise<ParsedQuestion> {
  const languages = await Promise.all(index.languages().map(loadLanguage))
  const words = new Map<string, QueryWord>()
  const pairs: [QueryWord, QueryWord][] = []
  let before: QueryWord | null = null
  for (const read of readWords(question, { index, languages, speller: createSpeller(index) })) {
    // Inflections of one word count once.
    const key = [...read.terms.values()].join(' ')
    const word: QueryWord = words.get(key) ?? read
    if (words.size < MAX_WORDS) words.set(key, word)
    if (before) pairs.push([before, word])
    before = word
  }
  return {
    words: [...words.values(), ...synonymsIn(words.values(), languages)],
    pairs: pairs.slice(0, MAX_WORDS),
  }
}

function synonymsIn(words: Iterable<QueryWord>, languages: readonly Language[]): QueryWord[] {
  const asked = [...words]
  return languages.flatMap((language) => {
    const own = new Set(asked.map(({ terms }) => terms.get(language.code)))
    const others = new Map<string, string>()
    for (const { terms, isStopWord } of asked) {
      const word = terms.get(language.code)
      if (isStopWord || word === undefined) continue
      for (const term of synonymsOf(word, language))
        if (!own.has(term) && !others.has(term)) others.set(term, word)
    }
    return Array.from(others, ([term, synonymOf]) => ({
      terms: new Map([[language.code, term]]),
      isStopWord: false,
      isGuessed: false,
      isCovered: false,
      synonymOf,
    }))
  })
}

type Reader = { index: WordIndex; languages: readonly Language[]; speller: Speller }

function readWords(question: string, reader: Reader): QueryWord[] {
  const text = withoutPhrases(question.slice(0, MAX_CHARACTERS))
  const inner = innerPairs(text)
  const words = wordsOf(text).slice(0, MAX_WORDS)
  return words.flatMap((word, at) => {
    const read = readWord(word, reader)
    // A pair that the knowledge base contains is a word there, however a dictionary segments the question.
    if (isIdeographic(word))
      return [{ ...read, isCovered: inner.has(word) || (!isHiragana.test(word) && isKnown(read, reader)) }]
    if (addressed.test(words.slice(at - 1, at + 1).join(' '))) return [{ ...read, isStopWord: true }]
    if (read.isStopWord || isKnown(read, reader) || hasSynonyms(read, reader)) return [read]
    const next = words[at + 1]
    const joined = next === undefined ? null : readWord(word + next, reader)
    if (joined && isKnown(joined, reader)) return [joined]
    return corrected(word, read, reader)
  })
}

function readWord(word: string, { languages }: Reader): QueryWord {
  return {
    terms: new Map(languages.map((language) => [language.code, termOf(word, language)])),
    isStopWord: languages.some(({ stopWords }) => stopWords.has(word)),
    isGuessed: false,
    isCovered: true,
    synonymOf: null,
  }
}

function isKnown({ terms }: QueryWord, { index }: Reader): boolean {
  return [...terms].some(([code, term]) => index.holders(term, code, 1) > 0)
}

/** Such a word is spelt correctly, even if the knowledge base does not contain it. */
function hasSynonyms({ terms }: QueryWord, { languages }: Reader): boolean {
  return languages.some((language) => synonymsOf(terms.get(language.code), language).size > 0)
}

function corrected(word: string, read: QueryWord, { index, languages, speller }: Reader): QueryWord[] {
  const terms = new Map<string, string>()
  for (const language of languages) {
    const term = speller.correct(word, language)
    if (term !== null) terms.set(language.code, term)
  }
  if (terms.size > 0) return [{ ...read, terms, isGuessed: true }]
  for (const language of languages) {
    const parts = speller.split(word, language)
    if (parts)
      return parts.map((part) => ({ ...read, isGuessed: true, terms: new Map([[language.code, part]]) }))
  }
  for (const language of languages) {
    const parts = compoundParts(word, language, index)
    if (parts)
      return parts.map((part) => ({
        ...read,
        isGuessed: part.isKnown,
        terms: new Map([[language.code, part.term]]),
      }))
  }
  return [read]
}

import { loadLanguage } from './languages.server.ts'
import { termOf, wordsOf } from './terms.ts'
import type { QueryWord } from './word-index.ts'

/** Longer questions are mostly pasted text; what is asked stands in their beginning. */
const MAX_CHARACTERS = 2000
const MAX_WORDS = 60

/** A question's words as each of the languages would look them up; no guess is made at the language of so short a text. */
export async function parseQuestion(question: string, codes: readonly string[]): Promise<QueryWord[]> {
  const languages = await Promise.all(codes.map(loadLanguage))
  const words = new Map<string, QueryWord>()
  for (const word of wordsOf(question.slice(0, MAX_CHARACTERS))) {
    const terms = new Map(languages.map((language) => [language.code, termOf(word, language)]))
    const isStopWord = languages.some(({ stopWords }) => stopWords.has(word))
    // The same stems count once, however they were inflected.
    words.set([...terms.values()].join(' '), { terms, isStopWord })
    if (words.size === MAX_WORDS) break
  }
  return [...words.values()]
}

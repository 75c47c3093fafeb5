import type { Ctx } from '#app/platform/context.server.ts'

import { currentIndex } from './current-index.server.ts'
import { loadLanguage } from './languages.server.ts'
import { termOf, wordsOf } from './terms.ts'
import type { QueryWord, RankedPassage } from './word-index.ts'

/** The passages nearest to a question by its words, best first, however far. Call it outside transactions. */
export async function rankPassages(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
): Promise<RankedPassage[]> {
  const index = await currentIndex(ctx)
  return index.search(await parseQuestion(query, index.languages()), limit)
}

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

import type { Ctx } from '#app/platform/context.server.ts'

import { currentIndex } from './current-index.server.ts'
import { loadLanguage } from './languages.server.ts'
import { termOf, wordsOf } from './terms.ts'
import type { QueryWord, RankedPassage } from './word-index.ts'

/** Best first. Call it outside transactions. */
export async function rankPassages(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
): Promise<RankedPassage[]> {
  const index = await currentIndex(ctx)
  return index.search(await parseQuestion(query, index.languages()), limit)
}

/** Longer questions are mostly pasted text that follows the actual question. */
const MAX_CHARACTERS = 2000
const MAX_WORDS = 60

/** As terms of every language, because so short a text does not reveal its own. */
export async function parseQuestion(question: string, codes: readonly string[]): Promise<QueryWord[]> {
  const languages = await Promise.all(codes.map(loadLanguage))
  const words = new Map<string, QueryWord>()
  for (const word of wordsOf(question.slice(0, MAX_CHARACTERS))) {
    const terms = new Map(languages.map((language) => [language.code, termOf(word, language)]))
    const isStopWord = languages.some(({ stopWords }) => stopWords.has(word))
    // Inflections of one word count once.
    words.set([...terms.values()].join(' '), { terms, isStopWord })
    if (words.size === MAX_WORDS) break
  }
  return [...words.values()]
}

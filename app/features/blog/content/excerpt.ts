import { cutText } from '#app/lib/readable-text.ts'

const LENGTH = 200

/** Returns the first 200 characters of a text, as readers see them, with '...' if it is longer. */
export function excerptOf(text: string): string {
  return cutText(text, LENGTH, '...')
}

const WORDS_PER_MINUTE = 220

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Counts words; scripts without spaces are segmented by Unicode rules. */
export function countWords(text: string): number {
  if (/^[\s\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{S}]*$/u.test(text))
    return text.split(/\s+/).filter(Boolean).length
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
  return words
}

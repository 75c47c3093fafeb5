import { estimateTokens } from './estimate-tokens.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Below this a paragraph is taken whole: cutting it finer would gain nothing. */
const SHORT = 100

/**
 * A paragraph's sentences by ICU (UAX #29). What is longer than `most` tokens, such as a table without a full stop, is cut
 * between words, or anywhere where it has none. Line breaks within a sentence stay.
 */
export function sentencesOf(paragraph: string, most: number): string[] {
  const text = paragraph.trim()
  if (text === '') return []
  if (estimateTokens(text) <= SHORT) return [text]
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '')
    .flatMap((sentence) => (estimateTokens(sentence) > most ? cut(sentence, most) : [sentence]))
}

function cut(sentence: string, most: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const word of sentence.split(/(?<=\s)/).flatMap((one) => one.match(/.{1,400}/gsu) ?? [])) {
    if (part !== '' && estimateTokens(part + word) > most) {
      parts.push(part.trim())
      part = ''
    }
    part += word
  }
  return [...parts, part.trim()]
}

import { z } from 'zod'

import { cleanLine, cleanText } from '../passages/clean-text.ts'

const reasons = [
  'navigation',
  'frame',
  'aside',
  'form',
  'dialogue',
  'calculator',
  'hidden',
  'title',
  'outside',
  'repeated',
  'unreadable',
  'unknown',
] as const

export type LeftOutReason = (typeof reasons)[number]

const leftOutSchema = z.object({
  reason: z.enum(reasons),
  text: z.string(),
  words: z.int(),
  page: z.int().nullable(),
  times: z.int(),
})

const coverageSchema = z.object({
  words: z.int(),
  indexed: z.int(),
  leftOut: z.array(leftOutSchema),
  /** The number of omitted words beyond the limit of the list. */
  unlisted: z.int(),
})

export type LeftOut = z.infer<typeof leftOutSchema>
export type Coverage = z.infer<typeof coverageSchema>

export type Omission = { reason: LeftOutReason; text: string; page: number | null }

export type ListLimits = { entries: number; length: number }

const limits: ListLimits = { entries: 150, length: 240 }

export function readCoverage(stored: string | null): Coverage | null {
  return stored === null ? null : coverageSchema.parse(JSON.parse(stored))
}

/** A run of letters and digits; in scripts without spaces, each character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu

export function wordsIn(text: string): string[] {
  return Array.from(cleanText(text).matchAll(word), ([found]) => found)
}

export function excerptsOf(
  text: string,
  ranges: readonly (readonly [first: number, last: number])[],
): string[] {
  const cleaned = cleanText(text)
  const excerpts: string[] = []
  let [number, start] = [0, 0]
  for (const { 0: found, index } of cleaned.matchAll(word)) {
    const range = ranges[excerpts.length]
    if (!range) break
    if (number === range[0]) start = index
    if (number === range[1]) excerpts.push(cleaned.slice(start, index + found.length))
    number += 1
  }
  return excerpts
}

export function listOmissions(
  omissions: readonly Omission[],
  { entries, length }: ListLimits = limits,
): Pick<Coverage, 'leftOut' | 'unlisted'> {
  const listed = new Map<string, LeftOut>()
  let unlisted = 0
  for (const { reason, text, page } of omissions) {
    const words = text === '' ? 0 : wordsIn(text).length
    if (words === 0 && reason !== 'unreadable') continue
    const key = `${reason} ${text === '' ? page : text.replaceAll(/\d+/g, '#')}`
    const entry = listed.get(key)
    if (entry) {
      entry.words += words
      entry.times += 1
    } else if (listed.size < entries)
      listed.set(key, { reason, text: cleanLine(text, length), words, page, times: 1 })
    else unlisted += words
  }
  return { leftOut: [...listed.values()], unlisted }
}

export function coverageOf(indexed: number, omissions: readonly Omission[], most?: ListLimits): Coverage {
  const list = listOmissions(omissions, most)
  return { words: indexed + wordsLeftOut(list), indexed, ...list }
}

export function wordsLeftOut({ leftOut, unlisted }: Pick<Coverage, 'leftOut' | 'unlisted'>): number {
  return leftOut.reduce((sum, { words }) => sum + words, unlisted)
}

export function withOmissions(coverage: Coverage, earlier: Coverage): Coverage {
  return {
    words: coverage.words + earlier.words - earlier.indexed,
    indexed: coverage.indexed,
    leftOut: [...coverage.leftOut, ...earlier.leftOut],
    unlisted: coverage.unlisted + earlier.unlisted,
  }
}

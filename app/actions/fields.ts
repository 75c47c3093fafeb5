import { z } from 'zod'

import { readLanguage } from '#app/lib/languages.ts'

export const id = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'This is not a valid id.')
  .describe('The id of a record')

export const time = z.string().meta({ format: 'date-time', description: 'In UTC' })

export const text = (most: number) => z.string().max(most)

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds)
}

export const paging = {
  limit: z.int().min(1).max(100).default(25).describe('How many at most'),
  cursor: text(500).optional().describe('The nextCursor of the previous page'),
}

/** For lists sorted by activity. There, a record that becomes active moves to the first page. */
export const activityOrder = z
  .enum(['active', 'newest'])
  .default('active')
  .describe('By last activity, or by creation to read all pages without a gap')

export const q = text(200).default('').describe('Words that must occur')

export const languageOf = text(20)
  .refine((tag) => readLanguage(tag) === tag, 'Please give a language as a tag such as de or pt-BR.')
  .optional()
  .describe('Only those in this language, such as de or pt-BR')

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('Null on the last page'),
  })
}

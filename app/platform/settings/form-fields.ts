import { z } from 'zod'

import { readableLine } from '#app/lib/readable-text.ts'

/** A form's checkbox, which sends `on`, or nothing while it is not checked. Other words are refused, never guessed. */
export const checkbox = z
  .union([z.literal('on'), z.boolean()], 'Please say true or false.')
  .optional()
  .transform((value) => value === 'on' || value === true)

/** Refuses an empty field, which `z.coerce.number` would read as 0. */
export function filledIn<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema,
  )
}

/** One line of readable text, empty by default. `limit` is in characters. */
export const line = (limit: number) =>
  z
    .string()
    .default('')
    .transform((text, check) => {
      const read = text.length > limit * 4 ? null : readableLine(text)
      if (read !== null && read.length <= limit) return read
      check.addIssue(`Please enter at most ${limit} readable characters.`)
      return z.NEVER
    })

/** A list, which a form sends as one text with white space, commas or semicolons between the entries. */
export function listOf<Item extends z.ZodType<string, string>>(entries: z.ZodArray<Item>) {
  return z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((value) => [
      ...new Set(typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : value),
    ])
    .pipe(entries)
}

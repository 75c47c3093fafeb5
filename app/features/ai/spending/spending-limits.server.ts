import { z } from 'zod'

import { readerOf } from '#app/platform/settings/define-setting.server.ts'
import { filledIn } from '#app/platform/settings/form-fields.ts'

const dollars = filledIn(
  z.coerce
    .number({ error: 'Please enter an amount in US dollars.' })
    .min(0, 'Please enter 0 or more.')
    .max(1_000_000, 'Please enter at most 1,000,000.'),
)

const perMillion = z.number().min(0).max(10_000)
const price = z.object({ model: z.string().trim().min(1).max(100), input: perMillion, output: perMillion })
const prices = z
  .union([z.string(), z.array(price)])
  .default([])
  .transform((value, refine) => (typeof value === 'string' ? pricesOf(value, refine) : value))
  .pipe(z.array(price).max(100, 'Please list at most 100 models.'))

/** The limits for all use of the providers: replies, embeddings and writing. */
export const spendingLimitsSchema = z.object({
  /** US dollars; 0 allows nothing. */
  dailyCap: dollars,
  monthlyCap: dollars,
  /**
   * The owner's own prices in US dollars per million tokens. A form has one model per line: its name, then the prices
   * of input and output, as in `gpt-4o 2.5 10`.
   */
  prices,
})

export type SpendingLimits = z.infer<typeof spendingLimitsSchema>

export const defaultSpendingLimits: SpendingLimits = { dailyCap: 10, monthlyCap: 100, prices: [] }

/** The assistant's limits, set on the same page, are stored under the same key (features/chat/limits). */
export const SPENDING_LIMITS_KEY = 'chat-limits'

export const findSpendingLimits = readerOf({
  key: SPENDING_LIMITS_KEY,
  schema: spendingLimitsSchema,
  defaults: defaultSpendingLimits,
})

function pricesOf(text: string, refine: z.RefinementCtx) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, model, input, output] = /^(\S+)\s+\$?([\d.]+)\s+\$?([\d.]+)$/.exec(line.trim()) ?? []
    if (model === undefined) {
      refine.addIssue(`Please write a model and two prices, as in gpt-4o 2.5 10: ${line}`)
      return z.NEVER
    }
    return { model, input: Number(input), output: Number(output) }
  })
}

import { z } from 'zod'

const dollars = z.coerce
  .number({ error: 'Please enter an amount in US dollars.' })
  .min(0, 'Please enter 0 or more.')
  .max(1_000_000, 'Please enter at most 1,000,000.')
const price = z.coerce.number().min(0).max(10_000)

/** What may be spent on the providers, by replies, vectors and writing together. */
export const spendingLimitsSchema = z.object({
  /** US dollars; 0 lets nothing through. */
  dailyCap: dollars,
  monthlyCap: dollars,
  /** The owner's own prices, in US dollars for a million tokens. */
  prices: z
    .array(z.object({ model: z.string().trim().min(1).max(100), input: price, output: price }))
    .max(100, 'Please list at most 100 models.'),
})

export type SpendingLimits = z.infer<typeof spendingLimitsSchema>

export const defaultSpendingLimits: SpendingLimits = { dailyCap: 10, monthlyCap: 100, prices: [] }

import { z } from 'zod'

const count = (max: number) =>
  z.coerce
    .number({ error: 'Please enter a number.' })
    .int('Please enter a whole number.')
    .min(1, 'Please enter 1 or more.')
    .max(max, `Please enter at most ${max.toLocaleString('en')}.`)
const dollars = z.coerce
  .number({ error: 'Please enter an amount in US dollars.' })
  .min(0, 'Please enter 0 or more.')
  .max(1_000_000, 'Please enter at most 1,000,000.')
const price = z.coerce.number().min(0).max(10_000)

/** What one visitor and all together may ask of the assistant. */
export const chatLimitsSchema = z.object({
  messagesPerMinute: count(1000),
  streamsPerAddress: count(1000),
  messagesPerConversation: count(500),
  streamsInAll: count(10_000),
  /** US dollars; 0 lets nothing through. */
  dailyCap: dollars,
  monthlyCap: dollars,
  /** The owner's own prices, in US dollars for a million tokens. */
  prices: z
    .array(z.object({ model: z.string().trim().min(1).max(100), input: price, output: price }))
    .max(100, 'Please list at most 100 models.'),
})

export type ChatLimits = z.infer<typeof chatLimitsSchema>

export const defaultChatLimits: ChatLimits = {
  messagesPerMinute: 10,
  streamsPerAddress: 2,
  messagesPerConversation: 30,
  streamsInAll: 20,
  dailyCap: 10,
  monthlyCap: 100,
  prices: [],
}

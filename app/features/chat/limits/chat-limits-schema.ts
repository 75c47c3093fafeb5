import { z } from 'zod'

import {
  defaultSpendingLimits,
  spendingLimitsSchema,
} from '#app/features/ai/spending/spending-limits-schema.ts'

const count = (max: number) =>
  z.coerce
    .number({ error: 'Please enter a number.' })
    .int('Please enter a whole number.')
    .min(1, 'Please enter 1 or more.')
    .max(max, `Please enter at most ${max.toLocaleString('en')}.`)

/** What one visitor and all together may ask of the assistant, and what may be spent. */
export const chatLimitsSchema = spendingLimitsSchema.extend({
  messagesPerMinute: count(1000),
  streamsPerAddress: count(1000),
  messagesPerConversation: count(500),
  streamsInAll: count(10_000),
})

export type ChatLimits = z.infer<typeof chatLimitsSchema>

export const defaultChatLimits: ChatLimits = {
  messagesPerMinute: 10,
  streamsPerAddress: 2,
  messagesPerConversation: 30,
  streamsInAll: 20,
  ...defaultSpendingLimits,
}

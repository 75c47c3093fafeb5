import { z } from 'zod'

import { readSpending } from '#app/features/ai/spending/ledger.server.ts'
import {
  defaultSpendingLimits,
  SPENDING_LIMITS_KEY,
  spendingLimitsSchema,
} from '#app/features/ai/spending/spending-limits.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { filledIn } from '#app/platform/settings/form-fields.ts'

const count = (max: number) =>
  filledIn(
    z.coerce
      .number({ error: 'Please enter a number.' })
      .int('Please enter a whole number.')
      .min(1, 'Please enter 1 or more.')
      .max(max, `Please enter at most ${max.toLocaleString('en')}.`),
  )

const schema = spendingLimitsSchema.extend({
  messagesPerMinute: count(1000),
  streamsPerAddress: count(1000),
  messagesPerConversation: count(500),
  streamsInAll: count(10_000),
})

export type ChatLimits = z.infer<typeof schema>

/** How much each and all visitors may ask, and what may be spent. Applies from the next message on. */
export const chatLimits = defineSetting({
  key: SPENDING_LIMITS_KEY,
  schema,
  defaults: {
    messagesPerMinute: 10,
    streamsPerAddress: 2,
    messagesPerConversation: 30,
    streamsInAll: 20,
    ...defaultSpendingLimits,
  },
  audit: 'settings.limits',
  path: '/admin/api/limits',
})

export type ChatLimitsView = ChatLimits & { spentToday: number; spentThisMonth: number }

export async function readChatLimits(ctx: Ctx): Promise<ChatLimitsView> {
  const limits = await chatLimits.readAsOwner(ctx)
  const { today, thisMonth } = await readSpending(ctx)
  return { ...limits, spentToday: today / 1_000_000, spentThisMonth: thisMonth / 1_000_000 }
}

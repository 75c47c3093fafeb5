import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { findChatLimits } from './chat-limits.server.ts'
import type { ChatLimits } from './chat-limits-schema.ts'
import { readSpending } from '#app/features/ai/spending/ledger.server.ts'

export type ChatLimitsView = ChatLimits & { spentToday: number; spentThisMonth: number }

/** The limits, and what was spent of the caps in US dollars. */
export async function readChatLimits(ctx: Ctx): Promise<ChatLimitsView> {
  requireActor(ctx)
  const { today, thisMonth } = await readSpending(ctx)
  return {
    ...(await findChatLimits(ctx)),
    spentToday: today / 1_000_000,
    spentThisMonth: thisMonth / 1_000_000,
  }
}

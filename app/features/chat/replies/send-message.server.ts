import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { longestGrounds } from '#app/features/chat/grounding/find-grounds.server.ts'
import { findChatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { buildSystemPrompt } from '#app/features/chat/settings/build-system-prompt.ts'
import { findChatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { type Asked, beginTurn } from './begin-turn.server.ts'
import { canaryOf } from './canary.server.ts'
import { parseChatRequest } from './parse-chat-request.ts'
import { runReply } from './run-reply.server.ts'
import { dearestCost, spendWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { beginInFlight, type InFlightReply } from './in-flight.server.ts'

export type Sending = Omit<Asked, 'conversationId' | 'message'> & { body: unknown }

export type SentMessage = { begin: ChatEvent & { type: 'begin' }; reply: InFlightReply }

/** Stores a visitor's message and, unless the owner speaks, begins the reply. @throws {FieldErrors} {AppError} */
export async function sendMessage(ctx: Ctx, { body, ...visit }: Sending): Promise<SentMessage> {
  const request = parseChatRequest(body)
  const [found, limits, settings, { siteName }, groundsLength] = await Promise.all([
    findEndpoints(ctx),
    findChatLimits(ctx),
    findChatbotSettings(ctx),
    ctx.site(ctx),
    longestGrounds(ctx),
  ])
  const instructionsFor = (canary: string) => buildSystemPrompt(settings, { siteName, canary })
  const turn = await spendWithinCaps(ctx, limits, () =>
    beginTurn(ctx, { ...request, ...visit }, limits, (turns) =>
      dearestCost(found, limits, instructionsFor('').length + groundsLength, turns),
    ),
  )
  const { conversationId, token, replyId } = turn
  const reply = beginInFlight(ctx, replyId ?? newId())
  if (turn.replyId === null) reply.end({ type: 'speaker', speaker: 'owner' })
  else {
    const canary = canaryOf(ctx, conversationId)
    void runReply(ctx, turn, reply, found, { instructions: instructionsFor(canary), canary })
  }
  return { begin: { type: 'begin', conversationId, token, replyId }, reply }
}

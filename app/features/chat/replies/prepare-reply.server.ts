import { findEndpoints, type FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { dearestCost } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { costOfHelp, longestGrounds } from '#app/features/chat/grounding/grounds.server.ts'
import { findOfferedTools } from '#app/features/chat/tools/chat-tools.server.ts'
import { createPurse } from '#app/features/chat/tools/purse.server.ts'
import { type ChatLimits, chatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { buildSystemPrompt } from '#app/features/chat/settings/build-system-prompt.ts'
import type { AssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import type { ChatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import type { Ctx, VisitorTool } from '#app/platform/context.server.ts'

import { canaryOf } from './canary.server.ts'
import type { Prompt } from './make-reply.server.ts'

export type PreparedReply = {
  found: FoundEndpoints
  limits: ChatLimits
  prompt: Prompt
  /** Returns the maximum cost of a reply to these turns. */
  dearest: (turns: readonly Turn[]) => number
}

type BotSettings = ChatbotSettings & Pick<AssistantSettings, 'toolsOff' | 'promise'>

export async function prepareReply(ctx: Ctx, settings: BotSettings): Promise<PreparedReply> {
  const [found, limits, { siteName }, wording] = await Promise.all([
    findEndpoints(ctx),
    chatLimits.read(ctx),
    ctx.site(ctx),
    ctx.wording(ctx),
  ])
  const groundsLength = await longestGrounds(ctx, found)
  const ofHelp = await costOfHelp(ctx, found, limits)
  const canary = canaryOf(ctx)
  const instructions = buildSystemPrompt(settings, { siteName, canary, fillFacts: wording.fill })
  const { tools, mayAskForPerson } = await findOfferedTools(ctx, settings)
  const length = instructions.length + groundsLength + lengthOfTools(tools)
  return {
    found,
    limits,
    prompt: { instructions, canary, tools, mayAskForPerson, purse: createPurse(ctx, found, limits) },
    dearest: (turns) => ofHelp + dearestCost(ctx, found, limits, { length, turns }),
  }
}

/** English tool schemas have more characters per token than the general estimate assumes. */
function lengthOfTools(tools: readonly VisitorTool[]): number {
  const sent = tools.flatMap(({ name, description, schema }) => [name, description, JSON.stringify(schema)])
  return Math.ceil(0.75 * sent.join('').length)
}

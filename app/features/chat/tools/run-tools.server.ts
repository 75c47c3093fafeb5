import type { ReplyEvent, ToolRound } from '#app/features/ai/providers/model-call.ts'
import type { ChatCard } from '#app/features/chat/chat-events.ts'
import { asData } from '#app/features/chat/grounding/grounds.server.ts'
import { createCanaryGuard } from '#app/features/chat/replies/canary.server.ts'
import { visibleText } from '#app/lib/readable-text.ts'
import type { VisitorCard } from '#app/lib/visitor-card.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx, ToolVisit, VisitorTool } from '#app/platform/context.server.ts'
import type { ToolOutcome } from '#app/platform/db/schema/chat.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { storeToolCall } from './stored-tool-calls.server.ts'

/** Per reply. */
export const MOST_CALLS = 5
/** The most characters of a result that the model is given. */
const LONGEST_RESULT = 4000
/** Milliseconds per tool. */
const PATIENCE = 5 * SECOND

export type ToolCall = Pick<ReplyEvent & { type: 'toolCall' }, 'id' | 'name' | 'input'>

export type ToolUse = {
  tools: readonly VisitorTool[]
  /** The chat's own tool, whose result is already visible. */
  ownTool: string
  visit: ToolVisit
  /** The reply with which calls are stored; null for a trial, which stores nothing. */
  reply: { conversationId: string; replyId: string } | null
  signal: AbortSignal
  show(card: ChatCard): void
  /** The system prompt's canary; a card that contains it is not shown. */
  canary: string
}

type Told = { outcome: ToolOutcome; text: string; card?: VisitorCard }

const FAILED = 'This does not work at the moment.'

/** Runs the calls of one answer in parallel, except those beyond `left`. Reports all errors to the model. */
export async function runTools(
  ctx: Ctx,
  calls: readonly ToolCall[],
  left: number,
  use: ToolUse,
): Promise<ToolRound['results']> {
  return Promise.all(
    calls.map(async (call, at) => {
      const { id, name } = call
      if (name === use.ownTool) return { id, name, text: 'The visitor sees the contact form.' }
      if (at >= left) return { id, name, text: 'No more calls are possible. Answer with what you know.' }
      const { outcome, text, card = null } = await runTool(ctx, call, use)
      if (!use.reply) return { id, name, text: asData(text) }
      const called = { name, input: call.input, outcome, result: text, card }
      const callId = await storeToolCall(ctx, use.reply, called)
      if (card && callId === null) return { id, name, text: FAILED }
      if (card && callId !== null) use.show({ ...card, id: callId, done: null })
      return { id, name, text: asData(text) }
    }),
  )
}

async function runTool(
  ctx: Ctx,
  { name, input }: ToolCall,
  { tools, visit, signal, canary }: ToolUse,
): Promise<Told> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return { outcome: 'refused', text: 'There is no such tool.' }
  if (input === undefined) return { outcome: 'refused', text: 'The input is not valid JSON.' }
  try {
    if ('propose' in tool) return proposed(await inTime(tool.propose(ctx, input, visit), signal), canary)
    const output = await inTime(tool.run(ctx, input, visit), signal)
    return { outcome: 'done', text: shortened(JSON.stringify(output)) }
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'refused', text: shortened(sentenceOf(error)) }
    if (!signal.aborted) ctx.log.error({ error, tool: name }, 'chat.tool_failed')
    return { outcome: 'failed', text: FAILED }
  }
}

function proposed(card: VisitorCard, canary: string): Told {
  const json = visibleText(JSON.stringify(card))
  if (createCanaryGuard(canary).push(json) === null)
    return { outcome: 'refused', text: 'This cannot be shown.' }
  const { title, values, button } = card
  const shown = JSON.stringify({ title, values, button })
  return {
    outcome: 'card',
    card,
    text: shortened(
      `The visitor sees a card: ${shown} Nothing is done yet. Say in one sentence that the button does it.`,
    ),
  }
}

/** Whatever a tool does after that changes nothing, because tools only read. */
async function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const late = Promise.withResolvers<never>()
  const onAbort = () => late.reject(new Error('The tool took too long, or the visitor left.'))
  limit.addEventListener('abort', onAbort)
  if (limit.aborted) onAbort()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    limit.removeEventListener('abort', onAbort)
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT).toWellFormed()}… (cut)` : text
}

function sentenceOf(error: AppError): string {
  if (!(error instanceof FieldErrors)) return error.message
  return Object.entries(error.fields)
    .map(([field, fault]) => `${field}: ${fault}`)
    .join(' ')
}

import { setTimeout as pause } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type Call, streamOnce } from './call-once.server.ts'
import { estimateTokens, fitRequest, lengthOf } from './fit-request.ts'
import type {
  CallFailure,
  EarlierCall,
  Endpoint,
  FailureKind,
  ReplyEvent,
  ReplyRequest,
} from './model-call.ts'
import { outputTokens, thinkingOf } from './reasoning.ts'
import { createThoughtHabits } from './thought-habits.ts'
import { type Patience, thinkingPatience, usualPatience } from './watch-call.server.ts'

/** Failures that may be temporary, so that a retry at the same provider makes sense. */
const passing: ReadonlySet<FailureKind> = new Set(['rate-limited', 'overloaded', 'unreachable'])
const RETRY_AFTER = SECOND / 2
/** If the provider asks for a longer wait, there is no retry. */
const LONGEST_RETRY_AFTER = 3 * SECOND

export type ReplyEndpoints = { primary: Endpoint; fallback: Endpoint | null }

/** Without the state of the process, no model is trusted to keep thoughts out of its text. */
type AskingCtx = Pick<Ctx, 'log'> & Partial<Pick<Ctx, 'state'>>

/**
 * Streams one reply. A call that fails before visible text is repeated without what the model rejected; otherwise it is
 * retried once, at the fallback if set, or at the same endpoint if the failure may be temporary.
 */
export async function* streamReply(
  ctx: AskingCtx,
  endpoints: ReplyEndpoints,
  request: ReplyRequest,
  options: { signal: AbortSignal; patience?: Patience; endBy?: number },
): AsyncGenerator<ReplyEvent> {
  const endBy = options.endBy ?? endOf(options.patience)
  const earlier: EarlierCall[] = []
  const adjusted = new Set<Adjustment>()
  const habits = ctx.state?.of(createThoughtHabits) ?? createThoughtHabits()
  let isLast = false
  let call: Call | null = firstCall(endpoints.primary, request)
  while (call) {
    const current: Call = call
    call = null
    const patience = options.patience ?? patienceOf(current.endpoint)
    const left = { ...patience, whole: Math.max(1, endBy - performance.now()) }
    let isVisible = false
    const toolCalls: ReplyEvent[] = []
    const { signal } = options
    for await (const event of streamOnce(current, { patience: left, habits, signal })) {
      if (event.type === 'toolCall') {
        toolCalls.push(event)
        continue
      }
      if (event.type === 'text' || event.type === 'restart') {
        isVisible = event.type === 'text'
        yield event
        continue
      }
      if (event.type === 'failed') {
        const { kind, message } = event
        if (kind !== 'aborted') ctx.log.warn({ ...event.by, kind, reason: message }, 'chat.provider_failed')
        if (!isVisible) call = adjustedCall(current, event, adjusted)
        if (!isVisible && !call && !isLast) {
          isLast = true
          const next = await nextTry(endpoints, event, options.signal)
          if (next && next !== current.endpoint) adjusted.clear()
          call = next && (next === current.endpoint ? current : firstCall(next, request))
        }
        if (call && event.usage) earlier.push({ by: event.by, usage: event.usage })
      }
      if (call) continue
      yield* toolCalls
      yield { ...event, earlier }
    }
  }
}

/** Returns when a reply that starts now must end, in the time of `performance.now()`. */
export function endOf(patience: Patience = usualPatience): number {
  return performance.now() + patience.whole
}

/** Sends one message and reads the reply to its end. Returns null if text came. */
export async function askOnce(
  ctx: AskingCtx,
  endpoint: Endpoint,
  message: string,
): Promise<CallFailure | null> {
  const request = { instructions: '', turns: [{ role: 'user' as const, content: message }] }
  const { signal } = new AbortController()
  for await (const event of streamReply(ctx, { primary: endpoint, fallback: null }, request, { signal }))
    if (event.type === 'failed') return event
  return null
}

function firstCall(endpoint: Endpoint, request: ReplyRequest): Call {
  const thinking = thinkingOf(endpoint.provider, endpoint.model)
  const maxTokens = outputTokens(thinking, request.maxTokens)
  const fitting = endpoint.window ? fitRequest(request, endpoint.window - maxTokens) : request
  return { endpoint, request: fitting, effort: thinking.effort, maxTokens, isLimitRenamed: false }
}

function patienceOf({ provider, model }: Endpoint): Patience {
  return thinkingOf(provider, model).thinks === false ? usualPatience : thinkingPatience
}

type Adjustment = 'tools' | 'effort' | 'limit' | 'room' | 'length'

/** Returns the call without what the model rejected, each once, because compatible servers and new models differ. */
function adjustedCall(call: Call, failure: CallFailure, adjusted: Set<Adjustment>): Call | null {
  const adjustment = adjustmentFor(call, failure)
  if (adjustment === null || adjusted.has(adjustment)) return null
  adjusted.add(adjustment)
  const { request } = call
  switch (adjustment) {
    case 'tools':
      return { ...call, request: { ...request, tools: undefined } }
    case 'effort':
      return { ...call, effort: undefined, maxTokens: outputTokens({ thinks: true }, request.maxTokens) }
    case 'limit':
      return { ...call, isLimitRenamed: true }
    case 'room':
      return { ...call, maxTokens: outputTokens({ thinks: true }, request.maxTokens) }
    case 'length':
      return { ...call, request: fitRequest(request, estimateTokens(lengthOf(request)) / 2) }
  }
}

function adjustmentFor(call: Call, { kind, message }: CallFailure): Adjustment | null {
  if (kind === 'too-long') return 'length'
  if (kind === 'no-room')
    return call.maxTokens < outputTokens({ thinks: true }, call.request.maxTokens) ? 'room' : null
  if (kind !== 'refused') return null
  if (call.request.tools && /\btools?\b/i.test(message)) return 'tools'
  if (/max_completion_tokens/.test(message)) return 'limit'
  return call.effort && /reasoning|thinking|effort/i.test(message) ? 'effort' : null
}

async function nextTry(
  { primary, fallback }: ReplyEndpoints,
  failure: CallFailure,
  signal: AbortSignal,
): Promise<Endpoint | null> {
  if (failure.kind === 'aborted') return null
  if (fallback) return fallback
  const wait = failure.retryAfter === undefined ? RETRY_AFTER : failure.retryAfter * SECOND
  if (!passing.has(failure.kind) || wait > LONGEST_RETRY_AFTER) return null
  await pause(wait, undefined, { signal }).catch(() => {})
  return signal.aborted ? null : primary
}

import { setTimeout as pause } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { CallFailure, Endpoint, FailureKind, ReplyEvent, ReplyRequest } from './model-call.ts'
import { streamOnce } from './call-once.server.ts'
import { type Patience, usualPatience } from './watch-call.server.ts'

/** Failures that may pass, so that a second call to the same provider makes sense. */
const passing: ReadonlySet<FailureKind> = new Set(['rate-limited', 'overloaded', 'unreachable'])
const RETRY_AFTER = SECOND / 2
/** If the provider asks for a longer wait, there is no second call. */
const LONGEST_RETRY_AFTER = 3 * SECOND

export type ReplyEndpoints = { primary: Endpoint; fallback: Endpoint | null }

/**
 * Streams one reply. If a call fails before any visible text, there is one more: to the fallback if one is set, otherwise
 * to the same endpoint if the failure may pass.
 */
export async function* streamReply(
  ctx: Pick<Ctx, 'log'>,
  endpoints: ReplyEndpoints,
  request: ReplyRequest,
  options: { signal: AbortSignal; patience?: Patience },
): AsyncGenerator<ReplyEvent> {
  const patience = options.patience ?? usualPatience
  const endBy = performance.now() + patience.whole
  let endpoint = endpoints.primary
  let asked = request
  for (let isLast = false; ; isLast = true) {
    const left = { ...patience, whole: Math.max(1, endBy - performance.now()) }
    let isVisible = false
    for await (const event of streamOnce(endpoint, asked, left, options.signal)) {
      if (event.type === 'text' || event.type === 'toolCall') {
        isVisible = true
        yield event
      } else if (event.type === 'done') {
        yield event
        return
      } else {
        const { kind, message } = event
        if (kind !== 'aborted') ctx.log.warn({ ...event.by, kind, reason: message }, 'chat.provider_failed')
        const isToolless = kind === 'refused' && request.tools !== undefined && /\btools?\b/i.test(message)
        let next: Endpoint | null = null
        if (!isVisible && !isLast)
          next = isToolless ? endpoint : await nextTry(endpoints, event, options.signal)
        // Compatible servers may run models without tools: ask those again without them.
        if (isToolless) asked = { ...request, tools: undefined }
        if (next === null) {
          yield event
          return
        }
        endpoint = next
      }
    }
  }
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

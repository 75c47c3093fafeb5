import { setTimeout as pause } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { CallFailure, Endpoint, FailureKind, ReplyEvent, ReplyRequest } from './model-call.ts'
import { streamOnce } from './call-once.server.ts'
import { type Patience, usualPatience } from './watch-call.server.ts'

/** What a second try at the same door may mend; a wrong key stays wrong. */
const passing: ReadonlySet<FailureKind> = new Set(['rate-limited', 'overloaded', 'unreachable'])
const RETRY_AFTER = SECOND / 2
/** A visitor does not wait longer for a provider that asks for patience. */
const LONGEST_RETRY_AFTER = 3 * SECOND

export type ReplyEndpoints = { primary: Endpoint; fallback: Endpoint | null }

/**
 * Streams one reply. Before any visible text a failed call is followed by at most one other: at the fallback where one
 * is set, otherwise at the same endpoint when the fault may pass. After visible text nothing is tried again. The last
 * event is `done` or `failed`; ending the iteration ends the upstream call.
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
        // A compatible server may hold a model that knows no tools: then it is asked without.
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

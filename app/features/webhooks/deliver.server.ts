import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'
import { JobPostponed } from '#app/platform/jobs/job.server.ts'

import { KEEP_TRYING, type Outcome, settleDelivery, type StartNext } from './settle-delivery.server.ts'
import { findSecrets, signedHeaders } from './sign.server.ts'

/** Delays after the first attempts; then hourly. */
export const RETRIES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR]
const PATIENCE = 10 * SECOND
/** While a receiver is unreachable, deliveries not yet attempted wait, so that they take no slots from others. */
const LONGEST_PAUSE = 10 * MINUTE

type Asked = { id: string; round: number; signal: AbortSignal; startNext: StartNext }

/** Attempts a delivery once. @throws {JobPostponed} until the next attempt */
export async function deliver(ctx: Ctx, { id, round, signal, startNext }: Asked): Promise<void> {
  const delivery = await ctx.db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_id')
    .select([
      'webhook_delivery.id',
      'webhook_id',
      'subject_id',
      'payload',
      'attempts',
      'queued_at',
      'next_at',
    ])
    .select(['url', 'failures', 'paused_until', 'webhook_delivery.round'])
    .where('webhook_delivery.id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  // It was removed with its webhook, erased, or delivered by an attempt whose job did not finish.
  if (!delivery) return
  const now = ctx.clock.now()
  const wait = delivery.attempts === 0 ? (delivery.paused_until ?? now) : delivery.next_at
  if (wait > now) throw new JobPostponed(wait, 'The receiver cannot be reached.')
  const secrets = await findSecrets(ctx, delivery.webhook_id)
  const outcome = await post(ctx, delivery, { secrets, signal })
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  const next = isDelivered ? null : nextTry(delivery, ctx.clock.now())
  await settleDelivery(ctx, delivery, {
    outcome,
    state: isDelivered ? 'delivered' : next === null ? 'dead' : 'waiting',
    next,
    pause: outcome.status === null ? pauseAfter(delivery.failures) : null,
    startNext,
  })
  if (next !== null) throw new JobPostponed(next, outcome.error ?? `The receiver answered ${outcome.status}.`)
}

/** Returns null after three days of attempts. */
function nextTry(
  { attempts, queued_at }: { attempts: number; queued_at: number },
  now: number,
): number | null {
  const next = now + (RETRIES[attempts] ?? HOUR)
  return next - queued_at > KEEP_TRYING ? null : next
}

function pauseAfter(failures: number): number {
  return Math.min(5 * SECOND * 2 ** Math.min(failures, 10), LONGEST_PAUSE)
}

type Sending = { secrets: readonly string[]; signal: AbortSignal }

async function post(
  ctx: Ctx,
  { id, url, payload }: { id: string; url: string; payload: string },
  { secrets, signal }: Sending,
): Promise<Outcome> {
  const late = AbortSignal.timeout(PATIENCE)
  try {
    const response = await createGuardedRequest(ctx.outbound)(url, {
      method: 'POST',
      body: payload,
      signal: AbortSignal.any([late, signal]),
      headers: {
        ...signedHeaders(secrets, { id, at: ctx.clock.now(), body: payload }),
        'content-type': 'application/json',
        'user-agent': 'FoyerWebhooks/1.0',
        connection: 'close',
      },
    })
    // The body is not used, and it may be endless.
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return { status: null, error: 'The receiver did not answer within 10 seconds.' }
    const isRedirect = error instanceof TypeError && error.message.includes('redirects')
    return { status: null, error: isRedirect ? 'The receiver redirects.' : 'The receiver cannot be reached.' }
  }
}

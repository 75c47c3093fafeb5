import type { Ctx } from '#app/platform/context.server.ts'
import type { WebhookDeliveryTable } from '#app/platform/db/schema/webhook.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

export const KEEP_TRYING = 3 * DAY

/** `status` is the HTTP status of the response; null if there was none. */
export type Outcome = { status: number | null; error: string | null }

export type StartNext = (ctx: Ctx, webhookId: string, subjectId: string) => Promise<void>

/** Taken to add or end a delivery of the subject, so that no waiting delivery is left without a job. */
export async function lockSubject(ctx: Ctx, webhookId: string, subjectId: string): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, `webhook ${webhookId} ${subjectId}`)
}

type Tried = Pick<WebhookDeliveryTable, 'id' | 'webhook_id' | 'subject_id' | 'round'>

type Settled = {
  outcome: Outcome
  state: WebhookDeliveryTable['state']
  next: number | null
  /** Milliseconds for which the webhook's other deliveries wait. */
  pause: number | null
  startNext: StartNext
}

/** Stores the outcome of an attempt, and starts the subject's next delivery if this one ended. */
export async function settleDelivery(ctx: Ctx, tried: Tried, settled: Settled): Promise<void> {
  const { outcome, state, next } = settled
  const now = ctx.clock.now()
  await withTransaction(ctx, async (ctx) => {
    await lockSubject(ctx, tried.webhook_id, tried.subject_id)
    const stored = await ctx.db
      .updateTable('webhook_delivery')
      .set((set) => ({
        state,
        attempts: set('attempts', '+', 1),
        next_at: next ?? now,
        ended_at: state === 'waiting' ? null : now,
        status: outcome.status,
        error: outcome.error,
      }))
      .where('id', '=', tried.id)
      .where('round', '=', tried.round)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!stored) return
    await noteHealth(ctx, tried.webhook_id, settled)
    if (state !== 'waiting') await settled.startNext(ctx, tried.webhook_id, tried.subject_id)
  })
}

async function noteHealth(ctx: Ctx, id: string, { state, pause }: Settled): Promise<void> {
  const now = ctx.clock.now()
  const webhook = ctx.db.updateTable('webhook').where('id', '=', id)
  if (state === 'delivered') {
    await webhook.set({ failures: 0, failing_since: null, paused_until: null }).execute()
    return
  }
  const { failing_since } = await webhook
    .set((set) => ({
      failures: set('failures', '+', 1),
      failing_since: set.fn.coalesce('failing_since', set.val(now)),
      paused_until: pause === null ? null : now + pause,
    }))
    .returning('failing_since')
    .executeTakeFirstOrThrow()
  if (state === 'dead' && failing_since !== null && now - failing_since >= KEEP_TRYING - HOUR)
    await disable(ctx, id)
}

/** Turns off a webhook that failed for three days. Its waiting deliveries become dead, and can be sent again. */
async function disable(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.updateTable('webhook').set({ disabled_at: now }).where('id', '=', id).execute()
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ state: 'dead', ended_at: now, error: 'The webhook was turned off.' })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await ctx.signals.publish(ctx, TODAY_TOPIC)
}

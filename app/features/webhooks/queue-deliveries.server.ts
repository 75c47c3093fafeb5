import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { WebhookDeliveryTable } from '#app/platform/db/schema/webhook.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { deliver } from './deliver.server.ts'
import { lockSubject } from './settle-delivery.server.ts'

type NewDelivery = {
  webhookId: string
  kind: WebhookDeliveryTable['kind']
  subjectId: string
  data: object
}

/** Stores a delivery in the transaction of the event. It waits for earlier ones about the same subject. */
export async function queueDelivery(
  ctx: Ctx,
  { webhookId, kind, subjectId, data }: NewDelivery,
): Promise<void> {
  await lockSubject(ctx, webhookId, subjectId)
  const now = ctx.clock.now()
  const payload = { type: kind, timestamp: new Date(now).toISOString(), data }
  await ctx.db
    .insertInto('webhook_delivery')
    .values({
      id: `msg_${newId()}`,
      webhook_id: webhookId,
      kind,
      subject_id: subjectId,
      payload: JSON.stringify(payload),
      state: 'waiting',
      created_at: now,
      queued_at: now,
      round: 0,
      attempts: 0,
      next_at: now,
      ended_at: null,
      status: null,
      error: null,
    })
    .execute()
  await startNext(ctx, webhookId, subjectId)
}

/** Queues the job of the subject's earliest waiting delivery, unless it has one already. */
export async function startNext(ctx: Ctx, webhookId: string, subjectId: string): Promise<void> {
  const next = await findFirst(ctx, webhookId, subjectId)
  if (!next) return
  const { id, round } = next
  await enqueue(ctx, deliverWebhook, { id, round }, { id: `${deliverWebhook.name}:${id}:${round}` })
}

/** Starts waiting deliveries whose jobs may have found nothing to send. Call it in a transaction. */
export async function resumeDeliveries(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const waiting = await ctx.db
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_id', 'subject_id'])
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .orderBy('webhook_id')
    .orderBy('subject_id')
    .execute()
  for (const { id, webhook_id, subject_id } of waiting) {
    await lockSubject(ctx, webhook_id, subject_id)
    // A job runs once per round.
    await ctx.db
      .updateTable('webhook_delivery')
      .set((set) => ({ round: set('round', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  for (const { webhook_id, subject_id } of waiting) await startNext(ctx, webhook_id, subject_id)
}

export async function findFirst(ctx: Ctx, webhookId: string, subjectId: string) {
  return ctx.db
    .selectFrom('webhook_delivery')
    .select(['id', 'round'])
    .where('webhook_id', '=', webhookId)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Attempts are limited by time; `maxAttempts` only stops a delivery that crashes its process. */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  lane: 'webhooks',
  payload: z.object({ id: z.string(), round: z.int() }),
  maxAttempts: 150,
  run: (ctx, { id, round }, { signal }) => deliver(ctx, { id, round, signal, startNext }),
})

const KEPT = 30 * DAY

export const deleteOldDeliveries = defineJob({
  name: 'delete-old-deliveries',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db
      .deleteFrom('webhook_delivery')
      .where('state', '!=', 'waiting')
      .where('created_at', '<', ctx.clock.now() - KEPT)
      .execute()
  },
})

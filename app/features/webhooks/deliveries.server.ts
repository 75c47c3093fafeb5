import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { WebhookDeliveryTable } from '#app/platform/db/schema/webhook.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { startNext } from './queue-deliveries.server.ts'
import { lockSubject } from './settle-delivery.server.ts'
import { subjectOf } from './webhooks.server.ts'

const MOST_LISTED = 100

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const

/** Returns the latest deliveries to all receivers, without their payloads. */
export async function listDeliveries(ctx: Ctx, { state }: { state: WebhookDeliveryTable['state'] | null }) {
  requireActor(ctx, 'settings.read')
  const deliveries = ctx.db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_id')
    .select(['webhook_delivery.id', 'kind', 'state', 'webhook_delivery.created_at', 'attempts', 'next_at'])
    .select(['ended_at', 'status', 'error', 'url'])
    .orderBy('webhook_delivery.id', 'desc')
    .limit(MOST_LISTED)
  return (state ? deliveries.where('state', '=', state) : deliveries).execute()
}

export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Sends a delivery again with the same id, whatever its state. @throws {AppError} not-found */
export async function resendDelivery(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    const found = await ctx.db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_id')
      .select(['webhook_id', 'subject_id', 'url'])
      .where('webhook_delivery.id', '=', id)
      .executeTakeFirst()
    if (!found) throw new AppError('not-found', 'There is no such delivery. It may have been deleted.')
    await lockSubject(ctx, found.webhook_id, found.subject_id)
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('webhook_delivery')
      .set((set) => ({
        state: 'waiting',
        round: set('round', '+', 1),
        attempts: 0,
        queued_at: now,
        next_at: now,
        ended_at: null,
        status: null,
        error: null,
      }))
      .where('id', '=', id)
      .execute()
    await ctx.db
      .updateTable('webhook')
      .set({ paused_until: null })
      .where('id', '=', found.webhook_id)
      .execute()
    await startNext(ctx, found.webhook_id, found.subject_id)
    const subject = subjectOf({ id: found.webhook_id, url: found.url })
    await recordChange(ctx, { what: 'webhook.resent', subject })
  })
}

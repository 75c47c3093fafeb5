import { readEvents } from '#app/features/webhooks/webhooks.server.ts'
import { queueDelivery } from '#app/features/webhooks/queue-deliveries.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { WebhookEvent } from '#app/platform/webhook-events.ts'

import { readRecord } from './read-record.server.ts'

/** Queues an event for the webhooks subscribed to it, with the record as the API shows it. */
export async function tellWebhooks(ctx: Ctx, { kind, id, subject = id }: WebhookEvent): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`${kind} must be reported in its own transaction.`)
  const webhooks = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'events'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  const told = webhooks.filter(({ events }) => readEvents(events).includes(kind))
  if (told.length === 0) return
  const data = await readRecord(ctx, { kind, id })
  if (data)
    for (const webhook of told)
      await queueDelivery(ctx, { webhookId: webhook.id, kind, subjectId: subject, data })
}

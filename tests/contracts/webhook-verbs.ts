import { deliveryStates, resendDelivery } from '#app/features/webhooks/deliveries.server.ts'
import {
  addWebhook,
  removeWebhook,
  rotateSecret,
  sendTestEvent,
  turnOnWebhook,
} from '#app/features/webhooks/webhooks.server.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, verb, withId } from './admin-verb.ts'

const url = 'https://receiver.example/what-nobody-else-may-read'

async function webhook(ctx: TestCtx): Promise<string> {
  return (await addWebhook(asOwner(ctx), { url, events: ['lead.created'] })).id
}

async function delivery(ctx: TestCtx): Promise<string> {
  await sendTestEvent(asOwner(ctx), { id: await webhook(ctx) })
  const sent = await ctx.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('state', 'in', deliveryStates)
    .executeTakeFirstOrThrow()
  return sent.id
}

export const webhookVerbs: readonly AdminVerb[] = [
  verb(addWebhook, 'webhook.added', async () => (ctx) => addWebhook(ctx, { url, events: ['lead.created'] })),
  verb(
    rotateSecret,
    'webhook.secret_changed',
    withId(webhook, (ctx, id) => rotateSecret(ctx, { id })),
  ),
  verb(
    turnOnWebhook,
    'webhook.turned_on',
    withId(webhook, (ctx, id) => turnOnWebhook(ctx, { id })),
  ),
  verb(
    sendTestEvent,
    'webhook.tested',
    withId(webhook, (ctx, id) => sendTestEvent(ctx, { id })),
  ),
  verb(
    removeWebhook,
    'webhook.removed',
    withId(webhook, (ctx, id) => removeWebhook(ctx, { id })),
  ),
  verb(
    resendDelivery,
    'webhook.resent',
    withId(delivery, (ctx, id) => resendDelivery(ctx, { id })),
  ),
]

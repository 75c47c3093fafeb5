import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { webhookEventKinds, type WebhookEventKind } from '#app/platform/webhook-events.ts'

import { queueDelivery } from './queue-deliveries.server.ts'
import { newSecret } from './sign.server.ts'

const MOST_WEBHOOKS = 20
const LONGEST_URL = 2000

const eventsSchema = z.array(z.enum(webhookEventKinds))

export function readEvents(stored: string): WebhookEventKind[] {
  return eventsSchema.parse(JSON.parse(stored))
}

export async function listWebhooks(ctx: Ctx) {
  requireActor(ctx, 'settings.read')
  const rows = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'url', 'events', 'failing_since', 'disabled_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, events: readEvents(row.events) }))
}

export type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number]

type Made = { id: string; url: string; secret: string }

/** Returns the secret, which is not shown again. @throws {FieldErrors} url, events. @throws {AppError} conflict */
export async function addWebhook(ctx: Ctx, input: { url: string; events: readonly string[] }): Promise<Made> {
  requireActor(ctx, 'settings.write')
  const url = parseUrl(ctx, input.url)
  const events = webhookEventKinds.filter((kind) => input.events.includes(kind))
  if (events.length === 0) throw new FieldErrors({ events: 'Please choose at least one event.' })
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'webhooks')
    const known = await ctx.db.selectFrom('webhook').select('id').execute()
    if (known.length >= MOST_WEBHOOKS)
      throw new AppError('conflict', `You already have ${MOST_WEBHOOKS} webhooks. Please remove one first.`)
    const id = newId()
    const now = ctx.clock.now()
    const working = { failures: 0, failing_since: null, paused_until: null, disabled_at: null }
    await ctx.db
      .insertInto('webhook')
      .values({ id, url, events: JSON.stringify(events), created_at: now, ...working })
      .execute()
    await recordChange(ctx, { what: 'webhook.added', subject: subjectOf({ id, url }), fields: events })
    return { id, url, secret: await newSecret(ctx, id) }
  })
}

function parseUrl(ctx: Ctx, typed: string): string {
  const text = typed.trim()
  try {
    if (text.length > LONGEST_URL || /[^!-~]/.test(text)) throw new Error('It cannot be sent.')
    const url = checkedUrl(text, { loopback: ctx.outbound.loopback, anyPort: true })
    url.hash = ''
    return url.href
  } catch {
    throw new FieldErrors({ url: 'Please enter a public address that begins with https://.' })
  }
}

/** Both secrets sign for a day, so that the receiver can switch. @throws {AppError} not-found */
export async function rotateSecret(ctx: Ctx, { id }: { id: string }): Promise<Made> {
  requireActor(ctx, 'settings.write')
  return withTransaction(ctx, async (ctx) => {
    const { url } = await getWebhook(ctx, id)
    await recordChange(ctx, { what: 'webhook.secret_changed', subject: subjectOf({ id, url }) })
    return { id, url, secret: await newSecret(ctx, id) }
  })
}

/** @throws {AppError} not-found. */
export async function removeWebhook(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    const { url } = await getWebhook(ctx, id)
    await ctx.db.deleteFrom('webhook').where('id', '=', id).execute()
    await recordChange(ctx, { what: 'webhook.removed', subject: subjectOf({ id, url }) })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
  })
}

/** Events that happened while it was off are not sent. @throws {AppError} not-found */
export async function turnOnWebhook(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    const { url } = await getWebhook(ctx, id)
    const working = { failures: 0, failing_since: null, paused_until: null, disabled_at: null }
    await ctx.db.updateTable('webhook').set(working).where('id', '=', id).execute()
    await recordChange(ctx, { what: 'webhook.turned_on', subject: subjectOf({ id, url }) })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
  })
}

/** @throws {AppError} not-found. */
export async function sendTestEvent(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    const { url } = await getWebhook(ctx, id)
    const data = { text: 'This is a test.' }
    await queueDelivery(ctx, { webhookId: id, kind: 'webhook.test', subjectId: newId(), data })
    await recordChange(ctx, { what: 'webhook.tested', subject: subjectOf({ id, url }) })
  })
}

async function getWebhook(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom('webhook').select('url').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found', 'There is no such webhook. It may have been removed.')
  return row
}

/** Names only the host, because the path may contain a secret, as with chat services. */
export function subjectOf({ id, url }: { id: string; url: string }) {
  return { id, title: new URL(url).host, path: '/admin/settings/webhooks' }
}

import { createHmac, randomBytes } from 'node:crypto'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { newId } from '#app/platform/ids.server.ts'

const PREFIX = 'whsec_'
/** How long the former secret signs alongside the new one. */
const OVERLAP = DAY

const rowOf = (id: string) => `webhook_secret:${id}`

/** Re-encrypted when APP_SECRET changes. */
export const sealedWebhookSecrets: SealedColumn = {
  table: 'webhook_secret',
  key: 'id',
  column: 'sealed',
  rowOf,
}

/** Stores and returns a webhook's new secret; the former one expires in a day. Runs in the caller's transaction. */
export async function newSecret(ctx: Ctx, webhookId: string): Promise<string> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('webhook_secret')
    .where('webhook_id', '=', webhookId)
    .where('ends_at', 'is not', null)
    .execute()
  await ctx.db
    .updateTable('webhook_secret')
    .set({ ends_at: now + OVERLAP })
    .where('webhook_id', '=', webhookId)
    .execute()
  const id = newId()
  const secret = `${PREFIX}${randomBytes(32).toString('base64')}`
  const sealed = ctx.vault.seal(rowOf(id), secret)
  await ctx.db
    .insertInto('webhook_secret')
    .values({ id, webhook_id: webhookId, sealed, created_at: now, ends_at: null })
    .execute()
  return secret
}

/** Newest first. */
export async function findSecrets(ctx: Ctx, webhookId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('webhook_secret')
    .select(['id', 'sealed'])
    .where('webhook_id', '=', webhookId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', ctx.clock.now())]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, sealed }) => ctx.vault.open(rowOf(id), sealed))
}

type Message = { id: string; at: number; body: string }

/** Returns the headers of the Standard Webhooks specification, with one signature per secret. */
export function signedHeaders(secrets: readonly string[], { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { SITE_ASSISTANT } from '../assistants/assistant-choices.ts'
import { findAssistant } from '../assistants/read-assistant.server.ts'

const SECRET_BYTES = 32

export const identityRow = (id: string): string => `assistant:${id}`

export const sealedIdentitySecrets = {
  table: 'assistant',
  key: 'id',
  column: 'sealed_secret',
  rowOf: identityRow,
} as const

/** Returns the secret with which another site signs the addresses of its visitors; null if there is none. */
export async function findIdentitySecret(ctx: Ctx, id: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('assistant')
    .select('sealed_secret')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed_secret ? openSealed(ctx.vault, identityRow(id), row.sealed_secret) : null
}

/** Returns the secret for a member who sets up the other site; null if there is none. */
export async function readIdentitySecret(ctx: Ctx, id: string): Promise<string | null> {
  requireActor(ctx, 'knowledge.write')
  return findIdentitySecret(ctx, id)
}

/** Creates the secret, or replaces it: signatures made with the former one are wrong from then on. */
export async function renewIdentitySecret(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  if (id === SITE_ASSISTANT) return
  await withTransaction(ctx, async (ctx) => {
    const { name } = await findAssistant(ctx, id)
    const sealed_secret = ctx.vault.seal(identityRow(id), randomBytes(SECRET_BYTES).toString('hex'))
    await ctx.db
      .updateTable('assistant')
      .set({ sealed_secret, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
    const subject = { id, title: name, path: `/admin/assistants/${id}` }
    await recordChange(ctx, { what: 'assistant.secret_renewed', subject })
  })
}

/** @returns hexadecimal HMAC-SHA256 of the address, trimmed and in lower case. */
export function signIdentity(secret: string, email: string): string {
  return createHmac('sha256', secret).update(normalAddress(email)).digest('hex')
}

export function normalAddress(email: string): string {
  return email.trim().toLowerCase()
}

export function isSigned(secret: string, email: string, signature: string): boolean {
  const [wanted, given] = [Buffer.from(signIdentity(secret, email)), Buffer.from(signature.toLowerCase())]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

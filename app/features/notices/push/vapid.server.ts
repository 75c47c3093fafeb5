import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'

import { vapidRow } from '../stored-preferences.server.ts'

const ID = 'vapid'
/** Push services refuse more than a day (RFC 8292, section 2). */
const LASTS = 12 * HOUR

const storedKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

export type VapidKey = z.infer<typeof storedKey>

/** Returns the key that identifies this installation to push services. It is generated on first use. */
export async function obtainVapidKey(ctx: Ctx): Promise<VapidKey> {
  const stored = await findSealed(ctx)
  const known = stored === null ? null : openKey(ctx, stored)
  if (known) return known
  const made = storedKey.parse(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  )
  const sealed = ctx.vault.seal(vapidRow(ID), JSON.stringify(made))
  const created_at = ctx.clock.now()
  if (stored === null)
    await ctx.db
      .insertInto('vapid_key')
      .values({ id: ID, sealed, created_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  else
    await ctx.db
      .updateTable('vapid_key')
      .set({ sealed, created_at })
      .where('id', '=', ID)
      .where('sealed', '=', stored)
      .execute()
  const agreed = openKey(ctx, await findSealed(ctx))
  if (!agreed) throw new Error('The key for push services was sealed by an instance with another APP_SECRET.')
  return agreed
}

async function findSealed(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db.selectFrom('vapid_key').select('sealed').where('id', '=', ID).executeTakeFirst()
  return row?.sealed ?? null
}

function openKey(ctx: Ctx, sealed: string | null): VapidKey | null {
  if (sealed === null) return null
  try {
    return storedKey.parse(JSON.parse(ctx.vault.open(vapidRow(ID), sealed)))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    ctx.log.warn({ error }, 'notices.vapid_key_unreadable')
    return null
  }
}

/** Returns the uncompressed curve point in base64url, as browsers and push services expect it. */
export function publicKeyOf({ x, y }: VapidKey): string {
  const bytes = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'))
  return Buffer.concat([Buffer.of(4), ...bytes]).toString('base64url')
}

type Claim = { endpoint: string; now: number; contact: string }

/** Returns the header that identifies the sender to a push service (RFC 8292). */
export function vapidHeader(key: VapidKey, { endpoint, now, contact }: Claim): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + LASTS) / 1000), sub: contact }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const privateKey = createPrivateKey({ format: 'jwk', key })
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`
}

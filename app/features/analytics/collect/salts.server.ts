import { createHash, randomBytes } from 'node:crypto'

import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { afterCommit } from '#app/platform/db/transaction.server.ts'

import { deleteSeen } from '../rollups/seen.server.ts'

const SALT_BYTES = 16
const VISITOR_HEX_DIGITS = 16

/** Returns a day's salt, the same in every process; the first process that needs it creates it. */
export type Salts = (ctx: Ctx, day: string) => Promise<string>

export function createSalts(): Salts {
  let known: { day: string; bytes: string } | null = null
  return async (ctx, day) => {
    if (known?.day === day) return known.bytes
    const made = { day, bytes: randomBytes(SALT_BYTES).toString('hex') }
    await ctx.db
      .insertInto('salt')
      .values(made)
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute()
    const { bytes } = await ctx.db
      .selectFrom('salt')
      .select('bytes')
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    // The caller's transaction may still be rolled back.
    afterCommit(ctx, () => {
      known = { day, bytes }
    })
    return bytes
  }
}

/** One-day pseudonym of 64 bits; IP address and user agent cannot be recovered from it. */
export function visitorHash(salt: string, clientAddress: string, userAgent: string): string {
  return createHash('sha256')
    .update(`${salt}\n${clientAddress}\n${userAgent}`)
    .digest('hex')
    .slice(0, VISITOR_HEX_DIGITS)
}

/** Deletes the salts and pseudonyms of past days; they cannot be computed again, even with the database and the secret. */
export async function destroySalts(ctx: Ctx, today: string): Promise<number> {
  const old = await ctx.db.deleteFrom('salt').where('day', '<', today).returning('day').execute()
  const yesterday = addDays(today, -1)
  await deleteSeen(ctx, ['<', yesterday])
  await ctx.db.deleteFrom('recount').where('day', '<', yesterday).where('draft', 'is', null).execute()
  if (!ctx.db.isTransaction)
    // Each time, because an open transaction may have kept rows of the last run in the files.
    await ctx.engine.scrub(['salt', 'seen'])
  return old.length
}

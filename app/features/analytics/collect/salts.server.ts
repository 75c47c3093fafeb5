import { createHash, randomBytes } from 'node:crypto'

import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { afterCommit } from '#app/platform/db/transaction.server.ts'

import { deleteSeen } from '../rollups/delete-seen.server.ts'

const SALT_BYTES = 16
const VISITOR_HEX_DIGITS = 16

/** Finds a day's salt, made by whoever needs it first, the same in every process. */
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
    // What a transaction made may yet be taken back.
    afterCommit(ctx, () => {
      known = { day, bytes }
    })
    return bytes
  }
}

/** Who it is on this day, and on no other: 64 bits, of which neither address nor agent can be had back. */
export function visitorHash(salt: string, clientAddress: string, userAgent: string): string {
  return createHash('sha256')
    .update(`${salt}\n${clientAddress}\n${userAgent}`)
    .digest('hex')
    .slice(0, VISITOR_HEX_DIGITS)
}

/**
 * Destroys the salts of days that are over, and who was seen on those before yesterday. From then on no hash of theirs
 * can be made again, not by one who has the database and the secret.
 */
export async function destroySalts(ctx: Ctx, today: string): Promise<number> {
  const old = await ctx.db.deleteFrom('salt').where('day', '<', today).returning('day').execute()
  const yesterday = addDays(today, -1)
  await deleteSeen(ctx, ['<', yesterday])
  await ctx.db.deleteFrom('recount').where('day', '<', yesterday).where('draft', 'is', null).execute()
  if (!ctx.db.isTransaction)
    // Each time, for a transaction that was open at the last may have kept what was deleted alive.
    await ctx.engine.scrub(['salt', 'seen'])
  return old.length
}

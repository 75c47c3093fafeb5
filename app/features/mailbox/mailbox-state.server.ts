import { DAY, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** Another process takes over when the holder has been silent for this long. */
export const LEASE = 45 * SECOND

/** A mail's UID in the mailbox, and the process that reads it. */
export type Place = { box: string; holder: string; uidValidity: string; uid: number }

/** @returns whether this process reads the mailbox until the lease ends */
export async function takeMailbox(ctx: Ctx, box: string, holder: string): Promise<boolean> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('mailbox')
    .values({ id: box, last_uid: 0, since: now - DAY, held_until: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const taken = await ctx.db
    .updateTable('mailbox')
    .set({ holder, held_until: now + LEASE })
    .where('id', '=', box)
    .where((where) => where.or([where('holder', '=', holder), where('held_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function releaseMailbox(ctx: Ctx, box: string, holder: string): Promise<void> {
  await ctx.db
    .updateTable('mailbox')
    .set({ held_until: 0 })
    .where('id', '=', box)
    .where('holder', '=', holder)
    .execute()
}

/**
 * Returns where to continue. If the server renumbers its mails, mails are read again from one day before the last
 * one; those already stored are recognized by their message ids.
 */
export async function startReading(ctx: Ctx, { box, holder, uidValidity }: Omit<Place, 'uid'>) {
  const state = await ctx.db
    .selectFrom('mailbox')
    .select(['uid_validity', 'last_uid', 'since', 'last_mail_at'])
    .where('id', '=', box)
    .executeTakeFirstOrThrow()
  const isSame = state.uid_validity === uidValidity
  const since = isSame || state.last_mail_at === null ? state.since : state.last_mail_at - DAY
  const lastUid = isSame ? state.last_uid : 0
  await ctx.db
    .updateTable('mailbox')
    .set({ uid_validity: uidValidity, last_uid: lastUid, since })
    .set({ connected_at: ctx.clock.now(), error: null, failing_since: null })
    .where('id', '=', box)
    .where('holder', '=', holder)
    .execute()
  return { lastUid, since }
}

/** Call this in the transaction that stores the mail. @throws {AppError} conflict if another process took over */
export async function advance(ctx: Ctx, { box, holder, uidValidity, uid }: Place, arrivedAt: number | null) {
  const moved = await ctx.db
    .updateTable('mailbox')
    .set({ last_uid: uid, ...(arrivedAt === null ? {} : { last_mail_at: arrivedAt }) })
    .where('id', '=', box)
    .where('holder', '=', holder)
    .where('uid_validity', '=', uidValidity)
    .where('last_uid', '<', uid)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new AppError('conflict', 'Another process is reading the mailbox.')
}

export async function noteFailure(ctx: Ctx, box: string, error: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('mailbox')
    .set((update) => ({ error, failing_since: update.fn.coalesce('failing_since', update.val(now)) }))
    .where('id', '=', box)
    .execute()
}

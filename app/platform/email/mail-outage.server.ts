import { replaceAddresses } from '#app/lib/addresses-in-text.ts'
import { MINUTE, HOUR } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { JOBS_TOPIC } from '#app/platform/jobs/enqueue.server.ts'
import { lanes } from '#app/platform/jobs/job.server.ts'
import { tellRefused } from './tell-refused.server.ts'

const ROW = 1
const TRY_LASTS = lanes.mail.deadline + MINUTE

function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), HOUR)
}

export async function findOutage(ctx: Pick<Ctx, 'db'>) {
  const outage = await ctx.db
    .selectFrom('mail_outage')
    .select(['since', 'reason', 'tries', 'next_try_at'])
    .where('id', '=', ROW)
    .executeTakeFirst()
  return outage ?? null
}

/** Normally every mail is sent. During an outage, one mail at a time is sent as a trial. */
export type Turn = 'send' | 'trial' | 'wait'

export async function takeTurn(ctx: Ctx): Promise<Turn> {
  const outage = await findOutage(ctx)
  if (!outage) return 'send'
  const now = ctx.clock.now()
  if (outage.next_try_at > now) return 'wait'
  const taken = await ctx.db
    .updateTable('mail_outage')
    .set({ next_try_at: now + TRY_LASTS })
    .where('id', '=', ROW)
    .where('next_try_at', '=', outage.next_try_at)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? 'trial' : 'wait'
}

/** Pauses all mail. Only failed trials make the pause longer. */
export async function noteOutage(ctx: Ctx, said: string, turn: Turn): Promise<void> {
  const now = ctx.clock.now()
  // Every admin page shows the reason, so it must not contain an address.
  const reason = replaceAddresses(said, () => true, '…')
  if (turn === 'trial') {
    await ctx.db
      .updateTable('mail_outage')
      .set((update) => ({ reason, tries: update('tries', '+', 1) }))
      .where('id', '=', ROW)
      .execute()
    const outage = await findOutage(ctx)
    if (outage)
      await ctx.db
        .updateTable('mail_outage')
        .set({ next_try_at: now + pauseAfter(outage.tries) })
        .where('id', '=', ROW)
        .execute()
    return
  }
  const { numInsertedOrUpdatedRows: begun } = await ctx.db
    .insertInto('mail_outage')
    .values({ id: ROW, since: now, reason, tries: 1, next_try_at: now + pauseAfter(1) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (begun) ctx.log.warn({ reason }, 'mail.outage')
}

export async function endOutage(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('mail_outage').where('id', '=', ROW).execute()
  await ctx.signals.publish(ctx, JOBS_TOPIC)
  ctx.log.info({}, 'mail.outage_over')
}

export async function tryMailServerNow(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('mail_outage')
    .set({ next_try_at: ctx.clock.now() })
    .where('id', '=', ROW)
    .execute()
  await ctx.signals.publish(ctx, JOBS_TOPIC)
}

export async function failOldMails(ctx: Ctx, age: number): Promise<void> {
  const limit = ctx.clock.now() - age
  const outage = await findOutage(ctx)
  await withTransaction(ctx, async (ctx) => {
    const failed = await ctx.db
      .updateTable('email')
      .set((update) => ({
        state: 'failed' as const,
        round: update('round', '+', 1),
        last_error: outage?.reason ?? null,
      }))
      .where('state', '=', 'waiting')
      .where('created_at', '<=', limit)
      .where((where) => where.or([where('queued_at', 'is', null), where('queued_at', '<=', limit)]))
      .returning('id')
      .execute()
    for (const { id } of failed) await tellRefused(ctx, id)
  })
}

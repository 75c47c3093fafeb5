import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import { JOBS_TOPIC } from '#app/platform/jobs/enqueue.server.ts'

import { tryMailServerNow } from './mail-outage.server.ts'
import { sendEmail } from './send-email.job.server.ts'

export type EmailSelection = { ids: readonly string[] } | { state: EmailState | null }

const SLICE = 1000

/** Queues mails again and resets their attempts. Call it in a transaction. @returns the number of mails changed */
export async function requeueEmails(
  ctx: Ctx,
  selection: EmailSelection,
  { from, recipients }: { from: readonly EmailState[]; recipients?: readonly string[] },
): Promise<number> {
  const server = await ctx.mail(ctx)
  const change = {
    state: server ? ('waiting' as const) : ('held' as const),
    attempts: 0,
    last_error: null,
    queued_at: ctx.clock.now(),
    handed_over_at: null,
    ...(recipients && { recipients: JSON.stringify(recipients) }),
  }
  const count = await changeInSlices(ctx, selection, from, async (ids) => {
    const changed = await changeThese(ctx, ids, from, change)
    if (server) await queueThese(ctx, ids)
    return changed
  })
  if (server) await tryMailServerNow(ctx)
  return count
}

/** Queues waiting mails whose jobs may have found nothing to send. Call it in a transaction. */
export async function resumeEmails(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await changeInSlices(ctx, { ids }, ['waiting'], async (slice) => {
    const changed = await changeThese(ctx, slice, ['waiting'], { state: 'waiting' })
    await queueThese(ctx, slice)
    return changed
  })
}

export async function dismissEmails(ctx: Ctx, selection: EmailSelection): Promise<number> {
  const from = ['waiting', 'held', 'failed'] as const
  return changeInSlices(ctx, selection, from, (ids) => changeThese(ctx, ids, from, { state: 'dismissed' }))
}

async function changeInSlices(
  ctx: Ctx,
  selection: EmailSelection,
  from: readonly EmailState[],
  change: (ids: string[]) => Promise<number>,
): Promise<number> {
  let count = 0
  let last = ''
  for (;;) {
    const rows = await selectEmails(ctx, selection)
      .select('id')
      .where('state', 'in', from)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    const ids = rows.map(({ id }) => id)
    const end = ids.at(-1)
    if (end === undefined) return count
    count += await change(ids)
    last = end
    await yieldToOthers()
  }
}

export function selectEmails(ctx: Ctx, selection: EmailSelection) {
  const all = ctx.db.selectFrom('email')
  if ('ids' in selection) return all.where('id', 'in', selection.ids)
  return selection.state === null ? all : all.where('state', '=', selection.state)
}

async function changeThese(
  ctx: Ctx,
  ids: string[],
  from: readonly EmailState[],
  change: { state: EmailState; [column: string]: unknown },
): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('email')
    .set((update) => ({ ...change, round: update('round', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

async function queueThese(ctx: Ctx, ids: string[]): Promise<void> {
  const now = ctx.clock.now()
  const round = sql<string>`cast(round as text)`
  await ctx.db
    .insertInto('job')
    .columns(['id', 'name', 'payload', 'state', 'run_at', 'attempts', 'max_attempts', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('email')
        .select([
          sql<string>`'send-email:' || id || ':' || ${round}`.as('id'),
          sql.lit<string>(sendEmail.name).as('name'),
          sql<string>`'{"emailId":"' || id || '","round":' || ${round} || '}'`.as('payload'),
          sql.lit('waiting').as('state'),
          sql.lit(now).as('run_at'),
          sql.lit(0).as('attempts'),
          sql.lit(sendEmail.maxAttempts).as('max_attempts'),
          sql.lit(now).as('created_at'),
        ])
        .where('id', 'in', ids)
        .where('state', '=', 'waiting'),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await ctx.signals.publish(ctx, JOBS_TOPIC)
}

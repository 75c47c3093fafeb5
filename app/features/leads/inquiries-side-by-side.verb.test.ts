import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { foldOutbox } from '#app/features/analytics/collect/event-outbox.server.ts'
import { lockRollups } from '#app/features/analytics/rollups/add-to-rollups.server.ts'
import { lockSpending } from '#app/features/ai/spending/ledger.server.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { keepLegalTexts } from './legal-texts.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

/** SQLite allows only one writer. */
const onPostgres = test.skipIf(testEngine === 'sqlite')

const inquiryOf = (ctx: Ctx, n: number) => ({
  ...inquirySending(ctx, { email: `visitor${n}@example.com`, message: `Message ${n}, long enough.` }),
  clientAddress: `203.0.113.${n}`,
})

/** Runs `work` in a transaction that stays open until `end` is called. */
async function holdOpen(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<string[]>()
  const ended = withTransaction(ctx, async (inside) => {
    await work(inside)
    begin(await heldLocks(inside))
    await mayEnd
  })
  return {
    locks: await Promise.race([begun, ended.then((): string[] => [])]),
    end: async () => (end(), ended),
  }
}

/** Returns the locks of this transaction for which another could wait. */
async function heldLocks(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ lock: string }>`
    select concat_ws(' ', locktype, classid, objid, relation::regclass, page, tuple) as lock from pg_locks
    where pid = pg_backend_pid() and locktype not in ('virtualxid', 'transactionid')
      and not (locktype = 'relation' and mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock'))
  `.execute(ctx.db)
  return rows.map(({ lock }) => lock)
}

onPostgres(
  'an inquiry whose transaction does not end holds up no other, and shares no lock with it',
  async () => {
    const { mail } = await createTestSmtp()
    const ctx = await createTestCtx({ mail })
    const other = await createSecondInstance(ctx)
    // Legal texts are stored before an inquiry's transaction.
    await keepLegalTexts(ctx)
    const hanging = await holdOpen(ctx, (inside) => submitInquiry(inside, inquiryOf(ctx, 1)))
    const second = await holdOpen(other, (inside) => submitInquiry(inside, inquiryOf(ctx, 2)))
    expect(hanging.locks).not.toEqual([])
    expect(hanging.locks.filter((lock) => second.locks.includes(lock))).toEqual([])
    await second.end()
    expect(await other.db.selectFrom('lead').select('email').execute()).toEqual([
      { email: 'visitor2@example.com' },
    ])
    await hanging.end()
  },
)

onPostgres(
  'an inquiry’s transaction notifies nobody, for those that do commit one after the other',
  async () => {
    const { mail } = await createTestSmtp()
    const ctx = await createTestCtx({ mail })
    const statements: string[] = []
    const db = ctx.db.withPlugin({
      transformQuery({ node }) {
        statements.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await submitInquiry({ ...ctx, db }, inquiryOf(ctx, 1))
    expect(statements.some((statement) => statement.includes('"job"'))).toBe(true)
    expect(statements.filter((statement) => statement.includes('pg_notify'))).toEqual([])
  },
)

onPostgres(
  'while another instance counts and does not end, inquiries are taken and counted after',
  async () => {
    const ctx = await createTestCtx()
    const other = await createSecondInstance(ctx)
    const counting = await holdOpen(other, lockRollups)
    await submitInquiry(ctx, inquiryOf(ctx, 1))
    expect(await ctx.db.selectFrom('event').select('id').execute()).toEqual([])
    await counting.end()
    expect(await foldOutbox(ctx)).toBe(1)
  },
)

onPostgres(
  'while a crowd waits for the assistant, which another instance holds up, inquiries are taken',
  async () => {
    const ctx = await createTestCtx()
    const other = await createSecondInstance(ctx)
    const holding = await holdOpen(other, lockSpending)
    const crowd = Array.from({ length: 15 }, () => withQueuedTransaction(ctx, lockSpending))
    await submitInquiry(ctx, inquiryOf(ctx, 1))
    await holding.end()
    await Promise.all(crowd)
  },
)

test('two instances that fold at once count each inquiry once', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  const other = await createSecondInstance(ctx)
  for (let n = 0; n < 12; n += 1) await createLead(ctx)
  const waiting = await ctx.db.selectFrom('event_outbox').select('id').execute()
  await Promise.all([ctx, other, ctx, other].map((one) => foldOutbox(one)))
  const events = await ctx.db.selectFrom('event').select('kind').execute()
  expect(events).toHaveLength(waiting.length)
  const figure = await ctx.db
    .selectFrom('roll_day')
    .select('n')
    .where('dimension', '=', 'kind')
    .where('key', '=', 'contact_form')
    .executeTakeFirstOrThrow()
  expect(figure.n).toBe(12)
})

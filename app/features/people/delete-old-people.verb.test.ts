import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { eraseLead } from '#app/features/leads/delete-lead.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

import { deleteOldPeople } from './delete-old-people.job.server.ts'

const run = { signal: new AbortController().signal }
const email = 'ann@example.com'

/** Creates a person whose only inquiry is gone. */
async function createForgotten(ctx: TestCtx): Promise<void> {
  await eraseLead(ctx, await createLead(ctx, { email }))
}

/** Does something before the next transaction begins. */
function beforeNextTransaction(ctx: TestCtx, work: () => Promise<unknown>): void {
  const begin = ctx.db.transaction.bind(ctx.db)
  vi.spyOn(ctx.db, 'transaction').mockImplementationOnce(() => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = async (change) => {
      await work()
      return execute(change)
    }
    return transaction
  })
}

async function countLeadsOfPeople({ db }: TestCtx): Promise<number> {
  const leads = db.selectFrom('lead').innerJoin('person_address', 'person_address.address', 'lead.address')
  return (await leads.select('lead.id').execute()).length
}

test('who writes after the job has read who is forgotten stays', async () => {
  const ctx = asOwner(await createTestCtx())
  await createForgotten(ctx)
  beforeNextTransaction(ctx, () => createLead(ctx, { email }))
  await deleteOldPeople.run(ctx, {}, run)
  expect(await countLeadsOfPeople(ctx)).toBe(1)
})

test('an inquiry that is stored while its person is deleted gets a new one', async () => {
  const ctx = asOwner(await createTestCtx())
  await createForgotten(ctx)
  const deleted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const deleting = withTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('person').execute()
    deleted.resolve()
    await commit.promise
  })
  await deleted.promise
  const inquiry = createLead(ctx, { email })
  // SQLite has one connection, so there the inquiry waits anyway.
  if (ctx.engine.name === 'postgres') await until('the inquiry waits', () => isWaiting(ctx))
  commit.resolve()
  await Promise.all([deleting, inquiry])
  expect(await countLeadsOfPeople(ctx)).toBe(1)
})

async function isWaiting({ db }: TestCtx): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

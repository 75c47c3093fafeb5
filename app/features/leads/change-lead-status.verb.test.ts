import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { changeLeadStatus } from './change-lead-status.server.ts'
import { leadStatuses } from './lead-status.ts'

async function leadOf(ctx: TestCtx, id: string) {
  const lead = ctx.db.selectFrom('lead').select(['status', 'created_at', 'updated_at'])
  return lead.where('id', '=', id).executeTakeFirstOrThrow()
}

async function historyOf(ctx: TestCtx) {
  const events = ctx.db.selectFrom('lead_event').select(['kind', 'actor', 'body', 'at']).orderBy('id')
  return events.where('kind', '!=', 'received').execute()
}

test('without the owner nothing changes', async () => {
  const ctx = await createTestCtx()
  const id = await createLead(ctx)
  await expect(changeLeadStatus(ctx, { id, status: 'won' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await leadOf(ctx, id)).toMatchObject({ status: 'new' })
})

test('a lead goes its way and back, each step with who and when in its history', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  const untouched = await createLead(ctx)
  const start = ctx.clock.now()
  for (const status of leadStatuses.toReversed()) {
    ctx.clock.advance(MINUTE)
    await changeLeadStatus(ctx, { id, status })
    expect(await leadOf(ctx, id)).toEqual({ status, created_at: start, updated_at: ctx.clock.now() })
  }
  const [first] = await historyOf(ctx)
  expect(first).toEqual({ kind: 'status', actor: testActor.email, body: 'lost', at: start + MINUTE })
  expect((await historyOf(ctx)).map(({ body }) => body)).toEqual(leadStatuses.toReversed())
  expect(await leadOf(ctx, untouched)).toEqual({ status: 'new', created_at: start, updated_at: start })
})

test.each(['', 'WON', 'deleted', 'new '])('the status %j is none, and changes nothing', async (status) => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await expect(changeLeadStatus(ctx, { id, status })).rejects.toMatchObject({
    code: 'invalid',
    fields: { status: 'Please choose a status.' },
  })
  expect(await historyOf(ctx)).toEqual([])
})

test('an unknown lead is not found, and leaves no history', async () => {
  const ctx = asOwner(await createTestCtx())
  const change = changeLeadStatus(ctx, { id: 'unknown', status: 'won' })
  await expect(change).rejects.toMatchObject({ code: 'not-found' })
  expect(await historyOf(ctx)).toEqual([])
})

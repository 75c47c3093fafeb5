import { expect, test } from 'vitest'

import { getLead } from '#app/features/leads/get-lead.server.ts'
import { changeLeadWork } from '#app/features/leads/work/change-lead-work.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx, testActor } from '#tests/support/test-ctx.ts'

import { assignNeed, settleNeed, snoozeNeed, undoToday } from './change-today.server.ts'
import { listToday } from './list-today.server.ts'

/** Creates a lead that needs no reply. */
async function leadWith(ctx: TestCtx, name: string, dueOn: string): Promise<string> {
  const id = await createLead(ctx, { name, company: '' }, { status: 'contacted' })
  await changeLeadWork(ctx, { id, set: { nextStep: `Call ${name}`, dueOn } })
  return id
}

const needsOf = async (ctx: TestCtx) => (await listToday(ctx)).needs

test('a next step needs someone from its day on, what is overdue before what is due today', async () => {
  const ctx = asOwner(await createTestCtx())
  const today = await leadWith(ctx, 'Today', '2026-11-21')
  await leadWith(ctx, 'Overdue', '2026-11-19')
  await leadWith(ctx, 'Tomorrow', '2026-11-22')
  const spam = await createSpamLead(ctx)
  await changeLeadWork(ctx, { id: spam, set: { dueOn: '2026-11-19' } })
  const [first, second] = await needsOf(ctx)
  expect(second).toMatchObject({
    item: `step:${today}:2026-11-21`,
    kind: 'step',
    group: 'today',
    title: 'Today',
    text: 'Call Today',
    due: Date.parse('2026-11-22T00:00:00Z'),
    replyPath: `/admin/leads/${today}`,
  })
  expect(first).toMatchObject({ title: 'Overdue', group: 'overdue' })
  ctx.clock.advance(DAY)
  expect((await needsOf(ctx)).map(({ title }) => title)).toEqual(['Today', 'Overdue', 'Tomorrow'])
})

test('done clears the step and its day, and undo brings both back', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await leadWith(ctx, 'Ada', '2026-11-20')
  const undo = await settleNeed(ctx, { item: `step:${id}:2026-11-20` })
  expect(await needsOf(ctx)).toEqual([])
  expect((await getLead(ctx, id)).work).toMatchObject({ nextStep: null, dueOn: null })
  await undoToday(ctx, undo)
  expect((await getLead(ctx, id)).work).toMatchObject({ nextStep: 'Call Ada', dueOn: '2026-11-20' })
  expect(await needsOf(ctx)).toHaveLength(1)
})

test('a step that was moved meanwhile is not cleared, and a new one is not replaced by undo', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await leadWith(ctx, 'Ada', '2026-11-20')
  const item = `step:${id}:2026-11-20`
  await changeLeadWork(ctx, { id, set: { dueOn: '2026-12-01' } })
  await expect(settleNeed(ctx, { item })).rejects.toMatchObject({ code: 'conflict' })
  await expect(undoToday(ctx, { item, did: 'done', before: 'Call' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('it is snoozed until its time, and assigned as the lead is', async () => {
  const root = await createTestCtx()
  const { id: memberId, email } = await createTestOwner(root)
  const ctx = asOwner(root, { ...testActor, memberId, email })
  const id = await leadWith(ctx, 'Ada', '2026-11-20')
  const item = `step:${id}:2026-11-20`
  await assignNeed(ctx, { item, memberId: memberId })
  expect((await getLead(ctx, id)).lead.assignee_id).toBe(memberId)
  expect((await listToday(ctx, { mine: true })).needs).toHaveLength(1)
  await snoozeNeed(ctx, { item, until: 'hour' })
  expect(await needsOf(ctx)).toEqual([])
  ctx.clock.advance(DAY)
  expect(await needsOf(ctx)).toHaveLength(1)
})

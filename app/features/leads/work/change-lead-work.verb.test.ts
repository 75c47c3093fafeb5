import { expect, test } from 'vitest'

import { getLead } from '../get-lead.server.ts'
import { deleteLead, restoreLead } from '../delete-lead.server.ts'
import { listLeads } from '../list-leads.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { changeLeadWork } from './change-lead-work.server.ts'
import { readWork } from './lead-work.ts'

const plan = readWork({
  valueCents: '1,200.50',
  nextStep: ' Call  Ada\nabout the offer ',
  dueOn: '2026-11-25',
  tags: '#Spring, dental; spring',
})

async function auditOf(ctx: ReturnType<typeof asOwner>) {
  return ctx.db
    .selectFrom('audit_entry')
    .select(['fields', 'changes'])
    .where('kind', '=', 'lead.work_changed')
    .orderBy('id')
    .execute()
}

test('value, next step, day and tags are stored as they are meant, told, and undone by what is returned', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  const undo = await changeLeadWork(ctx, { id, set: plan })
  const work = {
    valueCents: 120_050,
    nextStep: 'Call Ada about the offer',
    dueOn: '2026-11-25',
    tags: ['dental', 'spring'],
  }
  const changed = await getLead(ctx, id)
  expect(changed.work).toEqual(work)
  expect(changed.events[0]).toMatchObject({
    kind: 'work',
    body: 'Value: none → 1,200.50 USD; Next step: none → Call Ada about the offer; Due: none → 2026-11-25; Tags: none → dental, spring',
  })
  const [entry] = await auditOf(ctx)
  expect(JSON.parse(String(entry?.changes))).toEqual({
    value: [null, '1,200.50 USD'],
    due: [null, '2026-11-25'],
    tags: ['', 'dental, spring'],
  })
  expect(entry?.fields).toBe('["nextStep"]')

  await changeLeadWork(ctx, undo)
  expect((await getLead(ctx, id)).work).toEqual({ valueCents: null, nextStep: null, dueOn: null, tags: [] })
})

test('what is left out stays, and what is the same already makes no entry', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await changeLeadWork(ctx, { id, set: plan })
  await changeLeadWork(ctx, { id, set: { tags: ['dental'] } })
  expect((await getLead(ctx, id)).work).toMatchObject({ valueCents: 120_050, tags: ['dental'] })
  expect(await changeLeadWork(ctx, { id, set: { tags: ['dental'] } })).toEqual({ id, set: {} })
  expect(await auditOf(ctx)).toHaveLength(2)
})

test('of two who change the same, the second is told; another field is no conflict', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  const shown = { nextStep: null, dueOn: null }
  await changeLeadWork(ctx, { id, set: { nextStep: 'Call' }, seen: { nextStep: null } })
  await expect(changeLeadWork(ctx, { id, set: { nextStep: 'Write' }, seen: shown })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('set the next step to “Call”'),
  })
  await changeLeadWork(ctx, { id, set: { dueOn: '2026-11-25' }, seen: { dueOn: null } })
  expect((await getLead(ctx, id)).work).toMatchObject({ nextStep: 'Call', dueOn: '2026-11-25' })
})

test('at the same moment only one of them changes it', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  const tried = await Promise.allSettled(
    ['a', 'b', 'c'].map((nextStep) =>
      changeLeadWork(ctx, { id, set: { nextStep }, seen: { nextStep: null } }),
    ),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await auditOf(ctx)).toHaveLength(1)
})

test.each([
  [{ valueCents: '-1' }, 'valueCents'],
  [{ nextStep: 'x'.repeat(201) }, 'nextStep'],
  [{ nextStep: 'a\u0000b' }, 'nextStep'],
  [{ dueOn: '2026-02-30' }, 'dueOn'],
  [{ tags: 'a,b,c,d,e,f,g,h,i,j,k' }, 'tags'],
  [{ tags: 'ada@example.com' }, 'tags'],
  [{ tags: 'x'.repeat(31) }, 'tags'],
])('%j is refused with a sentence at its field', (typed, field) => {
  expect(() => readWork(typed)).toThrowError(
    expect.objectContaining({ fields: { [field]: expect.stringMatching(/\.$/) } }),
  )
})

test('an unknown lead is not found', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(changeLeadWork(ctx, { id: 'unknown', set: plan })).rejects.toMatchObject({ code: 'not-found' })
})

test('the next step is found by search, and tags come back with a deleted lead', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await createLead(ctx)
  await changeLeadWork(ctx, { id, set: { ...plan, nextStep: 'Send the zeppelin offer' } })
  const found = await listLeads(ctx, readLeadListQuery(new URLSearchParams('q=zeppelin')))
  expect(found.leads.map((lead) => lead.id)).toEqual([id])

  const deletion = await deleteLead(ctx, id)
  expect(await ctx.db.selectFrom('lead_tag').selectAll().execute()).toEqual([])
  await restoreLead(ctx, deletion.id)
  expect((await getLead(ctx, id)).work).toMatchObject({ valueCents: 120_050, tags: ['dental', 'spring'] })
})

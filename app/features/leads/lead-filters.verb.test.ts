import { expect, test } from 'vitest'

import { ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { readLeadListQuery } from './lead-list-query.ts'
import { exportLeads, listLeads } from './list-leads.server.ts'
import { listLeadsAfter } from './list-leads.server.ts'
import { noFilters } from './lead-list-query.ts'
import { changeLeadWork } from './work/change-lead-work.server.ts'
import { listTags } from './work/list-tags.server.ts'
import { readWork } from './work/lead-work.ts'

const query = (address: string) => readLeadListQuery(new URLSearchParams(address))

async function namesIn(ctx: TestCtx, address: string): Promise<string[]> {
  const { leads, total } = await listLeads(ctx, query(address))
  expect(total).toBe(leads.length)
  return leads.map(({ name }) => name)
}

/** The tests' clock starts on 2026-11-21, a Saturday. */
async function createPlanned(ctx: TestCtx) {
  const plans = {
    Late: { valueCents: '500', nextStep: 'Call', dueOn: '2026-11-20', tags: 'dental' },
    Now: { valueCents: '1,000.50', nextStep: 'Write', dueOn: '2026-11-21', tags: 'dental, spring' },
    Soon: { valueCents: '0', nextStep: 'Meet', dueOn: '2026-11-27' },
    Later: { valueCents: '9,000', dueOn: '2026-11-28', tags: 'größe' },
    Plain: {},
  }
  for (const [name, plan] of Object.entries(plans)) {
    const id = await createLead(ctx, { name, message: `A message of ${name}` })
    await changeLeadWork(ctx, { id, set: readWork(plan) })
    ctx.clock.advance(1000)
  }
}

test('leads are found by day, value, tag and who attends to them, alone and together', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPlanned(ctx)
  const other = await createTestMember(ctx, { role: 'sales' })
  const assign = (name: string, assignee_id: string) =>
    ctx.db.updateTable('lead').set({ assignee_id }).where('name', '=', name).execute()
  await assign('Late', testActor.memberId)
  await assign('Soon', other.id)

  expect(await namesIn(ctx, 'due=overdue')).toEqual(['Late'])
  expect(await namesIn(ctx, 'due=today')).toEqual(['Now'])
  expect(await namesIn(ctx, 'due=week')).toEqual(['Soon', 'Now'])
  expect(await namesIn(ctx, 'due=none')).toEqual(['Plain'])
  expect(await namesIn(ctx, 'min=500')).toEqual(['Later', 'Now', 'Late'])
  expect(await namesIn(ctx, 'min=500&max=1000.50')).toEqual(['Now', 'Late'])
  expect(await namesIn(ctx, 'max=0')).toEqual(['Soon'])
  expect(await namesIn(ctx, 'tag=dental')).toEqual(['Now', 'Late'])
  expect(await namesIn(ctx, 'tag=GRÖSSE')).toEqual([])
  expect(await namesIn(ctx, 'tag=Größe')).toEqual(['Later'])
  expect(await namesIn(ctx, 'assignee=me')).toEqual(['Late'])
  expect(await namesIn(ctx, `assignee=${other.id}`)).toEqual(['Soon'])
  expect(await namesIn(ctx, 'assignee=nobody')).toEqual(['Plain', 'Later', 'Now'])
  expect(await namesIn(ctx, 'tag=dental&min=600&status=new')).toEqual(['Now'])
  expect(await namesIn(ctx, 'tag=dental&status=won')).toEqual([])
  expect(await namesIn(ctx, 'q=message&tag=dental')).toEqual(['Now', 'Late'])
  expect(await namesIn(ctx, 'q=late&due=overdue&folder=inbox')).toEqual(['Late'])
  expect(await namesIn(ctx, 'q=me&due=overdue')).toEqual(['Late'])
  expect(await namesIn(ctx, 'folder=spam&tag=dental')).toEqual([])
})

test('sorted by day or value, those without come last', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPlanned(ctx)
  expect(await namesIn(ctx, 'sort=due')).toEqual(['Late', 'Now', 'Soon', 'Later', 'Plain'])
  expect(await namesIn(ctx, 'sort=value')).toEqual(['Later', 'Now', 'Late', 'Soon', 'Plain'])
  expect(await namesIn(ctx, 'sort=value&tag=dental')).toEqual(['Now', 'Late'])
})

test('the file holds what the list shows, in its order, with the new fields', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPlanned(ctx)
  const csv = await wholeText(await exportLeads(ctx, query('tag=dental&sort=due')))
  const [head = '', ...rows] = csv.trim().split('\r\n')
  expect(head).toContain(',Value (USD),Next step,Due,Tags,')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(',500.00,Call,2026-11-20,dental,')
  expect(rows[1]).toContain(',1000.50,Write,2026-11-21,"dental, spring",')
  const found = await wholeText(await exportLeads(ctx, query('q=message&sort=value&min=1')))
  expect(found.trim().split('\r\n')).toHaveLength(4)
})

test.each(['due', 'value', 'newest'])(
  'an export of several slices by %s loses and doubles none',
  async (sort) => {
    const ctx = asOwner(await createTestCtx())
    const id = await createLead(ctx)
    const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const more = Array.from({ length: 2 * ROWS_A_SLICE + 10 }, (_, n) => ({
      ...lead,
      id: `${id}-${n}`,
      idempotency_key: `${id}-${n}`,
      fingerprint: `${id}-${n}`,
      name: `Copy ${n}`,
      value_cents: n % 3 === 0 ? null : (n % 7) * 100,
      due_on: n % 4 === 0 ? null : `2026-12-0${(n % 5) + 1}`,
    }))
    for (let at = 0; at < more.length; at += 50)
      await ctx.db
        .insertInto('lead')
        .values(more.slice(at, at + 50))
        .execute()
    const csv = await wholeText(await exportLeads(ctx, query(`sort=${sort}&assignee=nobody`)))
    const names = [...csv.matchAll(/Copy \d+/g)].map(([name]) => name)
    expect(names).toHaveLength(more.length)
    expect(new Set(names).size).toBe(more.length)
  },
)

test('programs read the same by day and tag, page after page', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPlanned(ctx)
  const ask = { folder: 'inbox', q: '', ...noFilters, tag: 'dental', sort: 'oldest', limit: 1 } as const
  const [first] = await listLeadsAfter(ctx, { ...ask, after: undefined })
  expect(first).toMatchObject({ name: 'Late', value_cents: 50_000, tags: ['dental'] })
  const rest = await listLeadsAfter(ctx, { ...ask, after: first, limit: 5 })
  expect(rest.map(({ name }) => name)).toEqual(['Now'])
})

test('the tags in use are offered once each', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await listTags(ctx)).toEqual([])
  await createPlanned(ctx)
  expect(await listTags(ctx)).toEqual(['dental', 'größe', 'spring'])
})

test('leads are found by an answer, alone or among several, and by that question only', async () => {
  const ctx = asOwner(await createTestCtx())
  const answer = (questionId: string, given: string | string[]) => ({
    questionId,
    kind: 'one',
    answer: given,
  })
  const create = async (name: string, ...answers: object[]) =>
    createLead(ctx, { name }, { answers: answers.length > 0 ? JSON.stringify(answers) : null })
  await create('One', answer('a1', 'Large'), answer('b2', 'Small'))
  await create('Several', answer('a1', ['Small', 'Large']))
  await create('Other', answer('b2', 'Large'))
  await create('None')
  expect((await namesIn(ctx, 'answer=a1:Large')).toSorted()).toEqual(['One', 'Several'])
  expect(await namesIn(ctx, 'answer=a1:Small')).toEqual(['Several'])
  expect(await namesIn(ctx, 'answer=b2:Large&status=new')).toEqual(['Other'])
  expect(await namesIn(ctx, 'q=visitor&answer=a1:Large')).toHaveLength(2)
  expect(await namesIn(ctx, 'answer=a1:Huge')).toEqual([])
  expect(await namesIn(ctx, 'answer=a@b')).toHaveLength(4)
})

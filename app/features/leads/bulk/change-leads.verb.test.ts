import { expect, test } from 'vitest'

import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { addLeadNote, changeLeadStatus } from '../change-lead.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'
import { changeLeadWork } from '../work/change-lead-work.server.ts'
import { MOST_TAGS } from '../work/lead-work.ts'

import { assignLeads, deleteLeads, setStatusOfLeads } from './change-leads.server.ts'
import { MOST_AT_ONCE, readSelection } from './select-leads.server.ts'
import { tagLeads } from './tag-leads.server.ts'
import { undoBulk } from './undo-bulk.server.ts'

const viewOf = (query: string) => ({ view: readLeadListQuery(new URLSearchParams(query)) })

async function statusOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db.selectFrom('lead').select(['id', 'status']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

async function makeLeads(ctx: Ctx, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each += 1) ids.push(await createLead(ctx))
  return ids
}

const auditOf = (ctx: Ctx) =>
  ctx.db.selectFrom('audit_entry').select(['kind', 'subject_title', 'changes']).orderBy('id').execute()

test('the status of many leads is set with one audit entry, and an entry in the history of each that differed', async () => {
  const ctx = asOwner(await createTestCtx())
  const ids = await makeLeads(ctx, 3)
  const won = await createLead(ctx, {}, { status: 'won' })
  const other = await createLead(ctx)
  const done = await setStatusOfLeads(ctx, { selection: { ids: [...ids, won] }, status: 'won' })
  expect(done.count).toBe(3)
  expect(await statusOf(ctx, [...ids, won, other])).toEqual(['won', 'won', 'won', 'won', 'new'])
  expect(await auditOf(ctx)).toEqual([
    { kind: 'lead.status_changed', subject_title: '3 leads', changes: '{"status":[null,"won"]}' },
  ])
  const history = await ctx.db
    .selectFrom('lead_event')
    .select(['lead_id', 'actor', 'body'])
    .where('kind', '=', 'status')
    .execute()
  expect(history.map(({ lead_id }) => lead_id).toSorted()).toEqual(ids.toSorted())
  expect(history[0]).toMatchObject({ actor: testActor.email, body: 'won' })
})

test('undo brings back what each lead was, and keeps what somebody changed since', async () => {
  const ctx = asOwner(await createTestCtx())
  const contacted = await createLead(ctx, {}, { status: 'contacted' })
  const won = await createLead(ctx, {}, { status: 'won', project_ended_at: 5 })
  const noted = await createLead(ctx)
  ctx.clock.advance(MINUTE)
  const selection = { ids: [contacted, won, noted] }
  const { undo } = await setStatusOfLeads(ctx, { selection, status: 'lost' })
  ctx.clock.advance(1000)
  await addLeadNote(ctx, { id: noted, note: 'Called' })
  expect(await undoBulk(ctx, undo)).toBe(2)
  expect(await statusOf(ctx, [contacted, won, noted])).toEqual(['contacted', 'won', 'lost'])
  const ended = ctx.db.selectFrom('lead').select('project_ended_at').where('id', '=', won)
  expect(await ended.executeTakeFirst()).toEqual({ project_ended_at: 5 })
  await expect(undoBulk(ctx, undo)).rejects.toMatchObject({ code: 'not-found' })
})

test('undo comes too late after two minutes', async () => {
  const ctx = asOwner(await createTestCtx())
  const [id = ''] = await makeLeads(ctx, 1)
  const { undo } = await setStatusOfLeads(ctx, { selection: { ids: [id] }, status: 'won' })
  ctx.clock.advance(3 * MINUTE)
  await expect(undoBulk(ctx, undo)).rejects.toMatchObject({ code: 'not-found' })
  expect(await statusOf(ctx, [id])).toEqual(['won'])
})

test('many leads are assigned, and are whose they were after an undo', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: memberId } = await createTestMember(ctx, { role: 'sales', name: 'Grace Hopper' })
  const ids = await makeLeads(ctx, 2)
  const { undo, count } = await assignLeads(ctx, { selection: { ids }, assigneeId: memberId })
  expect(count).toBe(2)
  const read = () => ctx.db.selectFrom('lead').select('assignee_id').execute()
  expect(await read()).toEqual([{ assignee_id: memberId }, { assignee_id: memberId }])
  expect(await undoBulk(ctx, undo)).toBe(2)
  expect(await read()).toEqual([{ assignee_id: null }, { assignee_id: null }])
  const nobody = assignLeads(ctx, { selection: { ids }, assigneeId: 'unknown' })
  await expect(nobody).rejects.toMatchObject({ code: 'invalid' })
})

test('an undo gives a lead back to its member if they are still in the team', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: grace } = await createTestMember(ctx, { role: 'sales', name: 'Grace Hopper' })
  const { id: ada } = await createTestMember(ctx, { role: 'sales', name: 'Ada Lovelace' })
  const id = await createLead(ctx)
  const selection = { ids: [id] }
  await assignLeads(ctx, { selection, assigneeId: grace })
  ctx.clock.advance(MINUTE)
  const { undo } = await assignLeads(ctx, { selection, assigneeId: ada })
  expect(await undoBulk(ctx, undo)).toBe(1)
  expect(await ctx.db.selectFrom('lead').select('assignee_id').execute()).toEqual([{ assignee_id: grace }])
  const history = ctx.db.selectFrom('lead_event').select('body').where('kind', '=', 'assigned')
  expect((await history.orderBy('id').execute()).map(({ body }) => body)).toEqual([
    'Grace Hopper',
    'Ada Lovelace',
    'Grace Hopper',
  ])
})

const noticesOf = (ctx: Ctx) => ctx.db.selectFrom('notice').select(['member_id', 'kind', 'subject']).execute()

test('whoever is assigned many leads is told once, and also if a later part of them failed', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: memberId } = await createTestMember(ctx, { role: 'sales' })
  const ids = await makeLeads(ctx, 103)
  let told = 0
  const failing = {
    ...ctx,
    async tellWebhooks() {
      told += 1
      if (told > 101) throw new Error('The process ends.')
    },
  }
  const selection = { ids }
  await expect(assignLeads(failing, { selection, assigneeId: memberId })).rejects.toThrow('The process ends.')
  const assigned = await ctx.db.selectFrom('lead').select('id').where('assignee_id', '=', memberId).execute()
  expect(assigned).toHaveLength(100)
  expect(await noticesOf(ctx)).toMatchObject([{ member_id: memberId, kind: 'assigned' }])
  await ctx.db.deleteFrom('notice').execute()
  await assignLeads(ctx, { selection, assigneeId: null })
  await assignLeads(ctx, { selection, assigneeId: memberId })
  expect(await noticesOf(ctx)).toEqual([
    { member_id: memberId, kind: 'assigned', subject: `leads:103:${ctx.clock.now()}` },
  ])
})

async function tagsOf(ctx: Ctx, id: string) {
  const rows = await ctx.db.selectFrom('lead_tag').select('tag').where('lead_id', '=', id).execute()
  return rows.map(({ tag }) => tag).toSorted()
}

test('an undo gives no lead to a member who has left the team since', async () => {
  const ctx = asOwner(await createTestCtx())
  await createTestMember(ctx, { role: 'owner' })
  const { actor: leaver } = await createTestMember(ctx, { role: 'sales' })
  const id = await createLead(ctx)
  await assignLeads(ctx, { selection: { ids: [id] }, assigneeId: leaver.memberId })
  const { undo } = await setStatusOfLeads(ctx, { selection: { ids: [id] }, status: 'lost' })
  await removeMember(ctx, { id: leaver.memberId })
  expect(await undoBulk(ctx, undo)).toBe(1)
  const lead = await ctx.db.selectFrom('lead').select(['status', 'assignee_id']).executeTakeFirst()
  expect(lead).toEqual({ status: 'new', assignee_id: null })
})

test('many leads are tagged and untagged, told in their history, and an undo brings back the tags of each', async () => {
  const ctx = asOwner(await createTestCtx())
  const [one = '', two = '', three = ''] = await makeLeads(ctx, 3)
  await changeLeadWork(ctx, { id: one, set: { tags: ['dental'] } })
  await changeLeadWork(ctx, { id: three, set: { tags: ['dental', 'spring'] } })
  const selection = { ids: [one, two, three] }
  const added = await tagLeads(ctx, { selection, tags: ' Spring, dental', how: 'add' })
  expect(added.count).toBe(2)
  expect(await tagsOf(ctx, two)).toEqual(['dental', 'spring'])
  const events = await ctx.db.selectFrom('lead_event').select('body').where('kind', '=', 'work').execute()
  expect(events.map(({ body }) => body)).toContain('Tags: dental → dental, spring')
  expect((await auditOf(ctx)).at(-1)).toEqual({
    kind: 'lead.work_changed',
    subject_title: '2 leads',
    changes: '{"tags":[null,"dental, spring"]}',
  })
  expect(await undoBulk(ctx, added.undo)).toBe(2)
  expect([await tagsOf(ctx, one), await tagsOf(ctx, two)]).toEqual([['dental'], []])
  ctx.clock.advance(MINUTE)
  const removed = await tagLeads(ctx, { selection, tags: 'dental', how: 'remove' })
  expect(removed.count).toBe(2)
  expect([await tagsOf(ctx, one), await tagsOf(ctx, three)]).toEqual([[], ['spring']])
  expect(await undoBulk(ctx, removed.undo)).toBe(2)
  expect([await tagsOf(ctx, one), await tagsOf(ctx, three)]).toEqual([['dental'], ['dental', 'spring']])
})

test('no tag, what is no tag, and more tags than a lead can have are refused before any lead is changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const [one = '', full = ''] = await makeLeads(ctx, 2)
  await changeLeadWork(ctx, {
    id: full,
    set: { tags: Array.from({ length: MOST_TAGS }, (_each, index) => `tag ${index}`) },
  })
  const selection = { ids: [one, full] }
  const add = (tags: string) => tagLeads(ctx, { selection, tags, how: 'add' })
  await expect(add(' , ')).rejects.toMatchObject({ fields: { tags: 'Please enter a tag.' } })
  await expect(add('ada@example.com')).rejects.toMatchObject({ code: 'invalid' })
  await expect(add('dental')).rejects.toThrow('1 of these leads would have more than 10 tags.')
  expect(await tagsOf(ctx, one)).toEqual([])
  expect((await add('tag 1')).count).toBe(1)
})

test('more leads than a slice are deleted and brought back, with their history', async () => {
  const ctx = asOwner(await createTestCtx())
  const ids = await makeLeads(ctx, 103)
  const kept = await createLead(ctx, { name: 'Not among them' }, { status: 'won' })
  const before = await ctx.db.selectFrom('lead_event').selectAll().orderBy('id').execute()
  const { undo, count } = await deleteLeads(ctx, { selection: viewOf('status=new') })
  expect(count).toBe(103)
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toEqual([{ id: kept }])
  expect(await undoBulk(ctx, undo)).toBe(103)
  expect(await statusOf(ctx, ids)).toEqual(ids.map(() => 'new'))
  expect(await ctx.db.selectFrom('lead_event').selectAll().orderBy('id').execute()).toEqual(before)
})

test.each(['q=Needle', 'q=ne'])('all of the view %j are those that the list shows', async (query) => {
  const ctx = asOwner(await createTestCtx())
  const found = await createLead(ctx, { name: 'Needle', message: 'What may a website cost?' })
  await createLead(ctx, { name: 'Ada', email: 'ada@example.com', message: 'What?' }, { search: 'ada' })
  await createSpamLead(ctx, { name: 'Needle' })
  expect(await readSelection(ctx, viewOf(query))).toEqual([found])
})

test('nothing selected, an unknown status, no change and too many are refused with a sentence', async () => {
  const ctx = asOwner(await createTestCtx())
  const [id = ''] = await makeLeads(ctx, 1)
  const set = (ids: readonly string[], status: string) =>
    setStatusOfLeads(ctx, { selection: { ids }, status })
  await expect(set([], 'won')).rejects.toThrow('No lead is selected.')
  await expect(set([id], 'WON')).rejects.toMatchObject({ fields: { status: 'Please choose a status.' } })
  await expect(set([id, 'unknown'], 'new')).rejects.toThrow('these leads are already like this')
  const many = Array.from({ length: MOST_AT_ONCE + 1 }, (_each, index) => `id-${index}`)
  await expect(set(many, 'won')).rejects.toThrow('At most 5,000 leads')
  expect(await auditOf(ctx)).toEqual([])
})

test('what was selected twice, or was changed between two members, is changed once', async () => {
  const ctx = asOwner(await createTestCtx())
  const [id = ''] = await makeLeads(ctx, 1)
  await changeLeadStatus(ctx, { id, status: 'contacted' })
  const { count } = await setStatusOfLeads(ctx, { selection: { ids: [id, id] }, status: 'won' })
  expect(count).toBe(1)
})

test('undo finds the leads although the clock goes on while they are changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const ids = await makeLeads(ctx, 2)
  const moving = { ...ctx, clock: { ...ctx.clock, now: () => ctx.clock.now() + ticks() } }
  let tick = 0
  const ticks = () => (tick += 1)
  const { undo } = await setStatusOfLeads(moving, { selection: { ids }, status: 'won' })
  expect(await undoBulk(moving, undo)).toBe(2)
})

import { expect, test } from 'vitest'

import { findNeeds } from '#app/features/today/find-needs.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldInquiries } from '../delete-old-inquiries.job.server.ts'
import { addLeadNote } from '../change-lead.server.ts'
import { listThread } from '../thread/list-thread.server.ts'
import { markSeen } from '../thread/mark-seen.server.ts'

import { bringBackReceived, dismissReceived } from './dismiss-received.server.ts'
import { fileReceived, takeOutReceived } from './file-by-hand.server.ts'
import { makeLeadFromMail, unmakeLead } from './lead-from-mail.server.ts'
import { getReceived, listLeadsFor, listUnfiled } from './list-unfiled.server.ts'
import { readUnfiledQuery } from './unfiled-query.ts'

const waiting = { folder: 'waiting', page: 1 } as const
const dismissed = { folder: 'dismissed', page: 1 } as const

const createCtx = async () => asOwner(await createTestCtx())

async function idsIn(ctx: TestCtx, query: Parameters<typeof listUnfiled>[1]): Promise<string[]> {
  return (await listUnfiled(ctx, query)).mails.map(({ id }) => id)
}

const needs = async (ctx: TestCtx) => (await findNeeds.unfiled(ctx)).map(({ item }) => item)

test('mails without a lead are listed in pages, the newest first', async () => {
  const ctx = await createCtx()
  const leadId = await createLead(ctx)
  await createThreadMail(ctx, { lead_id: leadId })
  const ids: string[] = []
  for (let at = 1; at <= 51; at += 1) ids.push(await createThreadMail(ctx, { at }))
  expect(await listUnfiled(ctx, waiting)).toMatchObject({ total: 51, pages: 2, newestAt: 51 })
  expect(await idsIn(ctx, waiting)).toEqual(ids.slice(1).toReversed())
  expect(await idsIn(ctx, { ...waiting, page: 2 })).toEqual([ids[0]])
  expect(await getReceived(ctx, String(ids[5]))).toMatchObject({ next: ids[4] })
})

test('whatever stands in the address gives a list', () => {
  for (const page of ['0', '-1', 'x', '1e9', '1.5'])
    expect(readUnfiledQuery(new URLSearchParams({ page, folder: '../x' }))).toEqual(waiting)
})

test('a mail that is filed moves the last activity of the person, unless a program wrote it', async () => {
  const ctx = await createCtx()
  const leadId = await createLead(ctx, { email: 'ada@example.com' })
  const activity = async () =>
    (await ctx.db.selectFrom('person').select('active_at').executeTakeFirstOrThrow()).active_at
  const before = await activity()
  ctx.clock.advance(HOUR)
  const automatic = await createThreadMail(ctx, { is_automatic: 1 })
  await fileReceived(ctx, { id: automatic, leadId })
  expect(await activity()).toBe(before)
  const id = await createThreadMail(ctx)
  await fileReceived(ctx, { id, leadId })
  expect(await activity()).toBe(before + HOUR)
})

test('a mail is filed with a lead once, and taken out again', async () => {
  const ctx = await createCtx()
  const [leadId, other] = [await createLead(ctx), await createLead(ctx)]
  const id = await createThreadMail(ctx)
  expect(await needs(ctx)).toEqual([`unfiled:${id}`])
  await fileReceived(ctx, { id, leadId })
  expect(await needs(ctx)).toEqual([])
  expect((await listThread(ctx, leadId)).mails.map((mail) => mail.id)).toEqual([id])
  await expect(fileReceived(ctx, { id, leadId: other })).rejects.toMatchObject({ code: 'conflict' })
  await expect(takeOutReceived(ctx, { id, leadId: other })).rejects.toMatchObject({ code: 'conflict' })
  await takeOutReceived(ctx, { id, leadId })
  expect(await idsIn(ctx, waiting)).toEqual([id])
  await expect(fileReceived(ctx, { id, leadId: 'none' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(fileReceived(ctx, { id: 'none', leadId })).rejects.toMatchObject({ code: 'not-found' })
  expect(await idsIn(ctx, waiting)).toEqual([id])
})

test('a mail of ours can be moved nowhere', async () => {
  const ctx = await createCtx()
  const leadId = await createLead(ctx)
  const ours = await createThreadMail(ctx, { direction: 'out', lead_id: leadId })
  await expect(takeOutReceived(ctx, { id: ours, leadId })).rejects.toMatchObject({ code: 'not-found' })
  await expect(getReceived(ctx, ours)).rejects.toMatchObject({ code: 'not-found' })
  await expect(makeLeadFromMail(ctx, { id: ours })).rejects.toMatchObject({ code: 'not-found' })
})

test('leads of the address are proposed and others found, each once', async () => {
  const ctx = await createCtx()
  const ada = await createLead(ctx, { name: 'Ada', email: 'Ada@Example.com' })
  const bob = await createLead(ctx, { name: 'Bob Adams', email: 'bob@example.org' })
  const none = await listLeadsFor(ctx, { from: 'ada@example.com', q: '' })
  expect(none.proposed.map(({ id }) => id)).toEqual([ada])
  expect(none.found).toEqual([])
  const both = await listLeadsFor(ctx, { from: 'ada@example.com', q: 'ada' })
  expect(both.found.map(({ id }) => id)).toEqual([bob])
  expect((await listLeadsFor(ctx, { from: '', q: '%_\'"*' })).proposed).toEqual([])
})

test('a lead is made of a mail once, with its person, and unmade while nobody worked on it', async () => {
  const ctx = await createCtx()
  const id = await createThreadMail(ctx, { at: ctx.clock.now() - 5000, text: 'Do you do \u202evoices?' })
  const { leadId } = await makeLeadFromMail(ctx, { id })
  await expect(makeLeadFromMail(ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow()
  expect(lead).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com', form: 'mail', status: 'new' })
  expect(await ctx.db.selectFrom('person').select('name').execute()).toEqual([{ name: 'Ada Lovelace' }])
  expect(await ctx.db.selectFrom('email').select('id').execute()).toEqual([])
  expect(await findNeeds.inquiry(ctx)).toHaveLength(1)
  expect(await findNeeds.answer(ctx)).toEqual([])
  await unmakeLead(ctx, { id })
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toEqual([])
  expect(await ctx.db.selectFrom('person').select('id').execute()).toEqual([])
  expect(await idsIn(ctx, waiting)).toEqual([id])
  const again = await makeLeadFromMail(ctx, { id })
  await addLeadNote(ctx, { id: again.leadId, note: 'Called' })
  await expect(unmakeLead(ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
})

test('who was known before stays when a lead is unmade', async () => {
  const ctx = await createCtx()
  await createLead(ctx, { name: 'Ada', email: 'ada@example.com' })
  const id = await createThreadMail(ctx)
  await makeLeadFromMail(ctx, { id })
  await unmakeLead(ctx, { id })
  expect(await ctx.db.selectFrom('person').select('name').execute()).toEqual([{ name: 'Ada' }])
})

test.each(['', 'no address', 'a@b', `${'a'.repeat(300)}@example.com`])(
  'no lead is made of a mail from %j',
  async (from_email) => {
    const ctx = await createCtx()
    const id = await createThreadMail(ctx, { from_email })
    await expect(makeLeadFromMail(ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await idsIn(ctx, waiting)).toEqual([id])
  },
)

test('a long mail without a name makes a lead within its bounds', async () => {
  const ctx = await createCtx()
  const id = await createThreadMail(ctx, { from_name: '', text: '😀'.repeat(40_000) })
  const { leadId } = await makeLeadFromMail(ctx, { id })
  const { name, message } = await ctx.db
    .selectFrom('lead')
    .select(['name', 'message'])
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  expect(name).toBe('ada@example.com')
  expect(message).toHaveLength(5000)
})

test('mails are dismissed one by one, and all that were there, and brought back together', async () => {
  const ctx = await createCtx()
  const [a, b, c] = [
    await createThreadMail(ctx, { at: 1 }),
    await createThreadMail(ctx, { at: 2 }),
    await createThreadMail(ctx, { at: 3 }),
  ]
  await dismissReceived(ctx, { ids: [a] })
  await expect(dismissReceived(ctx, { ids: [a] })).rejects.toMatchObject({ code: 'conflict' })
  await expect(dismissReceived(ctx, { ids: [] })).rejects.toMatchObject({ code: 'invalid' })
  ctx.clock.advance(10)
  const all = await dismissReceived(ctx, { until: 2 })
  expect(all.count).toBe(1)
  expect(await idsIn(ctx, waiting)).toEqual([c])
  expect(await idsIn(ctx, dismissed)).toEqual([b, a])
  expect(await needs(ctx)).toEqual([`unfiled:${c}`])
  expect(await bringBackReceived(ctx, { dismissedAt: all.dismissedAt })).toBe(1)
  expect(await idsIn(ctx, waiting)).toEqual([c, b])
  expect(await bringBackReceived(ctx, { ids: [a] })).toBe(1)
  await expect(bringBackReceived(ctx, { ids: [a] })).rejects.toMatchObject({ code: 'conflict' })
})

test('opening a mail or a thread marks what came in as seen, once', async () => {
  const ctx = await createCtx()
  const leadId = await createLead(ctx)
  const filed = await createThreadMail(ctx, { lead_id: leadId })
  const id = await createThreadMail(ctx)
  const seen = async () =>
    (
      await ctx.db
        .selectFrom('thread_mail')
        .select(['id', 'seen_at'])
        .where('seen_at', 'is not', null)
        .execute()
    ).map((mail) => mail.id)
  await markSeen(ctx, { leadId })
  expect(await seen()).toEqual([filed])
  await markSeen(ctx, { mailId: id })
  expect((await seen()).toSorted()).toEqual([filed, id].toSorted())
})

test('dismissed mails are deleted after 30 days, others after as long as inquiries', async () => {
  const ctx = await createCtx()
  const day = 86_400_000
  const now = ctx.clock.now()
  const kept = await createThreadMail(ctx, { dismissed_at: now - 29 * day, at: 1 })
  await createThreadMail(ctx, { dismissed_at: now - 31 * day })
  await createThreadMail(ctx, { at: now - 740 * day })
  const fresh = await createThreadMail(ctx, { at: now - 700 * day })
  await deleteOldInquiries.run(ctx, {}, { signal: new AbortController().signal })
  const left = await ctx.db.selectFrom('thread_mail').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([kept, fresh].toSorted())
})

import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import {
  addLeadNote,
  changeLeadStatus,
  endProject,
  moveLeadToInbox,
  moveLeadToSpam,
  NOTE_MAX,
} from './change-lead.server.ts'
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

test.each(['', 'WON', 'deleted', 'new '])('the unknown status %j changes nothing', async (status) => {
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

test('the end of a project is the end of its day, is told in the history and can be taken back', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-20' })
  const read = () => ctx.db.selectFrom('lead').select(['project_ended_at']).executeTakeFirstOrThrow()
  expect(await read()).toEqual({ project_ended_at: Date.parse('2026-11-21T00:00:00Z') })
  const history = ctx.db.selectFrom('lead_event').select(['kind', 'actor', 'body'])
  expect(await history.where('kind', '=', 'project-end').execute()).toEqual([
    { kind: 'project-end', actor: testActor.email, body: '2026-11-20' },
  ])
  await endProject(ctx, { id, day: '' })
  expect(await read()).toEqual({ project_ended_at: null })
})

test('a lead that is won no more has no project', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-20' })
  await changeLeadStatus(ctx, { id, status: 'proposal' })
  const lead = await ctx.db.selectFrom('lead').select('project_ended_at').executeTakeFirstOrThrow()
  expect(lead).toEqual({ project_ended_at: null })
  await expect(endProject(ctx, { id, day: '2026-11-20' })).rejects.toMatchObject({ code: 'conflict' })
  const left = await ctx.db.selectFrom('lead').select('project_ended_at').executeTakeFirstOrThrow()
  expect(left).toEqual({ project_ended_at: null })
})

test('a status that another member has changed meanwhile is not overwritten, and undoing brings all back', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-20' })
  const read = () =>
    ctx.db.selectFrom('lead').select(['status', 'project_ended_at']).executeTakeFirstOrThrow()
  const before = await read()
  const undo = await changeLeadStatus(ctx, { id, status: 'lost', seen: 'won' })
  await expect(changeLeadStatus(ctx, { id, status: 'proposal', seen: 'won' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody else has set the status to Lost in the meantime. Please choose again.',
  })
  expect(await read()).toEqual({ status: 'lost', project_ended_at: null })
  await changeLeadStatus(ctx, undo)
  expect(await read()).toEqual(before)
})

test('what is no day is refused, as is a stranger and a lead that is gone', async () => {
  const stranger = await createTestCtx()
  const ctx = asOwner(stranger)
  const id = await createLead(ctx, {}, { status: 'won' })
  await expect(endProject(ctx, { id, day: '2026-02-30' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(endProject(stranger, { id, day: '' })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(endProject(ctx, { id: 'gone', day: '' })).rejects.toMatchObject({ code: 'not-found' })
})

async function notesOf(ctx: TestCtx, leadId: string): Promise<(string | null)[]> {
  const notes = ctx.db.selectFrom('lead_event').select('body').where('kind', '=', 'note').orderBy('id')
  return (await notes.where('lead_id', '=', leadId).execute()).map(({ body }) => body)
}

test('without the owner no note is added', async () => {
  const ctx = await createTestCtx()
  const id = await createLead(ctx)
  await expect(addLeadNote(ctx, { id, note: 'Hello' })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await notesOf(ctx, id)).toEqual([])
})

test('notes are kept in order, with who wrote them and when, and touch the lead', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  ctx.clock.advance(MINUTE)
  await addLeadNote(ctx, { id, note: '  First\r\nline <b>two</b> \n' })
  await addLeadNote(ctx, { id, note: 'Second' })
  expect(await notesOf(ctx, id)).toEqual(['First\nline <b>two</b>', 'Second'])
  const [event] = await ctx.db
    .selectFrom('lead_event')
    .select(['actor', 'at'])
    .where('kind', '=', 'note')
    .execute()
  expect(event).toEqual({ actor: testActor.email, at: ctx.clock.now() })
  const lead = await ctx.db.selectFrom('lead').select(['status', 'updated_at']).execute()
  expect(lead).toEqual([{ status: 'won', updated_at: ctx.clock.now() }])
})

test('the longest note is kept whole, one character more is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await addLeadNote(ctx, { id, note: `${'x'.repeat(NOTE_MAX)}\n ` })
  await expect(addLeadNote(ctx, { id, note: 'x'.repeat(NOTE_MAX + 1) })).rejects.toMatchObject({
    fields: { note: 'Please use at most 5000 characters.' },
  })
  expect(await notesOf(ctx, id)).toEqual(['x'.repeat(5000)])
})

test.each([
  ['nothing', '', 'Please write something.'],
  ['white space', ' \r\n\t ', 'Please write something.'],
  ['NUL', 'a\0b', 'cannot be read'],
  ['a lone surrogate', 'a\uD800', 'cannot be read'],
  ['broken bytes', 'a\uFFFD', 'cannot be read'],
])('a note of %s is refused', async (_kind, note, sentence) => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await expect(addLeadNote(ctx, { id, note })).rejects.toMatchObject({
    code: 'invalid',
    fields: { note: expect.stringContaining(sentence) },
  })
  expect(await notesOf(ctx, id)).toEqual([])
})

test('a note to an unknown lead is not found', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(addLeadNote(ctx, { id: 'unknown', note: 'Hello' })).rejects.toMatchObject({
    code: 'not-found',
  })
})

async function reasonOf(ctx: TestCtx, id: string): Promise<string | null> {
  const lead = ctx.db.selectFrom('lead').select('spam_reason').where('id', '=', id)
  return (await lead.executeTakeFirstOrThrow()).spam_reason
}

async function emailsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('email').select(['template', 'state']).orderBy('template').execute()
}

const bothWays = [
  ['to spam', moveLeadToSpam],
  ['to the inbox', moveLeadToInbox],
] as const

test.each(bothWays)('%s: without the owner nothing moves', async (_way, move) => {
  const ctx = await createTestCtx()
  const id = await createSpamLead(ctx)
  await expect(move(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await reasonOf(ctx, id)).toBe('The hidden field was filled in.')
  expect(await emailsOf(ctx)).toEqual([])
})

test.each(bothWays)('%s: an unknown lead is not found, and leaves nothing', async (_way, move) => {
  const ctx = asOwner(await createTestCtx())
  await expect(move(ctx, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
  expect(await ctx.db.selectFrom('lead_event').selectAll().execute()).toEqual([])
  expect(await emailsOf(ctx)).toEqual([])
})

test('a lead moved to spam says who moved it, and its mails stay sent', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await moveLeadToSpam(ctx, id)
  expect(await reasonOf(ctx, id)).toBe('Moved here by hand.')
  const [event] = await ctx.db
    .selectFrom('lead_event')
    .select(['lead_id', 'actor'])
    .where('kind', '=', 'spam')
    .execute()
  expect(event).toEqual({ lead_id: id, actor: testActor.email })
  expect(await emailsOf(ctx)).toHaveLength(2)
})

test('a lead that is no spam gets the mails that were held back', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail, env: { CONTACT_EMAIL: 'desk@agency.dev' } }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createSpamLead(ctx, { name: 'Ada', email: 'ada@agency.dev' })
  await worker.whenIdle()
  expect(server.arrived).toEqual([])

  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(await reasonOf(ctx, id)).toBeNull()
  expect(await emailsOf(ctx)).toEqual([
    { template: 'lead-notice', state: 'sent' },
    { template: 'lead-receipt', state: 'sent' },
  ])
  expect(server.arrived.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
    'ada@agency.dev',
    'desk@agency.dev',
  ])
})

test('pressed twice, at once or one after the other, the mails go out once', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createSpamLead(ctx)
  await Promise.all([moveLeadToInbox(ctx, id), moveLeadToInbox(ctx, id)])
  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(await emailsOf(ctx)).toHaveLength(2)
  expect(server.arrived).toHaveLength(2)
})

test('moving a lead to spam and back sends nothing a second time', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createLead(ctx)
  await worker.whenIdle()
  await moveLeadToSpam(ctx, id)
  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(server.arrived).toHaveLength(2)
  const kinds = await ctx.db.selectFrom('lead_event').select('kind').orderBy('id').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['received', 'spam', 'not-spam'])
})

test('a fault while the mails are queued leaves the lead in the Spam folder', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createSpamLead(ctx)
  const broken: TestCtx = { ...ctx, site: async () => Promise.reject(new Error('away')) }
  await expect(moveLeadToInbox(broken, id)).rejects.toThrow('away')
  expect(await reasonOf(ctx, id)).not.toBeNull()
  expect(await emailsOf(ctx)).toEqual([])
})

test('the audit log says the status before and after, and nothing of a note', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {})
  await changeLeadStatus(ctx, { id, status: 'won' })
  await addLeadNote(ctx, { id, note: 'a private word' })
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'changes']).orderBy('id').execute()
  expect(entries).toEqual([
    { kind: 'lead.status_changed', changes: '{"status":["new","won"]}' },
    { kind: 'lead.noted', changes: null },
  ])
})

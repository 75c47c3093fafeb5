import { expect, test } from 'vitest'

import { foldOutbox } from '#app/features/analytics/collect/event-outbox.server.ts'
import { leaveInquiry } from '#app/features/chat/replies/leave-inquiry.server.ts'
import { addLeadNote } from '#app/features/leads/change-lead.server.ts'
import { deleteLead } from '#app/features/leads/delete-lead.server.ts'
import { listLeads } from '#app/features/leads/list-leads.server.ts'
import { readLeadListQuery } from '#app/features/leads/lead-list-query.ts'
import { queueDelivery } from '#app/features/webhooks/queue-deliveries.server.ts'
import { addWebhook } from '#app/features/webhooks/webhooks.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createEmail } from '#tests/factories/email.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { describeHoldings } from './describe-holdings.server.ts'
import { type ErasedCounts, eraseHoldings, eraseLeftovers } from './erase-holdings.server.ts'
import { erasePersonalData } from './erase-personal-data.server.ts'
import { exportPersonalData } from './export-personal-data.server.ts'
import { readErasureFile } from './erasure-list.server.ts'
import { findHoldings } from './find-holdings.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'

const ann = 'Ann.Lee@example.com'

/** Fills every place that can hold Ann's data, beside other people's. */
async function filledCtx() {
  const { mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const own = await createLead(ctx, { name: 'Ann Lee', email: ann, message: 'Long ago '.repeat(400) })
  await createLead(ctx, { email: 'joann.lee@example.com', message: 'I am joann.lee@example.com' })
  const answers = [{ questionId: 'q', question: 'Who?', kind: 'several', answer: ['ann.lee@example.com'] }]
  const asksFor = {
    email: 'bob@example.com',
    message: 'Ask ann.lee@example.com too',
    phone: '+49 30 901820 or ann.lee@example.com',
  }
  const other = await createLead(ctx, asksFor, { answers: JSON.stringify(answers) })
  await addLeadNote(ctx, { id: other, note: 'Wrote to <ANN.LEE@example.com>.' })
  const linked = await createConversation(ctx, [{ text: 'Hello from the linked one' }], { lead_id: own })
  const given = await createConversation(ctx, [
    { text: 'What does it cost?' },
    { text: 'Write to ann.lee@example.com, please' },
  ])
  const others = await createConversation(ctx, [
    { text: 'Who does the work?' },
    { author: 'owner', text: 'Our partner ann.lee@example.com' },
  ])
  await createEmail(ctx, { recipients: JSON.stringify(['Ann <ann.lee@example.com>']) })
  await createEmail(ctx, { last_error: '550 <ann.lee@example.com>: user unknown' })
  await ctx.db
    .insertInto('unanswered_question')
    .values({
      id: newId(),
      asked_at: ctx.clock.now(),
      text: 'Is ann.lee@example.com one of you?',
      terms: '',
      conversation_id: null,
    })
    .execute()
  return { ctx, own, other, linked, given, others }
}

/** Returns every row of every table as one text. */
async function everything(ctx: TestCtx): Promise<string> {
  const tables = await ctx.db.introspection.getTables()
  const rows = await Promise.all(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database's own list of its tables
    tables.map(({ name }) =>
      ctx.db
        .selectFrom(name as 'lead')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

test('everything that is held is listed by kind', async () => {
  const { ctx, own, linked, given } = await filledCtx()
  const held = await describeHoldings(ctx, { address: '  ANN.lee@Example.com ' })
  expect(held).toMatchObject({ address: 'ann.lee@example.com', isOwn: false, mails: 3 })
  expect(held.inquiries.map(({ id }) => id)).toEqual([own])
  expect(new Set(held.conversations.map(({ id }) => id))).toEqual(new Set([linked, given]))
  // A message, two phone numbers, a note, the owner's words, a mail's error, Bob's notice and a question.
  expect(held.mentions).toBe(9)
})

test('after an erasure no table holds the address, and what is others’ stays', async () => {
  const { ctx, other, others } = await filledCtx()
  expect(await erasePersonalData(ctx, { address: ann })).toEqual({
    inquiries: 1,
    conversations: 2,
    mails: 3,
    mentions: 9,
  })
  const left = await everything(ctx)
  expect(left.replaceAll(/joann\.lee/g, '')).not.toMatch(/ann\.lee|Ann Lee|Long ago|linked one/i)
  const leads = await ctx.db.selectFrom('lead').select(['id', 'message']).orderBy('id').execute()
  expect(leads.map(({ message }) => message)).toEqual(['I am joann.lee@example.com', 'Ask [erased] too'])
  expect(await ctx.db.selectFrom('conversation').select('id').execute()).toEqual([{ id: others }])
  expect(left).toContain('Wrote to <[erased]>.')
  expect(left).toContain('Our partner [erased]')
  const found = await listLeads(ctx, readLeadListQuery(new URLSearchParams({ q: 'too' })))
  expect(found.leads.map(({ id }) => id)).toEqual([other])
  expect(await describeHoldings(ctx, { address: ann })).toMatchObject({
    inquiries: [],
    mails: 0,
    mentions: 0,
  })
})

test('deliveries to webhooks about what is erased go with it, and those about others stay', async () => {
  const { ctx, own, other, linked, given, others } = await filledCtx()
  await addWebhook(ctx, { url: 'https://receiver.example/', events: ['lead.created'] })
  const { id: webhookId } = await ctx.db.selectFrom('webhook').select('id').executeTakeFirstOrThrow()
  const { id: mail } = await ctx.db
    .selectFrom('email')
    .select('id')
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow()
  for (const subjectId of [own, other, linked, given, others, mail])
    await withTransaction(ctx, (ctx) =>
      queueDelivery(ctx, { webhookId, kind: 'person.requested', subjectId, data: { id: subjectId } }),
    )
  await erasePersonalData(ctx, { address: ann })
  const left = await ctx.db.selectFrom('webhook_delivery').select('subject_id').execute()
  expect(left.map(({ subject_id }) => subject_id).toSorted()).toEqual([mail, other, others].toSorted())
})

test('kept answers, deleted records and trials, which cannot be searched, are erased all', async () => {
  const ctx = asOwner(await createTestCtx())
  await deleteLead(ctx, await createLead(ctx, { email: ann }))
  const stored = { id: '1', created_at: ctx.clock.now() }
  await ctx.db
    .insertInto('api_replay')
    .values({ ...stored, request: '', status: 200, location: null, body: `{"email":"${ann}"}` })
    .execute()
  await ctx.db
    .insertInto('site_trial')
    .values({
      ...stored,
      url: 'https://ann.example/',
      host: 'ann.example',
      consent_text: '',
      state: 'done',
      failure: null,
      figures: null,
      lead_id: null,
      finished_at: null,
      expires_at: ctx.clock.now() + MINUTE,
    })
    .execute()
  const tables = ['api_replay', 'deletion', 'site_trial'] as const
  const counts = () =>
    Promise.all(tables.map(async (table) => (await ctx.db.selectFrom(table).select('id').execute()).length))
  expect(await counts()).toEqual([1, 1, 1])
  await erasePersonalData(ctx, { address: ann })
  expect(await counts()).toEqual([0, 0, 0])
})

test('a conversation that led to two inquiries belongs to the first as well', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'From $299 per month.' })
  const owner = asOwner(ctx)
  const { conversationId: id, token } = await say(ctx, 'What does it cost?')
  for (const email of [ann, 'work@example.com']) {
    const sending = inquirySending(ctx, { email, message: `Write to me at work, ${email}` })
    await leaveInquiry(ctx, { id, token, sending })
  }
  const held = await describeHoldings(owner, { address: ann })
  expect(held.conversations).toMatchObject([{ id }])
  expect(await erasePersonalData(owner, { address: ann })).toMatchObject({ inquiries: 1, conversations: 1 })
})

test('the comment of a rating and the mail about a conversation go with the person', async () => {
  const ctx = asOwner(await createTestCtx())
  const unhelpful = { author: 'assistant', rating: 'unhelpful' } as const
  const own = await createConversation(ctx, [{ ...unhelpful, rating_comment: 'Mail ann.lee@example.com' }])
  await createConversation(ctx, [{ ...unhelpful, rating_comment: 'Mail joann.lee@example.com' }])
  await createEmail(ctx, { about: `conversation:${own}` })
  const data = JSON.parse(await wholeText(await exportPersonalData(ctx, { address: ann }))) as object
  expect(data).toMatchObject({
    conversations: [{ id: own, messages: [{ rating: 'unhelpful', rating_comment: expect.any(String) }] }],
    mails: [{ about: `conversation:${own}` }],
  })
  const erased = await erasePersonalData(ctx, { address: ann })
  expect(erased).toMatchObject({ conversations: 1, mails: 1 })
  expect((await everything(ctx)).replaceAll(/joann\.lee/g, '')).not.toMatch(/ann\.lee/i)
})

test('an address in the comment on somebody else’s reply is taken out', async () => {
  const ctx = asOwner(await createTestCtx())
  const bob = 'bob@example.com'
  await createConversation(ctx, [
    { text: `I am ${bob}` },
    { author: 'assistant', rating: 'helpful', rating_comment: 'Thanks' },
  ])
  await createConversation(ctx, [{ author: 'assistant', failure: `Told ${ann}`, rating: 'helpful' }])
  expect(await erasePersonalData(ctx, { address: ann })).toMatchObject({ conversations: 0, mentions: 1 })
  expect(await everything(ctx)).toContain(bob)
})

test('figures stay as they were', async () => {
  const { ctx } = await filledCtx()
  await foldOutbox(ctx)
  const figures = () =>
    ctx.db.selectFrom('roll_day').selectAll().orderBy('dimension').orderBy('key').execute()
  const before = await figures()
  await erasePersonalData(ctx, { address: ann })
  await foldOutbox(ctx)
  expect(await figures()).toEqual(before)
  expect(await ctx.db.selectFrom('event').select('id').execute()).toHaveLength(3)
})

test('an erasure is recorded without the address, in the table and in the file', async () => {
  const { ctx } = await filledCtx()
  await erasePersonalData(ctx, { address: ann })
  await startTestWorker(ctx, jobMap(finishErasure)).whenIdle()
  const rows = await ctx.db.selectFrom('erasure').selectAll().execute()
  expect(rows).toMatchObject([{ erased_at: ctx.clock.now(), hash: expect.stringMatching(/^[\w-]{43}$/) }])
  const [listed] = await readErasureFile(ctx)
  expect(listed).toEqual({ erasedAt: rows[0]?.erased_at, hash: rows[0]?.hash, keyMark: rows[0]?.key_mark })
  expect(JSON.stringify(rows)).not.toContain('lee')
})

test('who writes while the search runs is not held up by it, and stays whole', async () => {
  const { ctx } = await filledCtx()
  const order: string[] = []
  const erasing = erasePersonalData(ctx, { address: ann }).then(() => order.push('erased'))
  ctx.clock.advance(1)
  const anew = await createLead(ctx, { email: ann })
  for (let n = 0; n < 3; n += 1) await ctx.db.selectFrom('member').select('id').execute()
  order.push('answered')
  await erasing
  // PostgreSQL has a connection for each, so either may finish first.
  if (testEngine === 'sqlite') expect(order).toEqual(['answered', 'erased'])
  const held = await describeHoldings(ctx, { address: ann })
  expect(held).toMatchObject({ inquiries: [{ id: anew }], mails: 2 })
  const jobs = await ctx.db.selectFrom('job').select('payload').where('name', '=', 'send-email').execute()
  const mails = await ctx.db.selectFrom('email').select('id').where('about', '=', `lead:${anew}`).execute()
  for (const { id } of mails)
    expect(jobs).toContainEqual({ payload: JSON.stringify({ emailId: id, round: 0 }) })
})

test('rows that were stored before the erasure but visible only after it are erased too', async () => {
  const { ctx } = await filledCtx()
  await erasePersonalData(ctx, { address: ann })
  // The clock stands still, as if a transaction had been open during the search.
  await createLead(ctx, { email: ann })
  ctx.clock.advance(1)
  const anew = await createLead(ctx, { email: ann })
  ctx.clock.advance(3 * MINUTE)
  await startTestWorker(ctx, jobMap<object>(finishErasure, eraseLeftovers)).whenIdle()
  const { inquiries } = await describeHoldings(ctx, { address: ann })
  expect(inquiries.map(({ id }) => id)).toEqual([anew])
})

test('a text that changed after the search is not put back, and is blacked out at the second look', async () => {
  const { ctx, other } = await filledCtx()
  const holdings = await findHoldings(ctx, (found) => found === ann.toLowerCase())
  await ctx.db
    .updateTable('lead')
    .set({ message: `New, but ${ann}` })
    .where('id', '=', other)
    .execute()
  await withTransaction(ctx, (ctx) => eraseHoldings(ctx, holdings))
  const message = async () =>
    (await ctx.db.selectFrom('lead').select('message').where('id', '=', other).executeTakeFirstOrThrow())
      .message
  expect(await message()).toBe(`New, but ${ann}`)
  await erasePersonalData(ctx, { address: ann })
  expect(await message()).toBe('New, but [erased]')
})

test('the address is taken out of the pages that others wrote on', async () => {
  const ctx = asOwner(await createTestCtx())
  const page = '/offers/ann.lee@example.com'
  const id = await createConversation(ctx, [{ text: 'Hello', page }], { page })
  await erasePersonalData(ctx, { address: ann })
  const of = { conversation: ctx.db.selectFrom('conversation'), message: ctx.db.selectFrom('chat_message') }
  expect([
    ...(await of.conversation.select('page').where('id', '=', id).execute()),
    ...(await of.message.select('page').where('conversation_id', '=', id).execute()),
  ]).toEqual([{ page: '/offers/[erased]' }, { page: '/offers/[erased]' }])
})

test('of two concurrent erasures of one address, each reports what it erased itself', async () => {
  const { ctx } = await filledCtx()
  const counts = await Promise.all([ann, ann].map((address) => erasePersonalData(ctx, { address })))
  const sum = (kind: keyof ErasedCounts) => counts.reduce((total, count) => total + count[kind], 0)
  expect([sum('inquiries'), sum('conversations'), sum('mails'), sum('mentions')]).toEqual([1, 2, 3, 9])
})

test('the throttle forgets the address: its sixth inquiry is taken', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 0; n < 5; n += 1) await createLead(ctx, { email: ann })
  await expect(createLead(ctx, { email: ann })).rejects.toMatchObject({ code: 'too-many' })
  await erasePersonalData(ctx, { address: ann })
  await createLead(ctx, { email: ann })
})

test('the agency’s own addresses, and what is none, erase nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  const { email } = await createTestOwner(ctx)
  await createLead(ctx)
  const before = await ctx.db.selectFrom('email').select('id').execute()
  const { contactEmail } = await ctx.site(ctx)
  for (const address of [email, contactEmail.toUpperCase(), 'ann', '', 'ann@example.com\nbob@example.com'])
    await expect(erasePersonalData(ctx, { address }), address).rejects.toMatchObject({
      fields: { address: expect.any(String) },
    })
  await expect(erasePersonalData(ctx, { address: 'ann\0@example.com' })).rejects.toMatchObject({
    fields: { address: 'This is not an e-mail address.' },
  })
  expect(await ctx.db.selectFrom('email').select('id').execute()).toEqual(before)
})

test('without the owner nothing is told, handed over or erased', async () => {
  const { ctx } = await filledCtx()
  const stranger = { ...ctx, actor: null }
  for (const verb of [describeHoldings, exportPersonalData, erasePersonalData])
    await expect(verb(stranger, { address: ann })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('what is handed over is whole, readable by programs, and no more than theirs', async () => {
  const { ctx, own, linked } = await filledCtx()
  ctx.clock.advance(MINUTE)
  const text = await wholeText(await exportPersonalData(ctx, { address: ann }))
  const data = JSON.parse(text) as Record<string, unknown[]>
  expect(data).toMatchObject({ format: 'foyer-personal-data/1', address: 'ann.lee@example.com' })
  expect(data['inquiries']).toMatchObject([
    {
      id: own,
      name: 'Ann Lee',
      email: ann,
      consent_version: expect.stringMatching(/^[\da-f]{16} [\da-f]{16}$/),
      legal_texts: [
        expect.objectContaining({ path: '/terms', body: expect.stringContaining('Deposit') }),
        expect.objectContaining({ path: '/privacy' }),
      ],
      consent_text: expect.stringContaining('I agree'),
      consent_at: '2026-11-21T12:00:00.000Z',
      form: expect.any(String),
      history: [{ kind: 'received', at: '2026-11-21T12:00:00.000Z' }],
    },
  ])
  expect(data['conversations']).toHaveLength(2)
  expect(data['conversations']).toContainEqual(
    expect.objectContaining({
      id: linked,
      messages: [expect.objectContaining({ text: 'Hello from the linked one' })],
    }),
  )
  expect(data['mails']).toHaveLength(3)
  expect(data['mails']?.[0]).toMatchObject({ text: expect.stringContaining('Long ago') })
  expect(data['mentions']).toContainEqual({ in: 'lead.message', text: 'Ask ann.lee@example.com too' })
  expect(text).not.toMatch(/joann|Who does the work/)
})

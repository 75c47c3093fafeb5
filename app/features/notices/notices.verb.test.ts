import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { assignLead, changeLeadStatus } from '#app/features/leads/change-lead.server.ts'
import { settleNeed } from '#app/features/today/change-today.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { notify, deleteOldNotices } from './notify.server.ts'
import { markNoticesSeen, readOwnNotices, saveOwnPreferences, sendTestNotice } from './own-notices.server.ts'

const chosen = { wait: '5', timeZone: 'UTC' }

/** Starts a receiver of webhooks that responds with `status`. */
async function startReceiver() {
  const received: { path: string; body: string }[] = []
  const answers = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
      response.writeHead(answers.status).end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, answers, url: (name: string) => `http://127.0.0.1:${port}/${name}` }
}

async function setUp(typed: Record<string, string> = {}) {
  const base = await createTestCtx({ outbound: { loopback: true, oauth: null } })
  const ctx = asOwner(base, (await createTestMember(base, { role: 'owner' })).actor)
  const receiver = await startReceiver()
  const addresses = { slack: receiver.url('slack'), discord: receiver.url('discord') }
  await saveOwnPreferences(ctx, { ...chosen, ...addresses, ...typed })
  return { ctx, receiver }
}

async function work(ctx: TestCtx): Promise<void> {
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(5000)
}

const tell = (ctx: TestCtx, event: Parameters<typeof notify>[1]) =>
  withTransaction(ctx, (inside) => notify(inside, event))

const mailsOf = (ctx: TestCtx) =>
  ctx.db.selectFrom('email').select(['recipients', 'subject']).where('template', '=', 'notice').execute()

test('a notice goes by one channel after the other until it is seen', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on', 'inquiry.discord': 'on' })
  const lead = await createLead(ctx, { name: 'Ada', company: '' })
  await tell(ctx, { kind: 'inquiry', subject: lead })
  await work(ctx)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/slack'])
  expect(receiver.received[0]?.body).toContain(`/admin/leads/${lead}|Open`)
  ctx.clock.advance(4 * MINUTE)
  await work(ctx)
  expect(receiver.received).toHaveLength(1)
  ctx.clock.advance(MINUTE)
  await work(ctx)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/slack', '/discord'])
  expect((await readOwnNotices(ctx)).newest).toMatchObject([
    { kind: 'inquiry', tried: ['slack', 'discord'], isSeen: false, said: { title: 'Inquiry from Ada' } },
  ])
})

test('what was seen, needs nobody any more or was deleted goes no further', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on', 'inquiry.discord': 'on' })
  const [seen, answered, gone] = [await createLead(ctx), await createLead(ctx), await createLead(ctx)]
  for (const subject of [seen, answered, gone]) await tell(ctx, { kind: 'inquiry', subject })
  await work(ctx)
  expect(receiver.received).toHaveLength(3)
  await markNoticesSeen(ctx, `/admin/leads/${seen}.data`)
  await changeLeadStatus(ctx, { id: answered, status: 'contacted' })
  await ctx.db.deleteFrom('lead').where('id', '=', gone).execute()
  ctx.clock.advance(HOUR)
  await work(ctx)
  expect(receiver.received).toHaveLength(3)
})

test('a channel that fails is followed by the next one at once, and the failure is shown', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on', 'inquiry.mail': 'on' })
  receiver.answers.status = 500
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx) })
  await work(ctx)
  expect(receiver.received).toHaveLength(1)
  expect((await readOwnNotices(ctx)).newest).toMatchObject([
    { tried: ['slack', 'mail'], failure: 'The address answered 500.' },
  ])
})

test('where every channel fails the notice is tried again', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on' })
  receiver.answers.status = 503
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx) })
  await work(ctx)
  receiver.answers.status = 200
  ctx.clock.advance(HOUR)
  await work(ctx)
  expect(receiver.received).toHaveLength(2)
  expect((await readOwnNotices(ctx)).newest).toMatchObject([{ tried: ['slack'], failure: null }])
})

test('what is done in Today goes no further', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on', 'inquiry.discord': 'on' })
  const lead = await createLead(ctx)
  await tell(ctx, { kind: 'inquiry', subject: lead })
  await work(ctx)
  await settleNeed(ctx, { item: `inquiry:${lead}` })
  ctx.clock.advance(HOUR)
  await work(ctx)
  expect(receiver.received).toHaveLength(1)
})

test('a webhook whose address is not encrypted is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  const slack = 'http://hooks.slack.example/services/x'
  await expect(saveOwnPreferences(ctx, { ...chosen, slack })).rejects.toMatchObject({
    fields: { slack: expect.any(String) },
  })
})

test('the notice addresses are mailed once, and others who ask for mail get their own', async () => {
  const { ctx } = await setUp({ 'inquiry.mail': 'on' })
  const other = (await createTestMember(ctx, { role: 'sales' })).actor
  await saveOwnPreferences({ ...ctx, actor: other }, { ...chosen, 'inquiry.mail': 'on' })
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx, { name: 'Ada', company: '' }) })
  await work(ctx)
  expect(await mailsOf(ctx)).toEqual([
    { recipients: JSON.stringify([other.email]), subject: 'Inquiry from Ada' },
  ])
})

test('in quiet hours a notice waits until they are over', async () => {
  const { ctx, receiver } = await setUp({ 'chat.slack': 'on', quietFrom: '11:00', quietTo: '13:30' })
  const since = ctx.clock.now()
  const id = await createConversation(ctx, [{ text: 'Anybody there?' }], { waiting_since: since })
  await tell(ctx, { kind: 'chat', subject: `${id}:${since}` })
  await work(ctx)
  expect(receiver.received).toEqual([])
  ctx.clock.advance(90 * MINUTE)
  await work(ctx)
  expect(receiver.received[0]?.body).toContain('Anybody there?')
})

test('a member is told of what another assigned to them, and not of their own doing', async () => {
  const { ctx } = await setUp()
  const other = (await createTestMember(ctx, { role: 'sales' })).actor
  const lead = await createLead(ctx, { name: 'Ada' })
  await assignLead(ctx, { id: lead, assigneeId: ctx.actor?.memberId ?? null })
  await assignLead(ctx, { id: lead, assigneeId: other.memberId })
  await work(ctx)
  expect(await mailsOf(ctx)).toEqual([
    { recipients: JSON.stringify([other.email]), subject: 'Ada is yours now' },
  ])
})

test('a member without the permission gets no notice', async () => {
  const { ctx } = await setUp()
  const viewer = (await createTestMember(ctx, { role: 'viewer' })).actor
  await saveOwnPreferences({ ...ctx, actor: viewer }, { ...chosen, 'inquiry.mail': 'on' })
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx) })
  expect(await ctx.db.selectFrom('notice').selectAll().execute()).toEqual([])
})

test('a role that may no longer handle a notice is not shown what its record says', async () => {
  const { ctx } = await setUp({ 'inquiry.slack': 'on' })
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx, { name: 'Ann' }) })
  const { memberId, email } = ctx.actor ?? { memberId: '', email: '' }
  expect((await readOwnNotices(ctx)).newest).toHaveLength(1)
  const lowered = asOwner(ctx, { ...testActor, memberId, email, role: 'editor' })
  expect((await readOwnNotices(lowered)).newest).toEqual([])
})

test('what a visitor typed calls nobody and is no link', async () => {
  const { ctx, receiver } = await setUp({ 'inquiry.slack': 'on', 'inquiry.discord': 'on', wait: '1' })
  const message = '<!channel> @everyone <https://evil.example|click> [Pay](https://evil.example)'
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx, { name: '<!here>@here', message }) })
  await work(ctx)
  ctx.clock.advance(MINUTE)
  await work(ctx)
  const [slack, discord] = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(slack).toMatchObject({
    text: expect.stringContaining('&lt;!here&gt;'),
    blocks: [{ text: { type: 'plain_text' } }, {}],
  })
  expect(JSON.stringify(slack)).not.toMatch(/@(everyone|here)/)
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] } })
  expect(JSON.stringify(discord)).not.toMatch(/@(everyone|here)/)
  expect(discord?.['content']).toContain(String.raw`\[Pay\]\(https://evil.example\)`)
})

test('a test says what came of it', async () => {
  const { ctx, receiver } = await setUp()
  await sendTestNotice(ctx, { channel: 'slack' })
  expect(receiver.received[0]?.body).toContain('A test notice')
  receiver.answers.status = 404
  await expect(sendTestNotice(ctx, { channel: 'discord' })).rejects.toMatchObject({
    message: 'Nothing was sent. The address answered 404.',
  })
  await saveOwnPreferences(ctx, { ...chosen, 'slack.remove': 'on' })
  await expect(sendTestNotice(ctx, { channel: 'slack' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(sendTestNotice(ctx, { channel: 'pigeon' })).rejects.toMatchObject({ code: 'invalid' })
})

test.each([
  [{ wait: '7' }, 'wait'],
  [{ timeZone: 'Mars/Base' }, 'timeZone'],
  [{ quietFrom: '25:00', quietTo: '07:00' }, 'quietFrom'],
  [{ quietFrom: '22:00' }, 'quietTo'],
  [{ slack: 'javascript:alert(1)' }, 'slack'],
  [{ discord: 'ftp://discord.example/x' }, 'discord'],
])('%j is refused at its field', async (typed, field) => {
  const ctx = asOwner(await createTestCtx())
  const refused = saveOwnPreferences(ctx, { ...chosen, ...typed })
  await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
})

test('notices go after thirty days', async () => {
  const { ctx } = await setUp({ 'inquiry.slack': 'on' })
  await tell(ctx, { kind: 'inquiry', subject: await createLead(ctx) })
  ctx.clock.advance(31 * DAY)
  await deleteOldNotices.run(ctx, {}, { signal: new AbortController().signal })
  expect(await ctx.db.selectFrom('notice').selectAll().execute()).toEqual([])
})

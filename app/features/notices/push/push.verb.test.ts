import { expect, onTestFinished, test } from 'vitest'

import { createSession, endSession, findActor } from '#app/features/auth/session.server.ts'
import { endSessions, listSessions } from '#app/features/auth/sessions/sessions.server.ts'
import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { createVault } from '#app/platform/crypto/vault.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { newSubscription, startPushService } from '#tests/fakes/push-service.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { notify } from '../notify.server.ts'
import { readOwnNotices, saveOwnPreferences, sendTestNotice } from '../own-notices.server.ts'

import {
  beginPush,
  keepPush,
  listPushDevices,
  subscribePush,
  unsubscribePush,
} from './subscriptions.server.ts'
import { obtainVapidKey, publicKeyOf } from './vapid.server.ts'

async function setUp() {
  const base = await createTestCtx({ outbound: { loopback: true, oauth: null } })
  const member = await createTestMember(base, { role: 'owner' })
  const ctx = asOwner(base, member.actor)
  const service = await startPushService(() => ctx.clock.now())
  onTestFinished(service.close)
  const browser = newSubscription(service.url('/laptop'))
  await subscribePush(ctx, browser.given)
  return { ctx, member, service, browser }
}

async function work(ctx: TestCtx): Promise<void> {
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(5000)
}

async function tellOfLead(ctx: TestCtx, lead: { name?: string; message?: string } = {}): Promise<string> {
  const subject = await createLead(ctx, { name: 'Ada', company: '', ...lead })
  await withTransaction(ctx, (inside) => notify(inside, { kind: 'inquiry', subject }))
  return subject
}

const newest = async (ctx: TestCtx) => (await readOwnNotices(ctx)).newest

test('whoever turns on notifications is told on that device, and by no channel after it before the time', async () => {
  const { ctx, service, browser } = await setUp()
  const lead = await tellOfLead(ctx, { message: 'We need a shop.' })
  await work(ctx)
  expect(service.received).toHaveLength(1)
  const [pushed] = service.received
  expect(pushed).toMatchObject({ path: '/laptop', urgency: 'normal', ttl: '43200' })
  expect(pushed?.topic).toMatch(/^[\w-]{32}$/)
  expect(pushed && browser.read(pushed.body)).toMatchObject({
    title: 'Inquiry from Ada',
    text: 'We need a shop.',
    path: `/admin/leads/${lead}`,
  })
  expect(await newest(ctx)).toMatchObject([{ tried: ['push'], failure: null }])
})

test('every device is told, and one that fails holds up no other', async () => {
  const { ctx, service } = await setUp()
  await subscribePush(ctx, newSubscription(service.url('/phone')).given)
  service.answers.set('/laptop', { status: 500 })
  await tellOfLead(ctx)
  await work(ctx)
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone'])
  expect(await newest(ctx)).toMatchObject([{ tried: ['push'], failure: null }])
})

test.each([404, 410])(
  'a device that answers %s is forgotten, and the next channel used at once',
  async (status) => {
    const { ctx, service } = await setUp()
    await saveOwnPreferences(ctx, { wait: '5', timeZone: 'UTC', 'inquiry.push': 'on', 'inquiry.mail': 'on' })
    service.answers.set('/laptop', { status })
    await tellOfLead(ctx)
    await work(ctx)
    expect(await listPushDevices(ctx)).toEqual([])
    expect(await newest(ctx)).toMatchObject([{ tried: ['mail'] }])
  },
)

test.each([413, 500])('after %s the next channel is used, and the page says why', async (status) => {
  const { ctx, service } = await setUp()
  await saveOwnPreferences(ctx, { wait: '5', timeZone: 'UTC', 'inquiry.push': 'on', 'inquiry.mail': 'on' })
  service.answers.set('/laptop', { status })
  await tellOfLead(ctx)
  await work(ctx)
  expect(await newest(ctx)).toMatchObject([
    { tried: ['push', 'mail'], failure: `The push service answered ${status}.` },
  ])
  expect(await listPushDevices(ctx)).toHaveLength(1)
})

test.each(['120', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'])(
  'a push service that wants a pause (%s) is asked no more until it is over',
  async (retryAfter) => {
    const { ctx, service } = await setUp()
    service.answers.set('/laptop', { status: 429, retryAfter })
    await tellOfLead(ctx)
    await work(ctx)
    expect(service.received).toHaveLength(1)
    const { paused_until: until } = await ctx.db
      .selectFrom('push_subscription')
      .select('paused_until')
      .executeTakeFirstOrThrow()
    const pause = { '120': 120 * SECOND, soon: MINUTE }[retryAfter] ?? SECOND
    expect(until).toBe(ctx.clock.now() + pause)
    await expect(sendTestNotice(ctx, { channel: 'push' })).rejects.toThrow('asks us to wait')
    expect(service.received).toHaveLength(1)
    service.answers.clear()
    ctx.clock.advance(pause)
    await work(ctx)
    expect(service.received).toHaveLength(2)
    expect(await newest(ctx)).toMatchObject([{ tried: ['push'], failure: null }])
  },
)

test('long and hostile words are cut so that they fit', async () => {
  const { ctx, service, browser } = await setUp()
  const lead = await tellOfLead(ctx)
  const words = { name: '🦊\u0001🦊'.repeat(90), message: '\u0001'.repeat(5000) }
  await ctx.db.updateTable('lead').set(words).where('id', '=', lead).execute()
  await work(ctx)
  const body = service.received[0]?.body
  expect(body?.length).toBeLessThanOrEqual(4096)
  expect(body && browser.read(body)['title']?.isWellFormed()).toBe(true)
})

test('a test tells every device, and says what came of it', async () => {
  const { ctx, service, browser } = await setUp()
  await sendTestNotice(ctx, { channel: 'push' })
  const body = service.received[0]?.body
  expect(body && browser.read(body)).toMatchObject({ title: 'A test notice' })
  await unsubscribePush(ctx, { endpoint: service.url('/laptop') })
  await expect(sendTestNotice(ctx, { channel: 'push' })).rejects.toThrow('turn on notifications on a device')
})

test('instances that start at once agree on one key, which another APP_SECRET replaces', async () => {
  const ctx = await createTestCtx()
  const made = await Promise.all([obtainVapidKey(ctx), obtainVapidKey(ctx), obtainVapidKey(ctx)])
  expect(new Set(made.map(publicKeyOf)).size).toBe(1)
  const { sealed } = await ctx.db.selectFrom('vapid_key').select('sealed').executeTakeFirstOrThrow()
  expect(sealed).not.toContain(made[0]?.d)
  const other = { ...ctx, vault: createVault('another secret for tests, of 32 characters') }
  const anew = await Promise.all([obtainVapidKey(other), obtainVapidKey(other)])
  expect(new Set(anew.map(publicKeyOf)).size).toBe(1)
  expect(anew[0]).not.toEqual(made[0])
})

test('every message is signed with the key that browsers were given', async () => {
  const { ctx, service } = await setUp()
  await sendTestNotice(ctx, { channel: 'push' })
  expect([...service.keys]).toEqual([(await beginPush(ctx)).publicKey])
  expect(service.received[0]?.contact).toMatch(/^(mailto|https):/)
})

test.each([
  'http://push.example/x',
  'https://127.0.0.1/x',
  'https://10.0.0.1/x',
  'https://[::1]/x',
  'https://user:secret@push.example/x',
  'https://push.example:8443/x',
  'javascript:alert(1)',
  `https://push.example/${'x'.repeat(1000)}`,
  '',
])('an address that cannot be used is refused (%#)', async (endpoint) => {
  const ctx = asOwner(await createTestCtx())
  const { given } = newSubscription(endpoint)
  await expect(subscribePush(ctx, given)).rejects.toMatchObject({ code: 'invalid' })
})

test('keys that nothing can be encrypted for are refused', async () => {
  const { ctx, browser } = await setUp()
  const refused = subscribePush(ctx, { ...browser.given, p256dh: 'A'.repeat(87) })
  await expect(refused).rejects.toMatchObject({ code: 'invalid' })
})

test('neither the address nor the keys of a device are stored to be read', async () => {
  const { ctx, browser } = await setUp()
  const stored = JSON.stringify(await ctx.db.selectFrom('push_subscription').selectAll().execute())
  for (const secret of Object.values(browser.given)) expect(stored).not.toContain(secret)
})

test('a member has ten devices at most, also when they come at once', async () => {
  const { ctx, service } = await setUp()
  const more = Array.from({ length: 12 }, (_, n) => newSubscription(service.url(`/${n}`)).given)
  const outcomes = await Promise.allSettled(more.map((given) => subscribePush(ctx, given)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(await listPushDevices(ctx)).toHaveLength(10)
})

test('a choice that was made stays when another device is added', async () => {
  const { ctx, service } = await setUp()
  expect((await readOwnNotices(ctx)).preferences.channels.mention).toEqual(['push', 'mail'])
  await saveOwnPreferences(ctx, { wait: '5', timeZone: 'UTC', 'chat.push': 'on' })
  await subscribePush(ctx, newSubscription(service.url('/phone')).given)
  const { channels } = (await readOwnNotices(ctx)).preferences
  expect(channels).toMatchObject({ chat: ['push'], inquiry: [], mention: [] })
})

test('a browser belongs to whoever used it last', async () => {
  const { ctx, browser } = await setUp()
  const other = { ...ctx, actor: (await createTestMember(ctx, { role: 'sales' })).actor }
  expect(await keepPush(other, browser.given)).toEqual({ isOn: false })
  expect(await listPushDevices(ctx)).toEqual([])
  await subscribePush(ctx, browser.given)
  await subscribePush(other, browser.given)
  expect(await listPushDevices(ctx)).toEqual([])
  expect(await listPushDevices(other)).toHaveLength(1)
})

test('nobody ends the notifications of another', async () => {
  const { ctx, browser } = await setUp()
  const other = { ...ctx, actor: (await createTestMember(ctx, { role: 'owner' })).actor }
  const [device] = await listPushDevices(ctx)
  await unsubscribePush(other, { id: String(device?.id) })
  await unsubscribePush(other, browser.given)
  expect(await listPushDevices(ctx)).toHaveLength(1)
})

test('a member who is removed is told nothing any more', async () => {
  const { ctx } = await setUp()
  const second = await createTestMember(ctx, { role: 'owner' })
  await removeMember({ ...ctx, actor: second.actor }, { id: String(ctx.actor?.memberId) })
  expect(await ctx.db.selectFrom('push_subscription').selectAll().execute()).toEqual([])
})

/** Signs the member in, with notifications on in that session. */
async function signedIn() {
  const { ctx, member, service } = await setUp()
  await unsubscribePush(ctx, { endpoint: service.url('/laptop') })
  async function open(path: string, replaces: string | null = null) {
    const token = await createSession(ctx, { id: member.id, userAgent: null, replaces })
    const within = { ...ctx, actor: await findActor(ctx, token) }
    const { given } = newSubscription(service.url(path))
    return { token, within, given }
  }
  return { ctx, member, open }
}

test('signing out ends the notifications of that device alone', async () => {
  const { ctx, open } = await signedIn()
  const [laptop, phone] = [await open('/laptop'), await open('/phone')]
  for (const { within, given } of [laptop, phone]) await subscribePush(within, given)
  await endSession(ctx, laptop.token)
  expect(await listPushDevices(phone.within)).toMatchObject([{ isThis: true }])
})

test('signing out ends them also after the session has run out', async () => {
  const { ctx, open } = await signedIn()
  const laptop = await open('/laptop')
  await subscribePush(laptop.within, laptop.given)
  ctx.clock.advance(DAY)
  await endSession(ctx, laptop.token)
  expect(await ctx.db.selectFrom('push_subscription').select('id').execute()).toEqual([])
})

test('notifications outlive an expired session, and end with its successor in the browser', async () => {
  const { ctx, open } = await signedIn()
  const monday = await open('/laptop')
  await subscribePush(monday.within, monday.given)
  ctx.clock.advance(DAY)
  const tuesday = await open('/elsewhere')
  expect(await listPushDevices(tuesday.within)).toMatchObject([{ isThis: false }])
  expect(await keepPush(tuesday.within, monday.given)).toEqual({ isOn: true })
  await endSession(ctx, tuesday.token)
  expect(await listPushDevices(tuesday.within)).toEqual([])
})

test('notifications stay when the member signs in again in the same browser', async () => {
  const { open } = await signedIn()
  const first = await open('/laptop')
  await subscribePush(first.within, first.given)
  const again = await open('/laptop', first.token)
  expect(await listPushDevices(again.within)).toMatchObject([{ isThis: true }])
})

test('signing out everywhere else ends them there', async () => {
  const { ctx, member, open } = await signedIn()
  const lost = await open('/lost')
  await subscribePush(lost.within, lost.given)
  const here = await open('/here')
  await subscribePush(here.within, here.given)
  const [, other] = await listSessions(here.within)
  await endSessions(here.within, { password: member.password, which: String(other?.id) })
  expect(await listPushDevices(here.within)).toHaveLength(1)
  await subscribePush(lost.within, lost.given)
  ctx.clock.advance(HOUR)
  const later = await open('/later')
  await endSessions(later.within, { password: member.password, which: 'others' })
  expect(await listPushDevices(later.within)).toEqual([])
})

import { expect, test } from 'vitest'

import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { exportPersonalData } from '#app/features/privacy/export-personal-data.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { lastWeek } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { nextSlotAt } from '#app/platform/jobs/schedule.server.ts'
import { schedules } from '#app/process/jobs.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { describeStop, stopClientMails } from './client-addresses.server.ts'
import { changeClientLink, makeClientLink, readClientLink, revokeClientLink } from './client-link.server.ts'
import { sendClientWeeks } from './send-client-weeks.job.server.ts'

const schedule = schedules.filter(({ job }) => job === sendClientWeeks)
const both = new Map([...jobMap(sendClientWeeks), ...jobMap(sendEmail)])
const clients = ['one@client.dev', 'two@client.dev']

/** An assistant with one conversation on Saturday 21 November, whose clients get mails in German from Monday on. */
async function withMails(overrides: { days?: '30' | '90'; emails?: string[] } = {}) {
  const { server, mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  const owner = asOwner(ctx)
  const fields = defaultAssistantSettings('Bot')
  const id = await saveAssistant(owner, { id: 'new', name: 'Shop', collections: [], fields })
  await createConversation(ctx, [{ text: 'Do you ship?' }], { assistant_id: id })
  const link = {
    id,
    days: '30' as const,
    hidesContacts: false,
    language: 'de' as const,
    emails: clients,
    ...overrides,
  }
  await makeClientLink(owner, link)
  return { ctx, owner, id, link, server }
}

async function runAll(ctx: TestCtx, instances: readonly TestCtx[] = [ctx]): Promise<void> {
  const workers = instances.map((each) => startTestWorker(each, both, schedule))
  await Promise.all(workers.map((worker) => worker.whenIdle()))
  for (const worker of workers) await worker.drain(0)
}

const emails = (ctx: TestCtx) =>
  ctx.db.selectFrom('email').select(['recipients', 'state', 'subject', 'language']).orderBy('id').execute()

const untilMonday = 48 * HOUR

test('each address gets one mail a week, whatever the number of instances', async () => {
  const { ctx, server } = await withMails()
  const other = { ...(await createSecondInstance(ctx)), mail: ctx.mail }
  await runAll(ctx, [ctx, other])
  expect(await emails(ctx)).toEqual([])
  ctx.clock.advance(untilMonday)
  await runAll(ctx, [ctx, other])
  await sendClientWeeks.run(ctx, {}, { signal: new AbortController().signal })
  ctx.clock.advance(6 * DAY)
  await runAll(ctx, [ctx, other])
  const subject = 'Shop: 1 Unterhaltung in der letzten Woche'
  const sent = { state: 'sent', subject, language: 'de' }
  expect(await emails(ctx)).toEqual(clients.map((to) => ({ ...sent, recipients: JSON.stringify([to]) })))
  const jobs = ctx.db.selectFrom('job').select('id').where('name', '=', sendClientWeeks.name).orderBy('id')
  const slots = ['2026-11-16T12:00:00.000Z', '2026-11-23T12:00:00.000Z']
  expect(await jobs.execute()).toEqual(slots.map((at) => ({ id: `send-client-weeks@${at}` })))
  const [mail] = server.arrived
  expect(mail?.text).toContain('16.–22. November 2026 (in Klammern: die Woche davor)')
  expect(mail?.text).toContain('Unterhaltungen: 1 (0)')
  expect(mail?.html).toContain('lang="de" dir="ltr"')
  expect(mail?.headers).toContainEqual(['list-unsubscribe-post', 'List-Unsubscribe=One-Click'])
  ctx.clock.advance(DAY)
  await runAll(ctx)
  expect(await emails(ctx)).toHaveLength(4)
})

test.each(['Etc/GMT+12', 'America/Los_Angeles', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati'])(
  'each slot tells of the week before its Monday in %s',
  (timeZone) => {
    const { every, offset = 0 } = assertDefined(schedule[0], 'it is scheduled')
    let at = nextSlotAt({ every, offset }, Date.parse('2026-01-01'))
    for (let week = 0; week < 54; week += 1, at += every) {
      const monday = new Date(at - 7 * DAY).toISOString().slice(0, 10)
      expect(lastWeek(dayOf(at, timeZone)).from).toBe(monday)
    }
  },
)

test('an address that is refused stops no other', async () => {
  const { ctx, server } = await withMails()
  server.behave({ kind: 'refuse-recipient', addresses: ['one@client.dev'] })
  ctx.clock.advance(untilMonday)
  await runAll(ctx)
  expect((await emails(ctx)).map(({ state }) => state)).toEqual(['failed', 'sent'])
})

test('an expired link queues nothing', async () => {
  const { ctx, id } = await withMails()
  ctx.clock.advance(untilMonday + 28 * DAY)
  await createConversation(ctx, [{ text: 'Hello' }], { assistant_id: id })
  ctx.clock.advance(7 * DAY)
  await runAll(ctx)
  expect(await emails(ctx)).toEqual([])
})

test('without conversations in two weeks, or without addresses, no mail is queued', async () => {
  const { ctx, owner, link } = await withMails({ days: '90' })
  ctx.clock.advance(untilMonday + 14 * DAY)
  await runAll(ctx)
  await createConversation(ctx, [{ text: 'Hello' }], { assistant_id: link.id })
  await changeClientLink(owner, { ...link, emails: [] })
  ctx.clock.advance(7 * DAY)
  await runAll(ctx)
  expect(await emails(ctx)).toEqual([])
})

test('a mail that waits is not sent once its link is revoked or has expired', async () => {
  const { ctx, owner, id, link, server } = await withMails()
  const queueAt = async (wait: number) => {
    ctx.clock.advance(wait)
    await sendClientWeeks.run(ctx, {}, { signal: new AbortController().signal })
  }
  await queueAt(untilMonday)
  await revokeClientLink(owner, { id })
  await runAll(ctx)
  expect(server.arrived).toEqual([])
  await makeClientLink(owner, link)
  await createConversation(ctx, [{ text: 'Hello' }], { assistant_id: id })
  await queueAt(7 * DAY)
  ctx.clock.advance(24 * DAY)
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  await worker.whenIdle()
  expect(server.arrived).toEqual([])
  expect(new Set((await emails(ctx)).map(({ state }) => state))).toEqual(new Set(['dismissed']))
})

test('whoever opens the link of a mail and presses gets no more of them, and others do', async () => {
  const { ctx, owner, id, link, server } = await withMails()
  ctx.clock.advance(untilMonday)
  await runAll(ctx)
  const found = server.arrived.find(({ envelope }) => envelope.to.includes('one@client.dev'))
  const header = found?.headers.find(([name]) => name === 'list-unsubscribe')
  const [, url] = assertDefined(header, 'it was sent')
  const { searchParams } = new URL(url.slice(1, -1))
  const stop = { address: String(searchParams.get('address')), key: String(searchParams.get('key')) }
  expect(await describeStop(ctx, stop)).toEqual({ isStopped: false, name: 'Shop' })
  const forged = { ...stop, key: `${stop.key}x` }
  await expect(stopClientMails(ctx, forged)).rejects.toMatchObject({ code: 'not-found' })
  await stopClientMails(ctx, stop)
  await stopClientMails(ctx, stop)
  expect(await describeStop(ctx, stop)).toEqual({ isStopped: true, name: '' })
  ctx.clock.advance(7 * DAY)
  await runAll(ctx)
  expect((await emails(ctx)).slice(2).map(({ recipients }) => recipients)).toEqual(['["two@client.dev"]'])
  const shown = assertDefined(await readClientLink(owner, id), 'it is there')
  expect(shown.stopped.map(({ email }) => email)).toEqual(['one@client.dev'])
  // The form leaves out who has stopped the mails, so saving it does not start them again, but typing the address does.
  await changeClientLink(owner, { ...link, emails: ['two@client.dev'] })
  expect((await readClientLink(owner, id))?.addresses.map(({ email }) => email)).toEqual(['two@client.dev'])
  await changeClientLink(owner, { ...link, emails: ['ONE@client.dev'] })
  expect((await readClientLink(owner, id))?.addresses.map(({ email }) => email)).toEqual(['one@client.dev'])
})

test('a changed link keeps its address, and a new one does not', async () => {
  const { owner, id, link } = await withMails()
  const urlOf = async () => (await readClientLink(owner, id))?.url
  const first = await urlOf()
  await changeClientLink(owner, { ...link, language: 'ar' })
  expect(await urlOf()).toBe(first)
  await makeClientLink(owner, link)
  expect(await urlOf()).not.toBe(first)
  await revokeClientLink(owner, { id })
  await expect(changeClientLink(owner, link)).rejects.toMatchObject({ code: 'not-found' })
})

test('an address is exported, and its erasure ends its mails', async () => {
  const { ctx, owner } = await withMails()
  ctx.clock.advance(untilMonday)
  await sendClientWeeks.run(ctx, {}, { signal: new AbortController().signal })
  const address = 'one@client.dev'
  const exported = await wholeText(await exportPersonalData(owner, { address }))
  expect(JSON.parse(exported)).toMatchObject({
    mails: [{ recipients: [address] }],
    weekly_mails: [{ assistant: 'Shop', email: address }],
  })
  await erasePersonalData(owner, { address })
  expect((await emails(ctx)).map(({ recipients }) => recipients)).toEqual(['["two@client.dev"]'])
  expect(await ctx.db.selectFrom('client_address').select('email').execute()).toEqual([
    { email: 'two@client.dev' },
  ])
})

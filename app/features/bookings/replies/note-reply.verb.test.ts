import { expect, test } from 'vitest'

import { replyAddressOf } from '#app/features/leads/thread/reply-address.server.ts'
import { startReading, takeMailbox } from '#app/features/mailbox/mailbox-state.server.ts'
import { receiveMail } from '#app/features/mailbox/receive-mail.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import { mailboxId } from '#app/platform/email/mailbox-health.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createBooking, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { bookingToken } from '../booking-records.server.ts'
import { cancelByLink, moveByLink } from '../change-booking.server.ts'

const env = {
  IMAP_URL: 'imaps://hello%40agency.example:secret@imap.agency.example/INBOX',
  MAIL_FROM: 'Agency <hello@agency.example>',
}

type Reply = {
  uid?: string
  answer?: string
  attendee?: string
  sequence?: number
  to?: string
  at?: number
  lines?: string[]
  calendar?: string
  head?: string[]
}

async function createInvited() {
  const ctx = await createTestCtx({ env })
  await createTestMember(ctx, { role: 'owner' })
  const imap = await ctx.imap(ctx)
  if (!imap) throw new Error('The mailbox is missing.')
  const place = { box: mailboxId(imap), holder: 'one', uidValidity: '7' }
  expect(await takeMailbox(ctx, place.box, 'one')).toBe(true)
  await startReading(ctx, place)
  const { id, start } = await createBooking(ctx, { name: 'Ada', email: 'ada@example.com' })
  const { lead_id: leadId } = await ctx.db.selectFrom('booking').select('lead_id').executeTakeFirstOrThrow()
  const address = String(await replyAddressOf(ctx, leadId))
  let uid = 0
  async function receive({ to = address, calendar, head = [], ...reply }: Reply): Promise<void> {
    uid += 1
    const { answer = 'ACCEPTED', attendee = 'ada@example.com', sequence = 0, lines = [] } = reply
    const { at = ctx.clock.now() } = reply
    const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    const text =
      calendar ??
      [
        'BEGIN:VCALENDAR',
        'METHOD:REPLY',
        'BEGIN:VEVENT',
        `UID:${reply.uid ?? `${id}@localhost`}`,
        `SEQUENCE:${sequence}`,
        `DTSTAMP:${stamp}`,
        `ATTENDEE;PARTSTAT=${answer}:mailto:${attendee}`,
        ...lines,
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n')
    const mail = [
      'From: Ada <ada@example.com>',
      `To: ${to}`,
      `Message-ID: <${uid}@example.com>`,
      `Subject: ${answer}`,
      ...head,
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Ada has answered.',
      '--b',
      'Content-Type: text/calendar; charset=UTF-8; method=REPLY',
      '',
      text,
      '--b--',
    ]
    const fetched = {
      bytes: Buffer.from(mail.join('\r\n')),
      isTooLarge: false,
      receivedAt: ctx.clock.now(),
    }
    await receiveMail(ctx, fetched, { ...place, uid })
  }
  const stored = () =>
    ctx.db.selectFrom('booking').select(['answer', 'state']).where('id', '=', id).executeTakeFirstOrThrow()
  const mails = () =>
    ctx.db.selectFrom('thread_mail').select(['lead_id', 'is_automatic']).orderBy('id').execute()
  return { ctx, id, start, leadId, receive, stored, mails }
}

test('what the guest answers in their calendar is marked, and asks nobody for an answer', async () => {
  const { ctx, leadId, receive, stored, mails } = await createInvited()
  await receive({ answer: 'TENTATIVE' })
  expect(await stored()).toEqual({ answer: 'tentative', state: 'booked' })
  await receive({ answer: 'ACCEPTED', attendee: 'ADA@example.com' })
  expect((await stored()).answer).toBe('accepted')
  await receive({ answer: 'ACCEPTED', lines: ['COMMENT:May I bring Bob?'] })
  expect(await mails()).toEqual([
    { lead_id: leadId, is_automatic: 1 },
    { lead_id: leadId, is_automatic: 1 },
    { lead_id: leadId, is_automatic: 0 },
  ])
  const history = await ctx.db
    .selectFrom('lead_event')
    .select('body')
    .where('kind', '=', 'booking')
    .orderBy('id')
    .execute()
  expect(history.map(({ body }) => body?.split(':')[0])).toEqual([
    'Booked Consultation',
    'Accepted tentatively the invitation to Consultation',
    'Accepted the invitation to Consultation',
  ])
})

test('what a calendar sends by itself asks for a person if somebody declines, comments or proposes a time', async () => {
  const { id, receive, stored, mails } = await createInvited()
  const head = ['Auto-Submitted: auto-generated']
  await receive({ head })
  await receive({ head, lines: ['COMMENT:May I bring Bob?'] })
  await receive({ head, answer: 'DECLINED' })
  const event = ['BEGIN:VEVENT', `UID:${id}@localhost`, 'SEQUENCE:0', 'DTSTART:20261201T090000Z']
  const attendee = 'ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada@example.com'
  await receive({
    head,
    calendar: ['BEGIN:VCALENDAR', 'METHOD:COUNTER', ...event, attendee, 'END:VEVENT', 'END:VCALENDAR'].join(
      '\r\n',
    ),
  })
  expect((await mails()).map(({ is_automatic }) => is_automatic)).toEqual([1, 0, 0, 0])
  expect((await stored()).answer).toBe('declined')
})

test('a meeting that is declined stays booked, and its member is told', async () => {
  const { ctx, receive, stored, mails } = await createInvited()
  await receive({ answer: 'DECLINED' })
  expect(await stored()).toEqual({ answer: 'declined', state: 'booked' })
  expect(await mails()).toMatchObject([{ is_automatic: 0 }])
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(5000)
  const told = await ctx.db.selectFrom('email').select('subject').where('template', '=', 'notice').execute()
  expect(told.map(({ subject }) => subject.split(':')[0])).toContain('Declined')
})

test('the answer counts for the invitation that it answers, and the latest one wins', async () => {
  const { ctx, id, receive, stored } = await createInvited()
  const early = ctx.clock.now()
  ctx.clock.advance(10 * MINUTE)
  await receive({ answer: 'DECLINED' })
  await receive({ answer: 'ACCEPTED', at: early })
  expect((await stored()).answer).toBe('declined')
  ctx.clock.advance(MINUTE)
  await receive({ answer: 'ACCEPTED', at: ctx.clock.now() + 400 * DAY })
  ctx.clock.advance(MINUTE)
  await receive({ answer: 'DECLINED' })
  expect((await stored()).answer).toBe('declined')
  const [to = 0] = await freeTimesOf(ctx)
  await moveByLink(ctx, { token: bookingToken(ctx, id), start: to })
  expect((await stored()).answer).toBeNull()
  ctx.clock.advance(MINUTE)
  await receive({ answer: 'DECLINED' })
  expect((await stored()).answer).toBeNull()
  await receive({ answer: 'ACCEPTED', sequence: 1 })
  expect((await stored()).answer).toBe('accepted')
  await cancelByLink(ctx, bookingToken(ctx, id))
  ctx.clock.advance(MINUTE)
  await receive({ answer: 'DECLINED', sequence: 2 })
  expect(await stored()).toEqual({ answer: 'accepted', state: 'cancelled' })
})

test('nobody answers for somebody else, for another meeting, or without our signed address', async () => {
  const { ctx, receive, stored, mails } = await createInvited()
  const other = await createBooking(ctx, { email: 'bob@example.com' })
  await receive({ answer: 'DECLINED', attendee: 'mallory@example.com' })
  await receive({ answer: 'DECLINED', to: 'hello@agency.example' })
  await receive({ answer: 'DECLINED', uid: `${other.id}@localhost`, attendee: 'bob@example.com' })
  await receive({ answer: 'DECLINED', uid: 'x'.repeat(10_000) })
  await receive({ answer: 'DECLINED', uid: "' or 1=1 --@localhost" })
  expect(await stored()).toEqual({ answer: null, state: 'booked' })
  const answers = await ctx.db.selectFrom('booking').select('answer').execute()
  expect(answers).toEqual([{ answer: null }, { answer: null }])
  expect((await mails()).map(({ lead_id }) => lead_id !== null)).toEqual([true, false, true, true, true])
})

test('a hostile calendar leaves an ordinary mail', async () => {
  const { receive, stored, mails } = await createInvited()
  await receive({ calendar: 'BEGIN:VCALENDAR' })
  await receive({ calendar: `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(5000)}` })
  await receive({ calendar: `METHOD:REPLY\r\n${'x'.repeat(90_000)}` })
  await receive({ calendar: 'a'.repeat(300_000) })
  expect(await stored()).toEqual({ answer: null, state: 'booked' })
  expect(await mails()).toHaveLength(4)
})

import { expect, test } from 'vitest'

import { instantText } from '#app/features/bookings/meeting-time.ts'
import { bookMeeting } from '#app/features/bookings/visitor/book-meeting.server.ts'
import type { ChatCard } from '#app/features/chat/chat-events.ts'
import { readConversation } from '#app/features/chat/replies/read-conversation.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { bookingSending, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createChatCtx, type Heard, say } from '#tests/support/chat-visitor.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { pressCard } from './press-card.server.ts'

async function createOffice() {
  const chat = await createChatCtx()
  await createTestMember(chat.ctx, { role: 'owner' })
  const [time] = await freeTimesOf(chat.ctx)
  return { ...chat, start: assertDefined(time, 'a fresh installation has free times') }
}

async function propose({ ctx, fake, start }: Awaited<ReturnType<typeof createOffice>>, more: object = {}) {
  const input = { type: 'consultation', time: instantText(start), ...more }
  fake.behave(
    { kind: 'tool-calls', calls: [{ name: 'book_meeting', input }] },
    { kind: 'reply', text: 'Press the button.' },
  )
  const heard = await say(ctx, { conversationId: null, message: 'Please book it', zone: 'America/New_York' })
  return { heard, card: assertDefined(cardOf(heard), 'a card is shown') }
}

function cardOf({ events }: Heard): ChatCard | undefined {
  return events.flatMap((event) => (event.type === 'card' ? [event.card] : []))[0]
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', zone: 'America/New_York' }

function press(ctx: TestCtx, { conversationId: id, token }: Heard, card: ChatCard, fields: object = ada) {
  const sending = {
    fields: { ...fields },
    clientAddress: '203.0.113.7',
    referer: 'http://localhost:3000/contact',
    visitor: null,
  }
  return pressCard(ctx, { id, cardId: card.id, token, sending })
}

async function countChanges(ctx: TestCtx): Promise<Record<string, number>> {
  const tables = ['lead', 'booking', 'slot_claim', 'person', 'email', 'lead_event'] as const
  const counts = tables.map(async (table) => {
    const rows = await ctx.db.selectFrom(table).selectAll().execute()
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const nothing = { lead: 0, booking: 0, slot_claim: 0, person: 0, email: 0, lead_event: 0 }

test('free times are told in the time zone of the visitor', async () => {
  const { ctx, fake } = await createOffice()
  fake.behave(
    { kind: 'tool-calls', calls: [{ name: 'show_free_times', input: {} }] },
    { kind: 'reply', text: 'At these times.' },
  )
  await say(ctx, { conversationId: null, message: 'When?', zone: 'America/New_York' })
  const told = JSON.stringify(fake.requests.at(-1)?.body)
  expect(told).toMatch(/America\/New_York.*04:00/)
  expect(told.length).toBeLessThan(40_000)
  expect(await countChanges(ctx)).toEqual(nothing)
})

test('a proposed time is booked by the button alone, once, and stays told after a reload', async () => {
  const office = await createOffice()
  const { ctx } = office
  const { heard, card } = await propose(office, { name: 'Ada Lovelace' })
  expect(card).toMatchObject({ title: 'Consultation', button: 'Book this time', done: null })
  expect(card.values[0]?.value).toContain('(America/New_York)')
  expect(card.fields.map(({ name, value }) => [name, value])).toEqual([
    ['name', 'Ada Lovelace'],
    ['email', ''],
    ['zone', 'America/New_York'],
  ])
  expect(await countChanges(ctx)).toEqual(nothing)

  const { done } = await press(ctx, heard, card)
  expect(done).toMatch(/^Your meeting is booked: .*\(America\/New_York\)/)
  const after = await countChanges(ctx)
  expect(after).toMatchObject({ lead: 1, booking: 1, person: 1 })
  expect(await press(ctx, heard, card, { ...ada, email: 'other@example.com' })).toEqual({ done })
  expect(await countChanges(ctx)).toEqual(after)

  const history = await readConversation(ctx, { id: heard.conversationId, token: heard.token })
  expect(history.messages[1]?.cards).toEqual([{ ...card, done }])
  const lead = await ctx.db.selectFrom('lead').select('id').executeTakeFirstOrThrow()
  const { lead_id: linked } = await ctx.db
    .selectFrom('conversation')
    .select('lead_id')
    .executeTakeFirstOrThrow()
  expect(linked).toBe(lead.id)
})

test('many presses at once book once', async () => {
  const office = await createOffice()
  const { heard, card } = await propose(office)
  const presses = Array.from({ length: 8 }, (_, n) =>
    press(office.ctx, heard, card, { ...ada, email: `ada${n}@example.com` }),
  )
  const outcomes = await Promise.allSettled(presses)
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await countChanges(office.ctx)).toMatchObject({ lead: 1, booking: 1 })
})

test('a taken time and an invalid field are reported, and the card can be pressed again', async () => {
  const office = await createOffice()
  const { ctx, start } = office
  const { heard, card } = await propose(office)
  await expect(press(ctx, heard, card, { ...ada, email: 'no address' })).rejects.toMatchObject({
    fields: { email: expect.any(String) },
  })
  expect(await countChanges(ctx)).toEqual(nothing)
  await bookMeeting(ctx, bookingSending(start))
  await expect(press(ctx, heard, card)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody else has just taken this time. Please choose another one.',
  })
  expect(await countChanges(ctx)).toMatchObject({ booking: 1 })
})

test("a card is its visitor's own, and an unfree time is not proposed", async () => {
  const office = await createOffice()
  const { ctx, fake, start } = office
  const { heard, card } = await propose(office)
  const stranger = { ...heard, token: 'another' }
  await expect(press(ctx, stranger, card)).rejects.toMatchObject({ code: 'not-found' })
  await expect(press(ctx, heard, { ...card, id: 'unknown' })).rejects.toMatchObject({ code: 'not-found' })
  const other = await say(ctx, 'Hello')
  await expect(press(ctx, other, card)).rejects.toMatchObject({ code: 'not-found' })
  fake.behave(
    {
      kind: 'tool-calls',
      calls: [
        { name: 'book_meeting', input: { type: 'consultation', time: instantText(start + 1000 * 60) } },
        { name: 'book_meeting', input: { type: 'consultation', time: 'tomorrow' } },
      ],
    },
    { kind: 'reply', text: 'Not then.' },
  )
  const refused = await say(ctx, 'Book at an odd time')
  expect(cardOf(refused)).toBeUndefined()
  expect(await countChanges(ctx)).toEqual(nothing)
})

test('an inquiry is sent by its button, with what the visitor made of it', async () => {
  const { ctx, fake } = await createOffice()
  const input = { message: 'I need a shop.', email: 'ada@example.com' }
  fake.behave({ kind: 'tool-calls', calls: [{ name: 'create_lead', input }] }, { kind: 'empty' })
  const heard = await say(ctx, 'I need a shop')
  const card = assertDefined(cardOf(heard), 'a card is shown')
  expect(card).toMatchObject({ button: 'Send', consent: { isBox: true } })
  const typed = { name: 'Ada', email: 'ada@example.com', message: 'I need a shop by May.' }
  await expect(press(ctx, heard, card, typed)).rejects.toMatchObject({
    fields: { consent: expect.any(String) },
  })
  expect(await countChanges(ctx)).toEqual(nothing)
  await press(ctx, heard, card, { ...typed, consent: 'on' })
  const lead = await ctx.db.selectFrom('lead').selectAll().executeTakeFirstOrThrow()
  expect(lead).toMatchObject({ email: 'ada@example.com', message: 'I need a shop by May.' })
  const events = await ctx.db.selectFrom('lead_event').select('kind').execute()
  expect(events.map(({ kind }) => kind)).toContain('transcript')
})

test("a meeting that another guest has booked ties nobody else's conversation to their lead", async () => {
  const office = await createOffice()
  const { ctx, start } = office
  const { heard, card } = await propose(office)
  await bookMeeting(ctx, bookingSending(start, ada))
  const before = await countChanges(ctx)
  await press(ctx, heard, card)
  expect(await countChanges(ctx)).toEqual(before)
  const linked = await ctx.db.selectFrom('conversation').select('lead_id').execute()
  expect(linked).toEqual([{ lead_id: null }])
})

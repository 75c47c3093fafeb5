import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createBooking } from '#tests/factories/booking.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { exportPersonalData } from './export-personal-data.server.ts'

const address = 'ann@example.com'

/** Stores `count` inquiries of Ann's, each with the event of its arrival. */
async function storeInquiries(ctx: TestCtx, count: number): Promise<void> {
  const id = await createLead(ctx, { email: address, message: 'Hello "there"\n\\n {1}' })
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count - 1 }, (_, n) => ({
    ...lead,
    id: `${id}-${n}`,
    idempotency_key: `key ${n}`,
  }))
  for (let at = 0; at < copies.length; at += 100)
    await ctx.db
      .insertInto('lead')
      .values(copies.slice(at, at + 100))
      .execute()
}

test('many rows are handed over one by one, and come to one readable JSON document', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeInquiries(ctx, 600)
  for (let n = 0; n < 3; n += 1) await createConversation(ctx, [{ text: `I am ${address}` }])
  const parts: string[] = []
  for await (const part of await exportPersonalData(ctx, { address })) parts.push(part)
  const text = parts.join('')
  const data = JSON.parse(text) as Record<string, { id: string }[]>
  expect(data['inquiries']).toHaveLength(600)
  expect(new Set(data['inquiries']?.map(({ id }) => id)).size).toBe(600)
  expect(data['conversations']).toHaveLength(3)
  expect(text).toBe(`${JSON.stringify(data, null, 2)}\n`)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(text.length / 200)
})

test('an inquiry that booked a meeting comes with it', async () => {
  const ctx = asOwner(await createTestCtx())
  await createTestOwner(ctx)
  const { id, start } = await createBooking(ctx, { email: address, zone: 'America/Lima' })
  await ctx.db.updateTable('booking').set({ answer: 'accepted', answered_at: start }).execute()
  const data = JSON.parse(await wholeText(await exportPersonalData(ctx, { address }))) as {
    inquiries: { bookings: object[] }[]
  }
  expect(data.inquiries.map(({ bookings }) => bookings)).toEqual([
    [
      {
        id,
        meeting: 'Consultation',
        created_at: '2026-11-21T12:00:00.000Z',
        updated_at: '2026-11-21T12:00:00.000Z',
        starts_at: new Date(start).toISOString(),
        ends_at: new Date(start + 30 * MINUTE).toISOString(),
        state: 'booked',
        time_zone: 'America/Lima',
        answer: 'accepted',
        answered_at: new Date(start).toISOString(),
      },
    ],
  ])
})

test('mails of a meeting come with their words, and a conversation with who another site says it is', async () => {
  const ctx = asOwner(await createTestCtx())
  await createTestOwner(ctx)
  await createBooking(ctx, { email: address })
  await createConversation(ctx, [{ text: `I am ${address}` }], {
    visitor_name: 'Ann',
    visitor_email: address,
  })
  const data = JSON.parse(await wholeText(await exportPersonalData(ctx, { address }))) as {
    mails: { template: string; text: string; values: object }[]
    conversations: object[]
  }
  const booked = data.mails.find(({ template }) => template === 'booking')
  expect(booked?.text).toContain('Consultation')
  expect(booked?.values).not.toHaveProperty('sealed')
  expect(data.conversations).toMatchObject([{ visitor_name: 'Ann', visitor_email: address }])
})

test('who is not known gets empty lists', async () => {
  const ctx = asOwner(await createTestCtx())
  const text = await wholeText(await exportPersonalData(ctx, { address }))
  const lists = {
    inquiries: [],
    conversations: [],
    mails: [],
    thread: [],
    people: [],
    weekly_mails: [],
    mentions: [],
  }
  const head = { format: 'foyer-personal-data/1', address, exportedAt: '2026-11-21T12:00:00.000Z' }
  expect(text).toBe(`${JSON.stringify({ ...head, ...lists }, null, 2)}\n`)
})

test('what is deleted while it is handed over is left out', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeInquiries(ctx, 3)
  const handedOver = await exportPersonalData(ctx, { address })
  const [first] = await ctx.db.selectFrom('lead').select('id').orderBy('id').execute()
  await ctx.db
    .deleteFrom('lead')
    .where('id', '=', first?.id ?? '')
    .execute()
  const data = JSON.parse(await wholeText(handedOver)) as Record<string, { id: string }[]>
  expect(data['inquiries']).toHaveLength(2)
  expect(data['inquiries']?.map(({ id }) => id)).not.toContain(first?.id)
})

test('it is recorded before its first part is sent', async () => {
  const ctx = asOwner(await createTestCtx())
  await exportPersonalData(ctx, { address })
  const entries = await ctx.db.selectFrom('audit_entry').select('kind').execute()
  expect(entries).toEqual([{ kind: 'privacy.exported' }])
})

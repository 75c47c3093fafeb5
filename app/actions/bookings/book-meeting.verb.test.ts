import { expect, test } from 'vitest'

import { confirmProposal } from '#app/actions/team/confirm.server.ts'
import { cancelBooking } from '#app/features/bookings/change-booking.server.ts'
import { instantText } from '#app/features/bookings/meeting-time.ts'
import { HOUR } from '#app/platform/clock.ts'
import { freeTimesOf } from '#tests/factories/booking.ts'
import { createApi } from '#tests/support/api-calls.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

async function withApi() {
  const { ctx, ask } = await createApi()
  const [first = 0, second = 0] = await freeTimesOf(ctx)
  const inputOf = (start: number) => ({
    type: 'consultation',
    time: instantText(start),
    name: 'Grace',
    email: 'grace@example.com',
  })
  const book = (start: number, key = 'key') =>
    ask('/api/v1/bookings', {
      method: 'POST',
      json: inputOf(start),
      headers: { 'idempotency-key': key },
    })
  return { ctx, first, second, book, inputOf }
}

const bookingsOf = (ctx: TestCtx) => ctx.db.selectFrom('booking').select(['id', 'starts_at']).execute()
const recordsOf = (ctx: TestCtx) =>
  ctx.db.selectFrom('audit_entry').select('subject_id').where('kind', '=', 'booking.made').execute()

test('a key that was used for another time books nothing, and a repeat is answered as before', async () => {
  const { ctx, first, second, book } = await withApi()
  const made = await book(first)
  expect(made.status).toBe(200)
  const answer = await made.text()
  expect((await book(second)).status).toBe(422)
  expect(await bookingsOf(ctx)).toMatchObject([{ starts_at: first }])
  const [{ id } = { id: '' }] = await bookingsOf(ctx)
  await cancelBooking(asOwner(ctx), id)
  const repeat = await book(first)
  expect(await repeat.text()).toBe(answer)
  expect(repeat.headers.get('idempotency-replayed')).toBe('true')
  expect(await bookingsOf(ctx)).toHaveLength(1)
  expect(await recordsOf(ctx)).toEqual([{ subject_id: id }])
  expect((await book(first, 'another')).status).toBe(200)
  expect(await bookingsOf(ctx)).toHaveLength(2)
})

test('of two requests with one key at the same time one books', async () => {
  const { ctx, first, second, book } = await withApi()
  const answers = await Promise.all([book(first), book(second)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect(await bookingsOf(ctx)).toHaveLength(1)
})

test('a meeting is not booked without its entry in the audit log', async () => {
  const { ctx, first, book } = await withApi()
  await ctx.db.schema.alterTable('audit_entry').renameTo('elsewhere').execute()
  const { status } = await book(first)
  await ctx.db.schema.alterTable('elsewhere').renameTo('audit_entry').execute()
  expect(status).toBe(500)
  expect(await bookingsOf(ctx)).toEqual([])
})

test('a meeting that the guest has already is not recorded as made', async () => {
  const { ctx, first, book } = await withApi()
  const one = await (await book(first, 'one')).json()
  expect(await (await book(first, 'two')).json()).toEqual(one)
  expect(await recordsOf(ctx)).toHaveLength(1)
})

test('a card of the assistant that was confirmed books no second meeting', async () => {
  const { ctx, first, second, inputOf } = await withApi()
  const owner = asOwner(ctx)
  const confirm = (start: number) =>
    confirmProposal(
      owner,
      { id: 'card', action: 'book_meeting', input: inputOf(start) },
      { clientAddress: '203.0.113.7' },
    )
  const done = await confirm(first)
  await expect(confirm(second)).rejects.toMatchObject({ code: 'conflict' })
  const [{ id } = { id: '' }] = await bookingsOf(ctx)
  await cancelBooking(owner, id)
  ctx.clock.advance(HOUR)
  expect(await confirm(first)).toEqual(done)
  expect(await bookingsOf(ctx)).toHaveLength(1)
})

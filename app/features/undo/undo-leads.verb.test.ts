import { expect, test } from 'vitest'

import { bookingToken } from '#app/features/bookings/booking-records.server.ts'
import { cancelByLink } from '#app/features/bookings/change-booking.server.ts'
import { deleteLeads } from '#app/features/leads/bulk/change-leads.server.ts'
import { undoBulk } from '#app/features/leads/bulk/undo-bulk.server.ts'
import { deleteLead, restoreLead } from '#app/features/leads/delete-lead.server.ts'
import { addWebhook, removeWebhook } from '#app/features/webhooks/webhooks.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { createBooking, createMeetingType } from '#tests/factories/booking.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

async function withBooking() {
  const ctx = asOwner(await createTestCtx())
  await createTestOwner(ctx)
  await createMeetingType(ctx, { buffer_before: 15, buffer_after: 15 })
  const { id, start } = await createBooking(ctx)
  const { lead_id: leadId } = await ctx.db.selectFrom('booking').select('lead_id').executeTakeFirstOrThrow()
  return { ctx, id, start, leadId }
}

const claimsOf = (ctx: TestCtx) => ctx.db.selectFrom('slot_claim').selectAll().orderBy('slice').execute()
const bookingsOf = (ctx: TestCtx) => ctx.db.selectFrom('booking').selectAll().execute()
const deliveriesOf = (ctx: TestCtx) =>
  ctx.db.selectFrom('webhook_delivery').select(['kind', 'state', 'payload']).orderBy('id').execute()
const events = ['lead.created', 'lead.changed']

test('a lead comes back with the meetings that it had', async () => {
  const { ctx, start, leadId } = await withBooking()
  ctx.clock.advance(start + DAY - ctx.clock.now())
  const before = [await bookingsOf(ctx), await claimsOf(ctx)]
  await restoreLead(ctx, (await deleteLead(ctx, leadId)).id)
  expect([await bookingsOf(ctx), await claimsOf(ctx)]).toEqual(before)
  const { undo } = await deleteLeads(ctx, { selection: { ids: [leadId] } })
  expect(await bookingsOf(ctx)).toEqual([])
  await undoBulk(ctx, undo)
  expect([await bookingsOf(ctx), await claimsOf(ctx)]).toEqual(before)
})

test('what others have booked since of the time of a meeting under way stays theirs', async () => {
  const { ctx, start, leadId } = await withBooking()
  ctx.clock.advance(start + MINUTE - ctx.clock.now())
  const [bookings, claims] = [await bookingsOf(ctx), await claimsOf(ctx)]
  const deletion = await deleteLead(ctx, leadId)
  const last = {
    ...assertDefined(claims.at(-1), 'it has a buffer'),
    holder: 'another',
    booking_id: null,
    expires_at: start + HOUR,
  }
  await ctx.db.insertInto('slot_claim').values(last).execute()
  await restoreLead(ctx, deletion.id)
  expect(await bookingsOf(ctx)).toEqual(bookings)
  expect(await claimsOf(ctx)).toEqual([...claims.slice(0, -1), last])
  const told = ctx.db.selectFrom('lead_event').select('body').where('body', 'like', 'Restored, but%')
  expect(await told.execute()).toHaveLength(1)
})

test('a lead with a meeting ahead is deleted only once the guest was told of a cancellation', async () => {
  const { ctx, id, leadId } = await withBooking()
  const other = await createLead(ctx)
  await expect(deleteLead(ctx, leadId)).rejects.toThrow(
    'This lead has a meeting ahead. Please cancel it under Bookings first, so that the guest is told.',
  )
  const selection = { ids: [other, leadId] }
  await expect(deleteLeads(ctx, { selection })).rejects.toThrow('1 of these leads has a meeting ahead.')
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toHaveLength(2)
  await cancelByLink(ctx, bookingToken(ctx, id))
  expect((await deleteLeads(ctx, { selection })).count).toBe(2)
})

test('webhooks are told after all of a lead that came back', async () => {
  const ctx = asOwner(await createTestCtx())
  await addWebhook(ctx, { url: 'https://receiver.example/', events })
  const leadId = await createLead(ctx)
  const before = await deliveriesOf(ctx)
  expect(before).toMatchObject([{ kind: 'lead.created', state: 'waiting' }])
  const { id } = await deleteLead(ctx, leadId)
  // The job found nothing to send.
  await ctx.db.updateTable('job').set({ state: 'done' }).execute()
  await restoreLead(ctx, id)
  expect(await deliveriesOf(ctx)).toEqual(before)
  const waiting = ctx.db.selectFrom('job').select('name').where('state', '=', 'waiting')
  expect((await waiting.execute()).map(({ name }) => name)).toContain('deliver-webhook')
})

test('a lead comes back although its webhook was removed', async () => {
  const ctx = asOwner(await createTestCtx())
  const webhook = await addWebhook(ctx, { url: 'https://receiver.example/', events })
  const leadId = await createLead(ctx)
  const { id } = await deleteLead(ctx, leadId)
  await removeWebhook(ctx, { id: webhook.id })
  expect(await restoreLead(ctx, id)).toBe(leadId)
  expect(await deliveriesOf(ctx)).toEqual([])
})

import { z } from 'zod'

import { readTimeZone } from '#app/lib/time-zones.ts'
import { listFreeTimes } from '#app/features/bookings/availability/find-free-times.server.ts'
import { describeMeeting, readInstant } from '#app/features/bookings/meeting-time.ts'
import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { findOfferedType } from '#app/features/bookings/types/find-meeting-types.server.ts'
import { type MeetingType, toPublicMeeting } from '#app/features/bookings/types/meeting-type.ts'
import { bookMeeting } from '#app/features/bookings/visitor/book-meeting.server.ts'
import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { fill } from '#app/lib/messages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { defineCard } from '../define-action.ts'
import { text } from '../fields.ts'

const input = z.strictObject({
  type: text(100),
  time: text(20).describe('2026-11-24T09:00Z'),
  timeZone: text(60).default(''),
  name: text(200).default(''),
  email: text(254).default(''),
})

/** Does not reserve the time: nothing changes until the visitor presses the button. */
export const bookingCard = defineCard({
  input,
  description: 'Proposes to book a time from show_free_times, with the details that the visitor gave.',
  async propose(ctx, { type: slug, time, timeZone, name, email }, call) {
    const [type, form, card, site, { questions }] = await Promise.all([
      findOfferedType(ctx, slug),
      wordedTexts(ctx, bookingsTexts),
      wordedTexts(ctx, cardTexts),
      ctx.site(ctx),
      wordedTexts(ctx, leadsTexts),
    ])
    const start = await freeTime(ctx, type, time)
    const { place } = toPublicMeeting(type)
    const zone = readTimeZone(timeZone) ?? readTimeZone(call.timeZone) ?? site.timeZone
    const { consentBefore: before, consentLink: link, consentAfter } = form.form
    return {
      title: type.name,
      values: [
        { label: card.when, value: timeText(type, start, zone) },
        ...(place ? [{ label: card.where, value: place }] : []),
      ],
      fields: [
        { name: 'name', label: form.form.name, kind: 'line', value: name, isRequired: true },
        { name: 'email', label: form.form.email, kind: 'email', value: email, isRequired: true },
        { name: 'zone', label: '', kind: 'hidden', value: zone, isRequired: false },
      ],
      ...(type.questions.length > 0 && { questions: { list: type.questions, texts: questions } }),
      consent: { before, link, after: fill(consentAfter, { siteName: site.siteName }), isBox: false },
      button: card.book,
    }
  },
  async press(ctx, { type: slug, time }, { fields, referer, ...visit }) {
    const [type, { booked }, { publicUrl, timeZone }] = await Promise.all([
      findOfferedType(ctx, slug),
      wordedTexts(ctx, bookingsTexts),
      ctx.site(ctx),
    ])
    const source = readInquirySource({ ...fields, form: 'booking' }, { publicUrl, referer })
    const { bookingId } = await bookMeeting(ctx, {
      ...visit,
      type: slug,
      fields: { ...fields, time },
      source,
    })
    const { lead_id: leadId, starts_at: start } = await ctx.db
      .selectFrom('booking')
      .select(['lead_id', 'starts_at'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const zone = readTimeZone(fields['zone']) ?? timeZone
    return { leadId, done: `${booked.title}: ${timeText(type, start, zone)}. ${booked.text}` }
  },
})

/** @throws {AppError} invalid, conflict if the time is not free */
async function freeTime(ctx: Ctx, type: MeetingType, time: string): Promise<number> {
  const start = readInstant(time)
  if (start === null) throw new AppError('invalid', 'The time is not as show_free_times gives it.')
  const free = await listFreeTimes(ctx, { type, range: { from: start, to: start + MINUTE } })
  if (!free.includes(start)) throw new AppError('conflict', 'This time is not free. Show free times again.')
  return start
}

function timeText({ length }: MeetingType, start: number, zone: string): string {
  return describeMeeting(start, start + length * MINUTE, zone)
}

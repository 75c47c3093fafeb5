import { z } from 'zod'

import { prepareBooking } from '#app/features/bookings/visitor/book-meeting.server.ts'
import { answerField } from '#app/lib/question.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineAction } from '../define-action.ts'
import { id, text } from '../fields.ts'
import { inLanguage, readerLanguage } from '../in-language.server.ts'

import { bookingCard } from './booking-card.server.ts'

export const bookMeetingAction = defineAction({
  name: 'book_meeting',
  title: 'Book meetings',
  description: 'Books a free time for a guest, who gets the invitation by mail.',
  input: z.strictObject({
    type: text(100).describe('As show_free_times names it'),
    time: text(20).describe('As show_free_times gives it: 2026-11-24T09:00Z'),
    timeZone: text(60).default('').describe("The guest's time zone, an IANA name"),
    name: text(200).min(1),
    email: text(254).min(3),
    language: readerLanguage,
    answers: z
      .array(text(1000))
      .max(20)
      .default([])
      .describe("Answers to the meeting's questions, in the same order"),
  }),
  output: z.object({ id }),
  permission: 'bookings.write',
  effect: 'adds',
  isForVisitors: true,
  card: bookingCard,
  rest: { method: 'POST', path: '/bookings' },
  async prepare(outer: Ctx, { type, timeZone, answers, language, ...given }, { clientAddress }) {
    const ctx = await inLanguage(outer, language)
    const { publicUrl } = await ctx.site(ctx)
    const answered = answers.map((answer, n) => [answerField(String(n)), answer])
    const fields = { ...given, zone: timeZone, form: 'api', ...Object.fromEntries(answered) }
    const source = readInquirySource(fields, { publicUrl, referer: null })
    const store = await prepareBooking(ctx, { type, fields, source, clientAddress })
    return async (later: Ctx) => {
      const { bookingId, isNew } = await store({ ...later, language: ctx.language })
      if (isNew) await recordChange(later, { what: 'booking.made', subject: { id: bookingId } })
      return { id: bookingId }
    }
  },
})

import { readTimeZone } from '#app/lib/time-zones.ts'
import { keepLegalTexts } from '#app/features/leads/legal-texts.server.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { type Inquiry, parseInquiry, spamReason } from '#app/features/leads/parse-inquiry.server.ts'
import { keepPerson } from '#app/features/leads/persons/keep-person.server.ts'
import type { Answer } from '#app/lib/question.ts'
import { readAnswers } from '#app/features/leads/questions/read-answers.ts'
import { recordLeadEvent } from '#app/features/leads/record-lead-event.server.ts'
import { storeLead } from '#app/features/leads/store-lead.server.ts'
import type { Sending } from '#app/features/leads/submit-inquiry.server.ts'
import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { mailboxOf } from '#app/lib/email-address.ts'
import { fill } from '#app/lib/messages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { announceBooking } from '../announce-booking.server.ts'
import { claimSlot } from '../availability/claim-slot.server.ts'
import { blockedBy } from '../availability/free-times.ts'
import { hasRoom } from '../availability/has-room.server.ts'
import { holdSlot } from '../availability/hold-slot.server.ts'
import { describeMeeting, readInstant } from '../meeting-time.ts'
import type { BookingsMessages } from '../messages.en.ts'
import { bookingsTexts } from '../messages.ts'
import { findOfferedType } from '../types/find-meeting-types.server.ts'
import type { MeetingType } from '../types/meeting-type.ts'

const perAddress: ThrottleRule = { name: 'booking-address', limit: 20, windowMs: 10 * MINUTE }
/** Anyone can enter another person's address, also in variants. */
const perMailbox: ThrottleRule = { name: 'booking-email', limit: 5, windowMs: 10 * MINUTE }

export type BookingSending = Sending & { type: string }

type NewBooking = {
  type: MeetingType
  start: number
  timeZone: string
  inquiry: Inquiry
  answers: readonly Answer[]
  guest: string
  holder: string
  memberId: string
}

type Booked = { bookingId: string; isNew: boolean }

/**
 * Books a time that is free or held by the sender, and stores person, lead and mails in the same transaction. A repeated
 * submission returns the existing booking.
 * @throws {FieldErrors} @throws {AppError} conflict if the time is taken, too-many past the throttles.
 */
export async function bookMeeting(ctx: Ctx, sending: BookingSending): Promise<Booked> {
  return withTransaction(ctx, await prepareBooking(ctx, sending))
}

/**
 * Checks the input and holds the time, each in its own transaction. Returns a function that books in the caller's.
 * @throws see `bookMeeting`
 */
export async function prepareBooking(
  ctx: Ctx,
  sending: BookingSending,
): Promise<(later: Ctx) => Promise<Booked>> {
  const texts = await wordedTexts(ctx, bookingsTexts)
  const type = await findOfferedType(ctx, sending.type)
  const start = readInstant(sending.fields['time'])
  if (start === null) throw new FieldErrors({ time: texts.errors.timeMissing })
  const timeZone = readTimeZone(sending.fields['zone']) ?? (await ctx.site(ctx)).timeZone
  const typed = { type, start, timeZone, fields: sending.fields }
  const { inquiry, answers } = await parseBooking(ctx, typed, texts.errors)
  const guest = ctx.signer.sign('booking-guest', comparableAddress(inquiry.email))
  // Before the search, because its result tells whether the guest has a meeting at that time.
  await countAddress(ctx, perAddress, sending.clientAddress)
  const earlier = await findSameBooking(ctx, guest, start)
  if (earlier !== null) return async () => ({ bookingId: earlier, isNew: false })
  await countAgainst(ctx, perMailbox, mailboxOf(inquiry.email))
  const consent = {
    version: await keepLegalTexts(ctx),
    text: await consentText(ctx, texts.form),
  }
  const holder = readHold(sending.fields['hold']) ?? `${guest} ${start}`
  const memberId = await holdSlot(ctx, { type, start, holder })
  return async (later) => {
    // If the same form was sent twice at once, the other request has stored the booking by the time the lock is free.
    await later.engine.lockUntilCommit(later.db, `booking ${guest} ${start}`)
    const stored = await findSameBooking(later, guest, start)
    if (stored !== null) return { bookingId: stored, isNew: false }
    if (memberId === null) throw new AppError('conflict', texts.errors.taken)
    const booking = { type, start, timeZone, inquiry, answers, guest, holder, memberId }
    const bookingId = await insertBooking(later, booking, { sending, consent, taken: texts.errors.taken })
    return { bookingId, isNew: true }
  }
}

type Around = { sending: Sending; consent: { version: string; text: string }; taken: string }

/** @throws {AppError} conflict if the time was taken meanwhile; the caller's transaction must then be rolled back. */
async function insertBooking(
  ctx: Ctx,
  booking: NewBooking,
  { sending, consent, taken }: Around,
): Promise<string> {
  const { type, start, inquiry, answers, guest, holder, memberId } = booking
  const blocked = blockedBy(type, start)
  const [bookingId, leadId] = [newId(), newId()]
  const now = ctx.clock.now()
  await storeLead(ctx, {
    leadId,
    inquiry,
    answers,
    consent,
    spam: null,
    fingerprint: guest,
    key: bookingId,
    source: { ...sending.source, form: 'booking', service: type.name },
    conversationId: sending.conversationId ?? null,
  })
  const stored = await ctx.db
    .insertInto('booking')
    .values({
      id: bookingId,
      language: ctx.language,
      type_id: type.id,
      member_id: memberId,
      starts_at: start,
      ends_at: start + type.length * MINUTE,
      blocked_from: blocked.from,
      blocked_to: blocked.to,
      state: 'booked',
      time_zone: booking.timeZone,
      guest_hash: guest,
      lead_id: leadId,
      sequence: 0,
      answer: null,
      answered_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const isFree =
    stored &&
    (await hasRoom(ctx, { type, memberId, start, bookingId })) &&
    (await claimSlot(ctx, { memberId, blocked, holder, bookingId }))
  if (!isFree) throw new AppError('conflict', taken)
  await recordLeadEvent(ctx, { leadId, kind: 'received', actor: null, body: null })
  const at = describeMeeting(start, start + type.length * MINUTE, booking.timeZone)
  await recordLeadEvent(ctx, { leadId, kind: 'booking', actor: null, body: `Booked ${type.name}: ${at}` })
  await ctx.recordEvent(ctx, {
    kind: 'contact_form',
    visitor: sending.visitor ?? null,
    page: sending.source.last_page,
    landing: sending.source.first_page,
    referrer: sending.source.referrer,
    campaign: [sending.source.utm_source, sending.source.utm_medium, sending.source.utm_campaign],
  })
  await ctx.tellWebhooks(ctx, { kind: 'lead.created', id: leadId })
  await announceBooking(ctx, { bookingId, change: 'booked' })
  ctx.signals.nudge(ctx, TODAY_TOPIC)
  // This comes last, because bookings of one person wait for each other from here on.
  const { language } = await ctx.site(ctx)
  await keepPerson(ctx, inquiry, { at: now, origin: 'inquiry', language })
  return bookingId
}

type Typed = {
  type: MeetingType
  start: number
  timeZone: string
  fields: Readonly<Record<string, string>>
}

/** Returns the booking as an inquiry, and the answers to the meeting's questions. */
async function parseBooking(
  ctx: Ctx,
  { type, start, timeZone, fields }: Typed,
  errors: BookingsMessages['errors'],
): Promise<{ inquiry: Inquiry; answers: Answer[] }> {
  const sentences = (await wordedTexts(ctx, leadsTexts)).errors
  const { answers, faults } = readAnswers(type, fields, { ...sentences, ...errors })
  const at = describeMeeting(start, start + type.length * MINUTE, timeZone)
  const message = `${type.name}: ${at}`
  let inquiry: Inquiry
  try {
    inquiry = parseInquiry({ ...pick(fields), message, consent: 'on' }, sentences)
  } catch (error) {
    throw error instanceof FieldErrors ? new FieldErrors({ ...error.fields, ...faults }) : error
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  if (spamReason(inquiry, { fields, openFor: Infinity }) !== null)
    throw new AppError('invalid', errors.automatic)
  return { inquiry, answers }
}

const pick = ({ name = '', email = '' }: Typed['fields']) => ({ name, email })

async function consentText(ctx: Ctx, form: BookingsMessages['form']): Promise<string> {
  const { siteName } = await ctx.site(ctx)
  return `${form.consentBefore}${form.consentLink}${fill(form.consentAfter, { siteName })}`
}

/** Returns the id of the page's hold, or null if it is malformed. */
export function readHold(typed: string | undefined): string | null {
  return typed && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(typed) ? typed : null
}

async function findSameBooking(ctx: Ctx, guest: string, start: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('booking')
    .select('id')
    .where('guest_hash', '=', guest)
    .where('starts_at', '=', start)
    .where('state', '=', 'booked')
    .executeTakeFirst()
  return row?.id ?? null
}

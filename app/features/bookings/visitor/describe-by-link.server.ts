import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { findBooking, readBookingToken } from '../booking-records.server.ts'
import { describeMeeting } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import type { MeetingType } from '../types/meeting-type.ts'

/** Returns what anyone with the link may see: the meeting, but no name or address. @throws {AppError} not-found */
export async function describeByLink(ctx: Ctx, token: string) {
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const booking = await findBooking(ctx, readBookingToken(ctx, token, errors.linkInvalid))
  const [{ language }, say] = await Promise.all([ctx.site(ctx), readSay(ctx)])
  const { id, type, typeName, starts_at, ends_at, time_zone, state } = booking
  return {
    id,
    type,
    name: say('meetings', typeName),
    location: type ? say('meetings', type.location) : '',
    at: describeMeeting(starts_at, ends_at, time_zone, language),
    timeZone: time_zone,
    isCancelled: state === 'cancelled',
    canChange: state === 'booked' && starts_at > ctx.clock.now(),
  }
}

/** Returns the language in which a meeting was booked; null for the main one. @throws {AppError} not-found */
export async function languageOfLink(ctx: Ctx, token: string): Promise<string | null> {
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  return (await findBooking(ctx, readBookingToken(ctx, token, errors.linkInvalid))).language
}

/** @throws {AppError} conflict if the meeting can no longer be moved. */
export async function findMovable(
  ctx: Ctx,
  token: string,
): Promise<Awaited<ReturnType<typeof describeByLink>> & { type: MeetingType }> {
  const booking = await describeByLink(ctx, token)
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  if (!booking.canChange || !booking.type) throw new AppError('conflict', errors.over)
  return { ...booking, type: booking.type }
}

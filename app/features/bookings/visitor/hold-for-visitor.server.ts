import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { holdSlot } from '../availability/hold-slot.server.ts'
import { readInstant } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import { findOfferedType } from '../types/find-meeting-types.server.ts'
import { readHold } from './book-meeting.server.ts'

/** Each hold blocks a time for five minutes; the limit prevents one visitor from blocking them all. */
const perAddress: ThrottleRule = { name: 'booking-hold', limit: 30, windowMs: 10 * MINUTE }

/** @throws {AppError} conflict if the time is taken, too-many past the throttle. */
export async function holdForVisitor(
  ctx: Ctx,
  { type: slug = '', time, hold }: Readonly<Record<string, string>>,
  clientAddress: string,
): Promise<{ hold: string }> {
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const type = await findOfferedType(ctx, slug)
  const start = readInstant(time)
  if (start === null) throw new AppError('invalid', errors.timeMissing)
  await countAddress(ctx, perAddress, clientAddress)
  const holder = readHold(hold) ?? newId()
  if ((await holdSlot(ctx, { type, start, holder })) === null) throw new AppError('conflict', errors.taken)
  return { hold: holder }
}

import { answersOf } from '#app/lib/question.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { findMeetingTypes } from './types/find-meeting-types.server.ts'

const PURPOSE = 'booking'

/** Returns a booking with name and address of its guest, which the lead stores. @throws {AppError} not-found */
export async function findBooking(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('booking')
    .innerJoin('lead', 'lead.id', 'booking.lead_id')
    .leftJoin('member', 'member.id', 'booking.member_id')
    .select(['booking.id', 'type_id', 'member_id', 'starts_at', 'ends_at', 'state', 'time_zone'])
    .select(['booking.created_at', 'booking.updated_at', 'answer', 'answered_at'])
    .select(['lead_id', 'sequence', 'lead.name as name', 'lead.email as email', 'lead.message as message'])
    .select(['lead.answers as answers', 'booking.language'])
    .select([
      'member.email as member_email',
      'member.name as member_name',
      'member.removed_at as member_left',
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', 'There is no such booking. It may have been deleted.')
  const types = await findMeetingTypes(ctx)
  const type = types.find((each) => each.id === row.type_id)
  return { ...row, answers: answersOf(row.answers), type: type ?? null, typeName: type?.name ?? 'Meeting' }
}

/** Returns a lead's bookings for the export of a person's data. The lead has the answers to questions. */
export async function describeBookingsOf(ctx: Ctx, leadId: string) {
  const rows = await ctx.db
    .selectFrom('booking')
    .select(['id', 'type_id', 'created_at', 'updated_at', 'starts_at', 'ends_at', 'state', 'time_zone'])
    .select(['answer', 'answered_at'])
    .where('lead_id', '=', leadId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  const types = rows.length > 0 ? await findMeetingTypes(ctx) : []
  return rows.map(({ type_id, ...booking }) => ({
    ...booking,
    meeting: types.find((each) => each.id === type_id)?.name ?? 'Meeting',
  }))
}

export type BookingRecord = Awaited<ReturnType<typeof findBooking>>

type Host = Record<'member_name' | 'member_email', string | null> & { member_left: number | null }

export function hostOf({ member_name, member_email, member_left }: Host): string {
  const name = member_name || member_email
  if (!name) return 'A former member'
  return member_left === null ? name : `${name}, who has left the team`
}

/** Returns the token for links in mails: the booking's id and a signature. */
export function bookingToken(ctx: Pick<Ctx, 'signer'>, bookingId: string): string {
  return `${bookingId}.${ctx.signer.sign(PURPOSE, bookingId)}`
}

/** Returns the booking's id. @throws {AppError} not-found if the signature is not ours. */
export function readBookingToken(ctx: Pick<Ctx, 'signer'>, token: string, refusal: string): string {
  const [id = '', signature = ''] = token.length < 200 ? token.split('.') : []
  if (!ctx.signer.verify(PURPOSE, id, signature)) throw new AppError('not-found', refusal)
  return id
}

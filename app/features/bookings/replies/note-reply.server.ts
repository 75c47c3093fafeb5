import { recordLeadEvent } from '#app/features/leads/record-lead-event.server.ts'
import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { findBooking } from '../booking-records.server.ts'
import { describeMeeting } from '../meeting-time.ts'

import {
  type InvitationAnswer,
  type InvitationReply,
  MAX_REPLY_BYTES,
  type ReadReply,
  readReplyTask,
} from './read-reply.ts'

type Attachment = { type: string; bytes: Uint8Array }

const MOST_CALENDARS = 3
const names: Readonly<Record<InvitationAnswer, string>> = {
  accepted: 'Accepted',
  declined: 'Declined',
  tentative: 'Accepted tentatively',
}

type FoundReplies = {
  replies: InvitationReply[]
  /** Somebody declines, comments or proposes another time, even if the mail says that a program sent it. */
  isForPerson: boolean
}

/** Returns the invitation replies in a mail. Skips unreadable ones. @throws {AppError} unavailable while the pool cannot parse. */
export async function findReplies(
  ctx: Pick<Ctx, 'pool' | 'log'>,
  attachments: readonly Attachment[],
): Promise<FoundReplies> {
  const calendars = attachments.filter(
    ({ type, bytes }) => /^(text\/calendar|application\/ics)$/i.test(type) && bytes.length <= MAX_REPLY_BYTES,
  )
  const found: ReadReply[] = []
  for (const { bytes } of calendars.slice(0, MOST_CALENDARS))
    try {
      found.push(await ctx.pool.run(readReplyTask, { bytes }))
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      ctx.log.info({ error }, 'bookings.reply_unreadable')
    }
  const replies = found.flatMap((each) => each.replies)
  const isForPerson =
    found.some(({ isProposal }) => isProposal) ||
    replies.some(({ answer, hasComment }) => answer === 'declined' || hasComment)
  return { replies, isForPerson }
}

type Received = { leadId: string; replies: readonly InvitationReply[]; receivedAt: number }

/**
 * Stores the guest's answer to the latest invitation of a booking of this lead. A declined meeting stays booked.
 * @returns true if the mail only accepts, without a comment, so that nobody needs to read it.
 */
export async function noteReplies(ctx: Ctx, { leadId, replies, receivedAt }: Received): Promise<boolean> {
  let isAll = false
  for (const reply of replies) {
    const isKnown = await noteReply(ctx, { leadId, reply, receivedAt })
    isAll ||= isKnown && reply.answer !== 'declined' && !reply.hasComment
  }
  return isAll
}

type Noted = { leadId: string; reply: InvitationReply; receivedAt: number }

async function noteReply(ctx: Ctx, { leadId, reply, receivedAt }: Noted): Promise<boolean> {
  const { answer, sequence, stamp, uid, attendee } = reply
  const [id = ''] = uid.split('@')
  const stored = await ctx.db
    .selectFrom('booking')
    .innerJoin('lead', 'lead.id', 'lead_id')
    .select(['lead.email as email', 'booking.answer', 'answered_at'])
    .where('booking.id', '=', id)
    .where('lead_id', '=', leadId)
    .where('state', '=', 'booked')
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  if (!stored || comparableAddress(stored.email) !== comparableAddress(attendee)) return false
  // A sender's clock may be fast, which must not block later answers.
  const at = Math.min(stamp === null ? receivedAt : stamp, receivedAt)
  if (stored.answered_at !== null && stored.answered_at > at) return false
  await ctx.db.updateTable('booking').set({ answer, answered_at: at }).where('id', '=', id).execute()
  if (stored.answer === answer) return true
  const booking = await findBooking(ctx, id)
  const when = describeMeeting(booking.starts_at, booking.ends_at, booking.time_zone)
  await recordLeadEvent(ctx, {
    leadId,
    kind: 'booking',
    actor: null,
    body: `${names[answer]} the invitation to ${booking.typeName}: ${when}`,
  })
  if (answer === 'declined')
    await ctx.notify(ctx, {
      kind: 'booking',
      subject: `${id}:${sequence}:${at}`,
      members: [booking.member_id],
    })
  return true
}

import { sql } from 'kysely'

import { findHours } from '#app/features/bookings/availability/member-hours.server.ts'
import { findBooking } from '#app/features/bookings/booking-records.server.ts'
import { describeMeeting, shortMeeting } from '#app/features/bookings/meeting-time.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { otherAssistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import type { NoticeKind } from '#app/platform/notice-events.ts'

import type { Described, Subject } from './described.ts'

const EXCERPT = 200
const excerptOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, ${EXCERPT})`

/**
 * Reads the notice's text from the record when it is sent, so that notices store no personal data. Returns null if
 * the record was deleted or no longer needs attention.
 */
export const describeNotice: Record<NoticeKind, (ctx: Ctx, of: Subject) => Promise<Described | null>> = {
  /** The subject is the conversation's id and the time since when the visitor has waited, as in Today. */
  async chat(ctx, { subject }) {
    const [id = '', since] = subject.split(':')
    const waiting = await ctx.db
      .selectFrom('conversation')
      .select(['page', 'speaker'])
      .select(otherAssistantName('conversation'))
      .select((select) =>
        select
          .selectFrom('chat_message')
          .select(excerptOf('text').as('text'))
          .whereRef('chat_message.conversation_id', '=', 'conversation.id')
          .where('author', '=', 'visitor')
          .orderBy('id', 'desc')
          .limit(1)
          .as('said'),
      )
      .where('id', '=', id)
      .where('waiting_since', '=', Number(since))
      .executeTakeFirst()
    if (!waiting) return null
    const text = waiting.said ?? 'Open the conversation to answer.'
    const who = waiting.assistant === null ? 'A visitor' : `${waiting.assistant}: a visitor`
    const title = `${who} waits for ${waiting.speaker === 'owner' ? 'your answer' : 'a person'}`
    return { title, text, path: `/admin/conversations/${id}`, about: `conversation:${id}` }
  },

  async inquiry(ctx, { subject }) {
    const lead = await ctx.db
      .selectFrom('lead')
      .select(['name', 'company', excerptOf('message').as('text')])
      .select(otherAssistantName('lead'))
      .where('id', '=', subject)
      .where('status', '=', 'new')
      .where('spam_reason', 'is', null)
      .executeTakeFirst()
    if (!lead) return null
    const from = [lead.name, lead.company, lead.assistant].filter(Boolean).join(', ')
    const title = `Inquiry from ${from}`
    return { title, text: lead.text, path: `/admin/leads/${subject}`, about: `lead:${subject}` }
  },

  booking: describeBooking,

  async answer(ctx, { subject }) {
    const mail = await ctx.db
      .selectFrom('thread_mail')
      .select(['from_name', 'from_email', 'lead_id', excerptOf('text').as('excerpt')])
      .where('id', '=', subject)
      .where('lead_id', 'is not', null)
      .where('seen_at', 'is', null)
      .executeTakeFirst()
    if (!mail) return null
    return {
      title: `Answer from ${mail.from_name || mail.from_email}`,
      text: mail.excerpt,
      path: `/admin/leads/${mail.lead_id}`,
      about: `lead:${mail.lead_id}`,
    }
  },

  /** The subject is `lead:` or `chat:` with an id, or `leads:` with a count, and the time of the assignment. */
  async assigned(ctx, { subject, memberId }) {
    const [kind, id = ''] = subject.split(':')
    if (kind === 'leads') {
      const text = 'They were assigned to you together.'
      return { title: `${id} leads are yours now`, text, path: '/admin/leads', about: `notice:${subject}` }
    }
    if (kind === 'chat') {
      const chat = await ctx.db
        .selectFrom('conversation')
        .select('page')
        .where('id', '=', id)
        .where('assignee_id', '=', memberId)
        .executeTakeFirst()
      const text = `It began on ${chat?.page ?? 'a page of the site'}.`
      const title = 'A chat is yours now'
      return chat ? { title, text, path: `/admin/conversations/${id}`, about: `conversation:${id}` } : null
    }
    const lead = await ctx.db
      .selectFrom('lead')
      .select(['name', excerptOf('message').as('text')])
      .where('id', '=', id)
      .where('assignee_id', '=', memberId)
      .executeTakeFirst()
    if (!lead) return null
    const title = `${lead.name} is yours now`
    return { title, text: lead.text, path: `/admin/leads/${id}`, about: `lead:${id}` }
  },

  /** The text of the note stays in the admin. */
  async mention(ctx, { subject }) {
    const mention = await ctx.db
      .selectFrom('mention')
      .select(['by_name', 'lead_id', 'person_id'])
      .where('id', '=', subject)
      .executeTakeFirst()
    if (!mention) return null
    const { by_name, lead_id, person_id } = mention
    const text = 'It waits for you under Today until you mark it as done.'
    const path = lead_id ? `/admin/leads/${lead_id}` : `/admin/people/${person_id}`
    const about = lead_id ? `lead:${lead_id}` : `notice:${subject}`
    return { title: `${by_name} mentioned you in a note`, text, path, about }
  },

  async mail(ctx, { subject }) {
    const mail = await ctx.db
      .selectFrom('email')
      .select(['subject', 'last_error', 'about'])
      .where('id', '=', subject)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (!mail) return null
    const text = mail.last_error ?? 'The mail server refused it.'
    const about = mail.about ?? `email:${subject}`
    return { title: `Refused: ${mail.subject}`, text, path: `/admin/outbox/${subject}`, about }
  },
}

/** The subject is `id:sequence[:declinedAt]`. Returns null once a newer notice supersedes it. */
async function describeBooking(ctx: Ctx, { subject, memberId }: Subject): Promise<Described | null> {
  const [id = '', sequence, declinedAt] = subject.split(':')
  const stored = await ctx.db.selectFrom('booking').select('sequence').where('id', '=', id).executeTakeFirst()
  if (stored?.sequence !== Number(sequence)) return null
  const booking = await findBooking(ctx, id)
  const isDeclined = booking.answer === 'declined' && booking.answered_at === Number(declinedAt)
  if (declinedAt !== undefined && !isDeclined) return null
  const hours = await findHours(ctx, [memberId])
  const timeZone = hours.get(memberId)?.timeZone ?? booking.time_zone
  const happened = isDeclined ? 'Declined' : whatHappened(booking)
  const what = booking.member_id === memberId ? happened : 'Assigned to somebody else'
  return {
    title: `${what}: ${booking.typeName} with ${booking.name}, ${shortMeeting(booking.starts_at, timeZone)}`,
    text: `${describeMeeting(booking.starts_at, booking.ends_at, timeZone)}\n${booking.email}\n\n${booking.message}`,
    path: `/admin/bookings/${id}`,
    about: `lead:${booking.lead_id}`,
    replyTo: booking.email,
  }
}

function whatHappened({ state, sequence }: { state: string; sequence: number }): string {
  if (state === 'cancelled') return 'Cancelled'
  return sequence === 0 ? 'Booked' : 'Moved'
}

import { type RawBuilder, sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { otherAssistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { findBookingNeeds } from './find-booking-needs.server.ts'
import { findSystemNeeds, type Found } from './find-system-needs.server.ts'
import type { NeedKind } from './needs.ts'

/** Per kind; nobody works through a longer list in a day. */
export const MOST_OF_A_KIND = 500
const EXCERPT = 160

/** Returns the newest items of each kind, except done and snoozed ones. */
export const findNeeds: Record<NeedKind, (ctx: Ctx) => Promise<Found[]>> = {
  async chat(ctx) {
    const item = sql<string>`'chat:' || conversation.id || ':' || conversation.waiting_since`
    const rows = await ctx.db
      .selectFrom('conversation')
      .select(['id', 'waiting_since', 'page', 'speaker', 'assignee_id', item.as('item')])
      .select(otherAssistantName('conversation'))
      .select((select) =>
        select
          .selectFrom('chat_message')
          .select(sql<string>`substr(text, 1, ${EXCERPT})`.as('text'))
          .whereRef('chat_message.conversation_id', '=', 'conversation.id')
          .where('author', '=', 'visitor')
          .orderBy('id', 'desc')
          .limit(1)
          .as('said'),
      )
      .where('waiting_since', 'is not', null)
      .where(isOpen(ctx, item))
      .orderBy('waiting_since', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map(({ id, waiting_since, page, said, assignee_id, assistant, speaker, item: name }) => ({
      item: name,
      title: `${assistant === null ? 'A' : `${assistant}: a`} visitor waits for ${speaker === 'owner' ? 'your answer' : 'a person'}`,
      text: said ?? page,
      // The query selects only waiting conversations, so this is never null.
      at: waiting_since ?? ctx.clock.now(),
      path: `/admin/conversations/${id}`,
      replyPath: `/admin/conversations/${id}#message`,
      assigneeId: assignee_id,
    }))
  },

  async inquiry(ctx) {
    const item = sql<string>`'inquiry:' || lead.id`
    const rows = await ctx.db
      .selectFrom('lead')
      .select(['id', 'name', 'company', 'service', 'created_at', 'assignee_id', item.as('item')])
      .select(otherAssistantName('lead'))
      .select(sql<string>`substr(message, 1, ${EXCERPT})`.as('excerpt'))
      .where('status', '=', 'new')
      .where('spam_reason', 'is', null)
      .where(isOpen(ctx, item))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map((lead) => ({
      item: lead.item,
      title: [lead.name, lead.company, lead.assistant].filter(Boolean).join(', '),
      text: lead.excerpt,
      at: lead.created_at,
      isPromised: true,
      path: `/admin/leads/${lead.id}`,
      replyPath: `/admin/leads/${lead.id}#reply`,
      assigneeId: lead.assignee_id,
    }))
  },

  /** Leads whose last mail is the lead's own; automatic mails do not count. */
  async answer(ctx) {
    const item = sql<string>`'answer:' || mail.id`
    const rows = await ctx.db
      .selectFrom('thread_mail as mail')
      .innerJoin('lead', 'lead.id', 'mail.lead_id')
      .select(['lead.id', 'lead.name', 'lead.company', 'lead.assignee_id', 'mail.at', item.as('item')])
      .select(sql<string>`substr(mail.text, 1, ${EXCERPT})`.as('excerpt'))
      .where('direction', '=', 'in')
      .where('is_automatic', '=', 0)
      .where('spam_reason', 'is', null)
      // Excludes the mail that created the lead, which is listed as its inquiry.
      .where((where) =>
        where.or([where('status', '!=', 'new'), where('mail.at', '>', where.ref('created_at'))]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('thread_mail as later')
              .select('later.id')
              .whereRef('later.lead_id', '=', 'mail.lead_id')
              .where('later.is_automatic', '=', 0)
              .where((where) =>
                where.or([
                  where('later.at', '>', where.ref('mail.at')),
                  where.and([
                    where('later.at', '=', where.ref('mail.at')),
                    where('later.id', '>', where.ref('mail.id')),
                  ]),
                ]),
              ),
          ),
        ),
      )
      .where(isOpen(ctx, item))
      .orderBy('mail.at', 'desc')
      .orderBy('mail.id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map((lead) => ({
      item: lead.item,
      title: lead.company ? `${lead.name}, ${lead.company}` : lead.name,
      text: lead.excerpt,
      at: lead.at,
      isPromised: true,
      path: `/admin/leads/${lead.id}`,
      replyPath: `/admin/leads/${lead.id}#reply`,
      assigneeId: lead.assignee_id,
    }))
  },

  /** Next steps of leads, from their due day on. */
  async step(ctx) {
    const { timeZone } = await ctx.site(ctx)
    const item = sql<string>`'step:' || lead.id || ':' || due_on`
    const rows = await ctx.db
      .selectFrom('lead')
      .select(['id', 'name', 'company', 'next_step', 'due_on', 'assignee_id', item.as('item')])
      .where('due_on', '<=', dayOf(ctx.clock.now(), timeZone))
      .where('spam_reason', 'is', null)
      .where(isOpen(ctx, item))
      .orderBy('due_on', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map((lead) => {
      const day = assertDefined(lead.due_on ?? undefined, 'the query asks for a day')
      return {
        item: lead.item,
        title: lead.company ? `${lead.name}, ${lead.company}` : lead.name,
        text: lead.next_step,
        at: startOfDay(day, timeZone),
        due: endOfDay(day, timeZone),
        path: `/admin/leads/${lead.id}`,
        replyPath: `/admin/leads/${lead.id}`,
        assigneeId: lead.assignee_id,
      }
    })
  },

  /** Each member sees the notes that mention them, and those reassigned to them. */
  async mention(ctx) {
    const { memberId } = requireActor(ctx, 'leads.read')
    const item = sql<string>`'mention:' || mention.id`
    const rows = await ctx.db
      .selectFrom('mention')
      .leftJoin('lead_event', 'lead_event.id', 'mention.event_id')
      .leftJoin('person_event', 'person_event.id', 'mention.event_id')
      .leftJoin('today_mark', (join) => join.on('today_mark.item', '=', item))
      .select(['mention.lead_id', 'mention.person_id', 'mention.at', 'by_name', item.as('name')])
      .select((select) => select.fn.coalesce('assignee_id', 'mention.member_id').as('assignee'))
      .select(
        sql<string | null>`substr(coalesce(lead_event.body, person_event.body), 1, ${EXCERPT})`.as('text'),
      )
      .where('is_own', '=', 0)
      .where((where) => where(where.fn.coalesce('assignee_id', 'mention.member_id'), '=', memberId))
      .where(isOpen(ctx, item))
      .orderBy('mention.at', 'desc')
      .orderBy('mention.id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map(({ lead_id, person_id, at, by_name, text, name, assignee }) => {
      const path = lead_id === null ? `/admin/people/${person_id}` : `/admin/leads/${lead_id}`
      const title = `${by_name} mentioned you`
      return { item: name, title, text, at, path, replyPath: `${path}#note`, assigneeId: assignee }
    })
  },

  /** Automatic mails appear only in the list of unfiled mails. */
  async unfiled(ctx) {
    const item = sql<string>`'unfiled:' || thread_mail.id`
    const rows = await ctx.db
      .selectFrom('thread_mail')
      .leftJoin('today_mark', (join) => join.on('today_mark.item', '=', item))
      .select(['id', 'from_name', 'from_email', 'subject', 'at', 'assignee_id', item.as('name')])
      .select(sql<string>`substr(text, 1, ${EXCERPT})`.as('excerpt'))
      .where('lead_id', 'is', null)
      .where('dismissed_at', 'is', null)
      .where('is_automatic', '=', 0)
      .where(isOpen(ctx, item))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map(({ id, from_name, from_email, subject, at, assignee_id, excerpt, name }) => ({
      item: name,
      title: from_name || from_email || 'Unknown sender',
      text: subject || excerpt,
      at,
      path: `/admin/unfiled/${id}`,
      replyPath: `/admin/unfiled/${id}`,
      assigneeId: assignee_id,
    }))
  },

  async question(ctx) {
    const item = sql<string>`'question:' || unanswered_question.id`
    const rows = await ctx.db
      .selectFrom('unanswered_question')
      .leftJoin('today_mark', (join) => join.on('today_mark.item', '=', item))
      .select(['id', 'text', 'asked_at', 'assignee_id', item.as('name')])
      .where(isOpen(ctx, item))
      .orderBy('id', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map(({ id, text, asked_at, assignee_id, name }) => ({
      item: name,
      title: text,
      text: 'The assistant could not answer this.',
      at: asked_at,
      path: '/admin/knowledge#questions-title',
      replyPath: `/admin/knowledge?tab=text&question=${id}`,
      assigneeId: assignee_id,
    }))
  },

  async mail(ctx) {
    const item = sql<string>`'mail:' || email.id || ':' || email.round`
    const rows = await ctx.db
      .selectFrom('email')
      .leftJoin('today_mark', (join) => join.on('today_mark.item', '=', item))
      .select(['id', 'subject', 'last_error', 'created_at', 'assignee_id', item.as('name')])
      .where('state', '=', 'failed')
      .where(isOpen(ctx, item))
      .orderBy('created_at', 'desc')
      .limit(MOST_OF_A_KIND)
      .execute()
    return rows.map(({ id, subject, last_error, created_at, assignee_id, name }) => ({
      item: name,
      title: subject,
      text: last_error ?? 'The mail server refused it.',
      at: created_at,
      path: `/admin/outbox/${id}`,
      replyPath: `/admin/outbox/${id}`,
      assigneeId: assignee_id,
    }))
  },

  booking: findBookingNeeds,

  ...findSystemNeeds,
}

/** Whether nobody has settled or snoozed the item. */
function isOpen(ctx: Ctx, item: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from today_mark as mark where mark.item = ${item}
    and (mark.done_at is not null or mark.snoozed_until > ${ctx.clock.now()}))`
}

import { sql, type SqlBool } from 'kysely'

import { readTranslation } from '#app/features/foreign-messages/stored-translation.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { assistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { answersOf } from '#app/lib/question.ts'
import { readTagsOf, workOf } from './work/stored-lead-work.server.ts'
import { listMentions } from './mentions/mentions.server.ts'
import { findAgreedTexts } from './legal-texts.server.ts'

const EVENTS_PER_PAGE = 100
const MOST_EMAILS = 100

/**
 * Returns a lead with its newest history, or that before one of its entries, newest first, and the newest mails about
 * it that are not in its thread. @throws {AppError} not-found.
 */
export async function getLead(ctx: Ctx, id: string, before: string | null = null) {
  requireActor(ctx, 'leads.read')
  const lead = await ctx.db
    .selectFrom('lead')
    .selectAll()
    .select(assistantName('lead'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  const [history, emails, legalTexts] = await Promise.all([
    findHistory(ctx, id, before),
    ctx.db
      .selectFrom('email')
      .select(['id', 'template', 'subject', 'recipients', 'state', 'sent_at', 'last_error'])
      .where('about', '=', `lead:${id}`)
      .where('template', '!=', 'lead-reply')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_EMAILS)
      .execute(),
    findAgreedTexts(ctx, lead),
  ])
  const mentions = await listMentions(ctx, history.events)
  const person = await findPersonOfLead(ctx, lead)
  const {
    search: _search,
    fingerprint: _fingerprint,
    idempotency_key: _key,
    answers,
    translation,
    ...shown
  } = lead
  const { mainLanguage } = await ctx.site(ctx)
  return {
    lead: {
      ...shown,
      answers: answersOf(answers),
      translation: readTranslation(translation, mainLanguage),
    },
    work: workOf(lead, await readTagsOf(ctx, id)),
    person,
    ...history,
    events: history.events.map((event) => ({ ...event, mentions: mentions(event) })),
    emails: emails.toReversed(),
    legalTexts: legalTexts.map(({ body: _body, ...text }) => text),
  }
}

async function findHistory(ctx: Ctx, leadId: string, before: string | null) {
  const events = ctx.db
    .selectFrom('lead_event')
    .select(['id', 'at', 'kind', 'actor', 'body'])
    .where('lead_id', '=', leadId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const mark = before === null ? undefined : await events.where('id', '=', before).executeTakeFirst()
  const page = mark ? events.where(sql<SqlBool>`(at, id) < (${mark.at}, ${mark.id})`) : events
  const found = await page.limit(EVENTS_PER_PAGE + 1).execute()
  const shown = found.slice(0, EVENTS_PER_PAGE)
  return {
    events: shown,
    /** Earlier entries are those before this one; null if there are none. */
    earlierEvents: found.length > EVENTS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
    /** The entry before which these are; null if they are the newest. */
    eventsBefore: mark ? mark.id : null,
  }
}

async function findPersonOfLead(ctx: Ctx, { address, created_at }: { address: string; created_at: number }) {
  const person = await ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select('root_id as id')
    .where('address', '=', address)
    .executeTakeFirst()
  if (!person) return null
  const { earlier } = await ctx.db
    .selectFrom('person')
    .innerJoin('person_address', 'person_id', 'person.id')
    .innerJoin('lead', 'lead.address', 'person_address.address')
    .select((select) => select.fn.countAll<number>().as('earlier'))
    .where('root_id', '=', person.id)
    .where('spam_reason', 'is', null)
    .where('lead.created_at', '<', created_at)
    .executeTakeFirstOrThrow()
  return { ...person, earlier }
}

export type LeadDetail = Awaited<ReturnType<typeof getLead>>

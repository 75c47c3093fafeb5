import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { readTagsOf, workOf } from './work/stored-lead-work.server.ts'
import { listMentions } from './mentions/mentions.server.ts'
import { findAgreedTexts } from './legal-texts.server.ts'

/** Returns a lead with its history, newest first, and the mails about it. @throws {AppError} not-found. */
export async function getLead(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  const [events, emails, legalTexts] = await Promise.all([
    ctx.db
      .selectFrom('lead_event')
      .select(['id', 'at', 'kind', 'actor', 'body'])
      .where('lead_id', '=', id)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    ctx.db
      .selectFrom('email')
      .select(['id', 'template', 'subject', 'recipients', 'state', 'sent_at', 'last_error'])
      .where('about', '=', `lead:${id}`)
      .orderBy('created_at')
      .execute(),
    findAgreedTexts(ctx, lead),
  ])
  const mentions = await listMentions(ctx, events)
  const person = await findPersonOfLead(ctx, lead)
  const { search: _search, fingerprint: _fingerprint, idempotency_key: _key, ...shown } = lead
  return {
    lead: shown,
    work: workOf(lead, await readTagsOf(ctx, id)),
    person,
    events: events.map((event) => ({ ...event, mentions: mentions(event) })),
    emails,
    legalTexts: legalTexts.map(({ body: _body, ...text }) => text),
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

import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { eraseLead } from '../delete-lead.server.ts'
import { leadField, type leadSources, optionalLeadFields, requiredLeadFields } from '../lead-fields.ts'
import { leadSearchText } from '../lead-search.server.ts'
import { keepPerson } from '../persons/keep-person.server.ts'
import { recordLeadEvent } from '../record-lead-event.server.ts'

import { moveReceived } from './file-by-hand.server.ts'
import { FORM_OF_MAILS } from './unfiled-query.ts'

/** Creates a lead for the person that an unfiled mail is to be answered to, and files the mail with it. @throws {AppError} not-found, conflict. */
export async function makeLeadFromMail(ctx: Ctx, { id }: { id: string }): Promise<{ leadId: string }> {
  requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const mail = await ctx.db
      .selectFrom('thread_mail')
      .select(['from_email', 'from_name', 'reply_to_email', 'reply_to_name', 'subject', 'text', 'at'])
      .where('id', '=', id)
      .where('direction', '=', 'in')
      .executeTakeFirst()
    if (!mail) throw new AppError('not-found', 'There is no such mail. It may have been deleted.')
    const email = mail.reply_to_email ?? mail.from_email
    const name = mail.reply_to_email === null ? mail.from_name : mail.reply_to_name
    if (!isEmailAddress(email)) throw new AppError('conflict', 'This mail has no sender address to reply to.')
    const contact = {
      name: cut((name && readableLine(name)) || email, 'name'),
      email,
      company: null,
      phone: null,
      phone_e164: null,
    }
    const words = { ...emptyFields, ...contact, message: messageOf(mail) }
    const leadId = newId()
    await storeLead(ctx, { leadId, mailId: id, words, wroteAt: mail.at })
    await moveReceived(ctx, { id, from: null, to: leadId })
    await recordLeadEvent(ctx, { leadId, kind: 'received', actor: null, body: null })
    await keepPerson(ctx, contact, { at: mail.at, origin: 'inquiry' })
    await recordChange(ctx, {
      what: 'lead.made_from_mail',
      subject: { id: leadId, path: `/admin/leads/${leadId}` },
    })
    return { leadId }
  })
}

function cut(text: string, field: 'name' | 'message'): string {
  return text.slice(0, leadField(field).limit).toWellFormed()
}

function messageOf({ text, subject }: { text: string; subject: string }): string {
  return cut(readableText(text)?.trim() || readableLine(subject) || 'A mail without text.', 'message')
}

const emptyFields = {
  ...mapNames(requiredLeadFields, () => ''),
  ...mapNames(optionalLeadFields, () => null),
}

type NewLead = {
  leadId: string
  mailId: string
  words: Parameters<typeof leadSearchText>[0]
  wroteAt: number
}

const noSource: Record<Exclude<keyof typeof leadSources, 'form'>, null> = {
  service: null,
  plan: null,
  first_page: null,
  last_page: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
}

async function storeLead(ctx: Ctx, { leadId, mailId, words, wroteAt }: NewLead): Promise<void> {
  const now = ctx.clock.now()
  const stored = await ctx.db
    .insertInto('lead')
    .values({
      ...words,
      ...noSource,
      id: leadId,
      created_at: now,
      updated_at: now,
      address: comparableAddress(words.email),
      status: 'new',
      project_ended_at: null,
      spam_reason: null,
      // The analytics count only what the site's forms sent.
      is_counted: 1,
      consent_version: '',
      consent_text: 'Sent by mail; no form was shown.',
      consent_at: wroteAt,
      form: FORM_OF_MAILS,
      conversation_id: null,
      idempotency_key: keyOf(mailId),
      fingerprint: keyOf(mailId),
      search: leadSearchText(words),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw new AppError('conflict', 'This mail already has a lead. Please reload the page.')
}

function keyOf(mailId: string): string {
  return `mail:${mailId}`
}

/**
 * Deletes the lead that was made from a mail; the mail is unfiled again.
 * @throws {AppError} not-found; conflict once the lead has been worked on.
 */
export async function unmakeLead(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    const lead = await ctx.db
      .selectFrom('lead')
      .select(['lead.id', 'status', 'address', 'created_at'])
      .select((select) => [
        select
          .selectFrom('thread_mail')
          .select((of) => of.fn.countAll<number>().as('count'))
          .whereRef('lead_id', '=', 'lead.id')
          .as('mails'),
        select
          .selectFrom('lead_event')
          .select((of) => of.fn.countAll<number>().as('count'))
          .whereRef('lead_id', '=', 'lead.id')
          .as('events'),
      ])
      .where('idempotency_key', '=', keyOf(id))
      .executeTakeFirst()
    if (!lead) throw new AppError('not-found', 'This mail has no lead. It may have been deleted.')
    if (lead.status !== 'new' || lead.mails !== 1 || lead.events !== 1)
      throw new AppError(
        'conflict',
        'Somebody has already worked on this lead. You can delete it on its own page.',
      )
    await moveReceived(ctx, { id, from: lead.id, to: null })
    await eraseLead(ctx, lead.id)
    await forgetPerson(ctx, lead)
    await recordChange(ctx, { what: 'mail.unfiled', subject: { id, path: `/admin/unfiled/${id}` } })
  })
}

/** Deletes the person that the lead created, unless they have another inquiry, a history or a merge. */
async function forgetPerson(
  ctx: Ctx,
  { address, created_at }: { address: string; created_at: number },
): Promise<void> {
  const other = await ctx.db
    .selectFrom('lead')
    .select('id')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  await ctx.db
    .deleteFrom('person')
    .where('created_at', '>=', created_at)
    .where('origin', '=', 'inquiry')
    .where('merged_into', 'is', null)
    .where('id', 'in', (select) =>
      select.selectFrom('person_address').select('person_id').where('address', '=', address),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('person_event').select('person_event.id').whereRef('person_id', '=', 'person.id')),
      ),
    )
    .execute()
}

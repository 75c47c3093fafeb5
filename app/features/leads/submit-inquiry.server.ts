import { createHash } from 'node:crypto'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import type { VisitorHints } from '#app/platform/events.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { LeadsMessages } from './messages.en.ts'
import { consentText, leadsTexts } from './messages.ts'
import { giveToLead, isRoomUsedUp } from './files/inquiry-files.server.ts'
import type { ReceivedFile } from './files/receive-file.server.ts'
import { readFormToken } from './form-token.server.ts'
import type { InquirySource } from './lead-fields.ts'
import { keepLegalTexts } from './legal-texts.server.ts'
import { type Inquiry, parseInquiry, spamReason } from './parse-inquiry.server.ts'
import { keepPerson } from './persons/keep-person.server.ts'
import { readContactQuestions } from './questions/contact-questions.server.ts'
import { asksForFile, isAnswerField, questionsFor } from '#app/lib/question.ts'
import { readAnswers } from './questions/read-answers.ts'
import { queueLeadEmails } from './queue-lead-emails.server.ts'
import { recordLeadEvent } from './record-lead-event.server.ts'
import { storeLead } from './store-lead.server.ts'

/** A form post without a token has no key, so the same address and message within this time count as one inquiry. */
const SAME_POST_WITHIN = 10 * MINUTE

const perAddress: ThrottleRule = { name: 'inquiry-address', limit: 20, windowMs: 10 * MINUTE }
const perEmail: ThrottleRule = { name: 'inquiry-email', limit: 5, windowMs: 10 * MINUTE }

export type Sending = {
  fields: Readonly<Record<string, string>>
  source: InquirySource
  clientAddress: string
  /** For the analytics; null when nothing is known about the visitor. */
  visitor?: VisitorHints | null
  /** The chat conversation in which the inquiry was sent. */
  conversationId?: string
  /** Set if the sender can answer the owner's own questions; otherwise answers are kept as they are. */
  asks?: 'required' | 'optional'
  /** The file of the form, already stored. */
  file?: ReceivedFile | null
}

/**
 * Stores an inquiry with its consent, source and mails in one transaction. A repeated send is stored once.
 * @throws {FieldErrors} @throws {AppError} invalid, expired or conflict for the token, too-many past the throttles.
 */
export async function submitInquiry(ctx: Ctx, sending: Sending): Promise<{ leadId: string }> {
  const { errors, form } = await wordedTexts(ctx, leadsTexts)
  const { siteName, language } = await ctx.site(ctx)
  const { inquiry, answers, faults } = await readSending(ctx, sending, { errors, language })
  const token = sending.fields['token'] ? readFormToken(ctx, sending.fields['token'], errors) : null
  const fingerprint = fingerprintOf(inquiry, sending)
  const consentVersion = await keepLegalTexts(ctx)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `inquiry ${token?.key ?? fingerprint}`)
    const earlier = token
      ? await findByKey(ctx, { key: token.key, fingerprint, refusal: errors.keyReused })
      : await findSamePost(ctx, fingerprint)
    if (earlier) return { leadId: earlier }
    // After the search, because a question may have been added since the inquiry was stored.
    if (faults) throw new FieldErrors(faults)
    if (sending.file && 'refusal' in sending.file.stored) throw sending.file.stored.refusal
    await countAddress(ctx, perAddress, sending.clientAddress)
    await countAgainst(ctx, perEmail, inquiry.email.toLowerCase())

    const leadId = newId()
    const spam = spamReason(inquiry, {
      fields: sending.fields,
      openFor: token ? ctx.clock.now() - token.issuedAt : null,
    })
    await storeLead(ctx, {
      leadId,
      inquiry,
      answers,
      consent: { version: consentVersion, text: consentText(form, siteName) },
      spam,
      fingerprint,
      key: token?.key ?? leadId,
      source: sending.source,
      conversationId: sending.conversationId ?? null,
    })
    for (const { file } of answers) if (file) await giveToLead(ctx, file.id, leadId)
    await recordLeadEvent(ctx, { leadId, kind: 'received', actor: null, body: spam })
    if (spam === null) {
      // Sent after the commit, because PostgreSQL serialises commits that notify.
      ctx.signals.nudge(ctx, TODAY_TOPIC)
      await queueLeadEmails(ctx, leadId)
      await countInquiry(ctx, sending)
      await ctx.tellWebhooks(ctx, { kind: 'lead.created', id: leadId })
      await ctx.notify(ctx, { kind: 'inquiry', subject: leadId })
      // Last, because concurrent inquiries of one person wait for each other from here on.
      await keepPerson(ctx, inquiry, { at: ctx.clock.now(), origin: 'inquiry', language })
    }
    return { leadId }
  })
}

async function countInquiry(ctx: Ctx, { source, visitor }: Sending): Promise<void> {
  await ctx.recordEvent(ctx, {
    kind: 'contact_form',
    visitor: visitor ?? null,
    page: source.last_page,
    landing: source.first_page,
    service: source.service,
    referrer: source.referrer,
    campaign: [source.utm_source, source.utm_medium, source.utm_campaign],
  })
}

async function readSending(
  ctx: Ctx,
  { fields, asks, file = null }: Sending,
  { errors, language }: { errors: LeadsMessages['errors']; language: string },
) {
  const { asked, former } = await readContactQuestions(ctx)
  const own = asks ? questionsFor(asked, fields['service_id']) : []
  const others = [...asked.filter((each) => !own.includes(each)), ...former]
  const isFileOptional = file === null && asksForFile(own) && (await isRoomUsedUp(ctx))
  const questions = own.map((each) =>
    asks === 'optional' || (each.kind === 'file' && isFileOptional) ? { ...each, isRequired: false } : each,
  )
  const { answers, faults } = readAnswers({ questions, others, file, language }, fields, errors)
  try {
    const inquiry = parseInquiry(fields, errors, language)
    return { inquiry, answers, faults: Object.keys(faults).length > 0 ? faults : null }
  } catch (error) {
    throw error instanceof FieldErrors ? new FieldErrors({ ...error.fields, ...faults }) : error
  }
}

/** Returns the same hash for inquiries that differ only in the case of the address or in white space. */
function fingerprintOf(inquiry: Inquiry, { fields, file }: Sending): string {
  const answered = Object.entries(fields).filter(([name, text]) => isAnswerField(name) && text.trim() !== '')
  const answers = answered.map(([name, text]) => `\n${name} ${text.replaceAll(/\s+/g, ' ').trim()}`)
  const words = `${inquiry.email.toLowerCase()}\n${inquiry.message.replaceAll(/\s+/g, ' ')}`
  if (file) answers.push(`\n${file.field} ${file.digest}`)
  const text = [words, ...answers.toSorted()].join('')
  return createHash('sha256').update(text).digest('base64url')
}

async function findByKey(
  ctx: Ctx,
  { key, fingerprint, refusal }: { key: string; fingerprint: string; refusal: string },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('lead')
    .select(['id', 'fingerprint'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (row.fingerprint !== fingerprint) throw new AppError('conflict', refusal)
  return row.id
}

async function findSamePost(ctx: Ctx, fingerprint: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('lead')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', ctx.clock.now() - SAME_POST_WITHIN)
    .executeTakeFirst()
  return row?.id ?? null
}

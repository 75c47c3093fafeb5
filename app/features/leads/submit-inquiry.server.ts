import { createHash } from 'node:crypto'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { VisitorHints } from '#app/platform/events.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { consentText, leadsTexts } from './messages.ts'
import { readFormToken } from './form-token.server.ts'
import type { InquirySource } from './lead-fields.ts'
import { keepLegalTexts } from './legal-texts.server.ts'
import { type Inquiry, parseInquiry, spamReason } from './parse-inquiry.server.ts'
import { keepPerson } from './persons/keep-person.server.ts'
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
}

/**
 * Stores an inquiry with its consent, source and mails in one transaction. A repeated send is stored once.
 * @throws {FieldErrors} @throws {AppError} invalid, expired or conflict for the token, too-many past the throttles.
 */
export async function submitInquiry(ctx: Ctx, sending: Sending): Promise<{ leadId: string }> {
  const { errors, form } = await wordedTexts(ctx, leadsTexts)
  const inquiry = parseInquiry(sending.fields, errors)
  const token = sending.fields['token'] ? readFormToken(ctx, sending.fields['token'], errors) : null
  const fingerprint = fingerprintOf(inquiry)
  const consentVersion = await keepLegalTexts(ctx)
  const { siteName } = await ctx.site(ctx)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `inquiry ${token?.key ?? fingerprint}`)
    const earlier = token
      ? await findByKey(ctx, { key: token.key, fingerprint, refusal: errors.keyReused })
      : await findSamePost(ctx, fingerprint)
    if (earlier) return { leadId: earlier }
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
      consent: { version: consentVersion, text: consentText(form, siteName) },
      spam,
      fingerprint,
      key: token?.key ?? leadId,
      source: sending.source,
      conversationId: sending.conversationId ?? null,
    })
    await recordLeadEvent(ctx, { leadId, kind: 'received', actor: null, body: spam })
    if (spam === null) {
      // Sent after the commit, because PostgreSQL serialises commits that notify.
      ctx.signals.nudge(ctx, TODAY_TOPIC)
      await queueLeadEmails(ctx, leadId)
      await countInquiry(ctx, sending)
      await ctx.tellWebhooks(ctx, { kind: 'lead.created', id: leadId })
      await ctx.notify(ctx, { kind: 'inquiry', subject: leadId })
      // Last, because concurrent inquiries of one person wait for each other from here on.
      await keepPerson(ctx, inquiry, { at: ctx.clock.now(), origin: 'inquiry' })
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

/** Returns the same hash for inquiries that differ only in the case of the address or in white space. */
function fingerprintOf(inquiry: Inquiry): string {
  const text = `${inquiry.email.toLowerCase()}\n${inquiry.message.replaceAll(/\s+/g, ' ')}`
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

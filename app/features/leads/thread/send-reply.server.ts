import { isEmailAddress } from '#app/lib/email-address.ts'
import { readableText } from '#app/lib/readable-text.ts'
import { safeFileName } from '#app/lib/safe-file-name.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { changeLeadStatus } from '../change-lead.server.ts'
import { noteMail } from '../persons/keep-person.server.ts'

import { leadReplyEmail } from './lead-reply.email.tsx'
import { bareAddress, replyAddressOf } from './reply-address.server.ts'
import { faultOfFiles } from './reply-files.ts'

export const REPLY_MAX = 50_000
const MOST_REFERENCES = 20
const isKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type ReplyFile = { name: string; type: string; bytes: Uint8Array }
export type Reply = { leadId: string; key: string; text: string; files: readonly ReplyFile[] }

/**
 * Stores a reply and queues its mail. The same key is sent only once.
 * @throws {FieldErrors} text, files. @throws {AppError} not-found.
 */
export async function sendReply(ctx: Ctx, reply: Reply): Promise<void> {
  requireActor(ctx, 'leads.write')
  const text = parseText(reply.text)
  const fault = faultOfFiles(reply.files.map(({ name, bytes }) => ({ name, size: bytes.length })))
  if (fault) throw new FieldErrors({ files: fault })
  if (!isKey.test(reply.key))
    throw new AppError('invalid', 'Please reload the page and send the reply again.')
  const attached = reply.files.map(({ name, type, bytes }) => ({
    id: newId(),
    file: `thread/${newId()}`,
    name: safeFileName(name),
    bytes,
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
  }))
  for (const { file, bytes } of attached) await ctx.files.put(file, bytes)
  let isStored = false
  try {
    isStored = await withTransaction(ctx, (ctx) => storeReply(ctx, { ...reply, text }, attached))
  } finally {
    if (!isStored) for (const { file } of attached) await ctx.files.delete(file)
  }
}

type Attached = { id: string; file: string; name: string; type: string; bytes: Uint8Array }

async function storeReply(ctx: Ctx, { leadId, key, text }: Reply, attached: readonly Attached[]) {
  const actor = requireActor(ctx, 'leads.write')
  const before = await ctx.db.selectFrom('thread_mail').select('id').where('id', '=', key).executeTakeFirst()
  if (before) return false
  const lead = await ctx.db
    .selectFrom('lead')
    .select(['id', 'name', 'email', 'message', 'status', 'created_at'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  const site = await ctx.site(ctx)
  const thread = ctx.db
    .selectFrom('thread_mail')
    .select(['message_id', 'subject'])
    .where('lead_id', '=', leadId)
    // A reply to an out-of-office notice would take over its subject.
    .where('is_automatic', '=', 0)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const newest = await thread.limit(MOST_REFERENCES).execute()
  const answered = await thread
    .select(['text', 'from_name', 'from_email', 'at'])
    .where('direction', '=', 'in')
    .limit(1)
    .executeTakeFirst()
  const last = answered ?? newest[0]
  const subject = replySubject(last?.subject ?? `Your inquiry to ${site.siteName}`)
  const headers = {
    messageId: `${key}@${new URL(site.publicUrl).hostname}`,
    inReplyTo: last?.message_id ?? null,
    references: newest.map(({ message_id }) => message_id).toReversed(),
  }
  const quoted = answered
    ? { who: answered.from_name || answered.from_email, at: answered.at, text: answered.text }
    : { who: lead.name, at: lead.created_at, text: lead.message }
  const agency = isEmailAddress(actor.email) ? actor.email : bareAddress(site.mailFrom)
  const emailId = await queueEmail(ctx, {
    template: leadReplyEmail,
    props: { subject, text, quoted: { intro: introOf(quoted, site.timeZone), text: quoted.text } },
    to: [lead.email],
    replyTo: (await replyAddressOf(ctx, leadId)) ?? agency,
    dedupeKey: `reply:${key}`,
    about: `lead:${leadId}`,
    headers,
    attachments: attached.map(({ name, type, file }) => ({ name, type, file })),
  })
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('thread_mail')
    .values({
      id: key,
      direction: 'out',
      lead_id: leadId,
      message_id: headers.messageId,
      text,
      subject,
      at,
      in_reply_to: headers.inReplyTo,
      reference_ids: JSON.stringify(headers.references),
      from_email: bareAddress(site.mailFrom),
      from_name: actor.name || site.siteName,
      recipients: JSON.stringify([lead.email]),
      quoted: null,
      member_id: actor.memberId,
      email_id: emailId,
      seen_at: null,
      dismissed_at: null,
    })
    .execute()
  for (const [position, { bytes, ...attachment }] of attached.entries())
    await ctx.db
      .insertInto('thread_attachment')
      .values({ ...attachment, mail_id: key, position, size: bytes.length, at })
      .execute()
  await ctx.db
    .deleteFrom('thread_draft')
    .where('lead_id', '=', leadId)
    .where('member_id', '=', actor.memberId)
    .execute()
  await ctx.db.updateTable('lead').set({ updated_at: at }).where('id', '=', leadId).execute()
  await noteMail(ctx, [lead.email], at)
  await recordChange(ctx, {
    what: 'lead.replied',
    subject: { id: leadId, path: `/admin/leads/${leadId}` },
  })
  if (lead.status === 'new') await changeLeadStatus(ctx, { id: leadId, status: 'contacted' })
  ctx.signals.nudge(ctx, TODAY_TOPIC)
  return true
}

function parseText(typed: string): string {
  const text = readableText(typed)?.trim()
  if (text === undefined) throw new FieldErrors({ text: 'This contains characters that cannot be read.' })
  if (!text) throw new FieldErrors({ text: 'Please write something.' })
  if (text.length > REPLY_MAX) throw new FieldErrors({ text: `Please use at most ${REPLY_MAX} characters.` })
  return text
}

function replySubject(subject: string): string {
  const plain = subject.replace(/^(\s*(re|aw|antw|sv)\s*:\s*)+/i, '').trim()
  return `Re: ${plain}`.slice(0, 200)
}

function introOf({ who, at }: { who: string; at: number }, timeZone: string): string {
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    at,
  )
  return `On ${when}, ${who.replaceAll(/\s+/g, ' ')} wrote:`
}

import { createHash } from 'node:crypto'

import { findReplies, noteReplies } from '#app/features/bookings/replies/note-reply.server.ts'
import { noteMail } from '#app/features/leads/persons/keep-person.server.ts'
import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { isWithin, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { findAnswered, leadOf, type OwnMail } from './file-mail.server.ts'
import { advance, type Place } from './mailbox-state.server.ts'
import { type InboundMail, readInboundTask } from './read-inbound.ts'

export type Fetched = {
  /** The whole mail, or only its headers if it is too large. */
  bytes: Uint8Array
  isTooLarge: boolean
  receivedAt: number
}

const unread: InboundMail = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: { email: '', name: '' },
  replyTo: null,
  recipients: [],
  subject: '',
  sentAt: null,
  text: 'This mail could not be read. Open it in the mailbox.',
  quoted: null,
  isAutomatic: false,
  bounced: [],
  returnedId: null,
  attachments: [],
}
/** Anyone who knows a lead's reply address can send any number of mails to it. */
const perLead: ThrottleRule = { name: 'mails-of-lead', limit: 60, windowMs: HOUR }
const TOO_LARGE = 'This mail is larger than 25 MB. Open it in the mailbox.'

/**
 * Stores a mail from the mailbox and, in the same transaction, that it was read.
 * @returns its id, or null if it is already stored. @throws {AppError} unavailable while it cannot be parsed or stored,
 * conflict if another process reads the mailbox.
 */
export async function receiveMail(ctx: Ctx, fetched: Fetched, place: Place): Promise<string | null> {
  const parsed = await parse(ctx, fetched)
  const digest = digestOf(fetched.bytes)
  const messageId = await findFreeId(ctx, parsed, { digest, receivedAt: fetched.receivedAt })
  if (messageId === null) {
    await withTransaction(ctx, (ctx) => advance(ctx, place, null))
    return null
  }
  const { replies, isForPerson } = await findReplies(ctx, parsed.attachments)
  const mail = { ...parsed, isAutomatic: parsed.isAutomatic && !isForPerson }
  // The mail's bytes name its files, so a second try after a crash overwrites those of the first.
  const stem = digest.slice(0, 40)
  const attached = mail.attachments.map((attachment, position) => ({
    ...attachment,
    position,
    file: `thread/in-${stem}-${position}`,
  }))
  for (const { file, bytes } of attached) await ctx.files.put(file, bytes)
  return withTransaction(ctx, async (ctx) => {
    await advance(ctx, place, fetched.receivedAt)
    const answered = await findAnswered(ctx, mail)
    const leadId = await limitMails(ctx, await leadOf(ctx, mail, answered))
    const { receivedAt } = fetched
    const isAccepting = leadId !== null && (await noteReplies(ctx, { leadId, replies, receivedAt }))
    // Accepting an invitation in a calendar calls for no answer.
    const isAutomatic = mail.isAutomatic || (isAccepting && !isForPerson)
    const at = leadId === null || isAutomatic ? receivedAt : await timeInThread(ctx, { leadId, receivedAt })
    const id = await storeMail(ctx, { ...mail, messageId, isAutomatic }, { leadId, at })
    if (id === null) throw new AppError('unavailable', 'A mail with the same id is just being stored.')
    for (const { bytes, ...attachment } of attached)
      await ctx.db
        .insertInto('thread_attachment')
        .values({ ...attachment, id: newId(), mail_id: id, size: bytes.length, at: fetched.receivedAt })
        .execute()
    await noteBounces(ctx, mail, answered)
    if (!mail.isAutomatic) await clearBounces(ctx, mail.from.email)
    const lead = leadId === null ? undefined : await touchLead(ctx, leadId)
    if (!mail.isAutomatic)
      await noteMail(ctx, [mail.from.email, ...(lead ? [lead.email] : [])], fetched.receivedAt)
    if (lead && !isAutomatic) await tellOfAnswer(ctx, id, lead.assignee_id)
    ctx.signals.nudge(ctx, TODAY_TOPIC)
    return id
  })
}

/** Returns null for a mail over the limit, which a member can file by hand. */
async function limitMails(ctx: Ctx, leadId: string | null): Promise<string | null> {
  return leadId !== null && (await isWithin(ctx, perLead, leadId)) ? leadId : null
}

/** Notifies the lead's assignee or, without one, all members who may attend to it. */
async function tellOfAnswer(ctx: Ctx, id: string, assigneeId: string | null): Promise<void> {
  await ctx.notify(ctx, {
    kind: 'answer',
    subject: id,
    ...(assigneeId !== null && { members: [assigneeId] }),
  })
}

/** A mail that exceeds the parser's limits is still filed, so that it does not block later mails. */
async function parse(ctx: Ctx, { bytes, isTooLarge }: Fetched): Promise<InboundMail> {
  try {
    const mail = await ctx.pool.run(readInboundTask, { bytes })
    return isTooLarge ? { ...mail, text: TOO_LARGE, quoted: null, attachments: [] } : mail
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    ctx.log.warn({ error }, 'mailbox.unreadable')
    return readHead(ctx, bytes)
  }
}

async function readHead(ctx: Ctx, bytes: Uint8Array): Promise<InboundMail> {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n')
  const head = bytes.slice(0, Math.min(end === -1 ? bytes.length : end, 100_000))
  try {
    const mail = await ctx.pool.run(readInboundTask, { bytes: head })
    return { ...mail, text: unread.text, quoted: null, attachments: [] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    return unread
  }
}

/** Returns a new mail's id: its Message-ID or, where another mail has that, one made from what it says. Null if it is stored already. */
async function findFreeId(
  ctx: Ctx,
  mail: InboundMail,
  { digest, receivedAt }: { digest: string; receivedAt: number },
): Promise<string | null> {
  const messageId = mail.messageId ?? `${digest}@without-id.invalid`
  const stored = await findStored(ctx, messageId)
  if (!stored) return messageId
  const said = JSON.stringify([mail.from.email, mail.subject, mail.text])
  const isAlike = stored.from_email === mail.from.email && stored.subject === mail.subject
  // The text of one that is fetched again may have been changed since, by an erasure.
  const isCopy = isAlike && (stored.text === mail.text || stored.at === receivedAt)
  if (stored.direction === 'out' || isCopy) return null
  const ownId = `${digestOf(JSON.stringify([messageId, said]))}@repeated-id.invalid`
  return (await findStored(ctx, ownId)) ? null : ownId
}

function findStored(ctx: Ctx, messageId: string) {
  return ctx.db
    .selectFrom('thread_mail')
    .select(['direction', 'from_email', 'subject', 'text', 'at'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns a time after our newest reply: if that was sent before this mail was fetched, it does not answer it. */
async function timeInThread(
  ctx: Ctx,
  { leadId, receivedAt }: { leadId: string; receivedAt: number },
): Promise<number> {
  const later = await ctx.db
    .selectFrom('thread_mail')
    .select('at')
    .where('lead_id', '=', leadId)
    .where('direction', '=', 'out')
    .where('at', '>=', receivedAt)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return later ? later.at + 1 : receivedAt
}

type Filing = { leadId: string | null; at: number }

async function storeMail(
  ctx: Ctx,
  mail: InboundMail & { messageId: string },
  { leadId, at }: Filing,
): Promise<string | null> {
  const stored = await ctx.db
    .insertInto('thread_mail')
    .values({
      id: newId(),
      direction: 'in',
      lead_id: leadId,
      message_id: mail.messageId,
      in_reply_to: mail.inReplyTo,
      reference_ids: JSON.stringify(mail.references),
      from_email: mail.from.email,
      from_name: mail.from.name,
      reply_to_email: mail.replyTo?.email ?? null,
      reply_to_name: mail.replyTo?.name ?? null,
      recipients: JSON.stringify(mail.recipients),
      subject: mail.subject,
      text: mail.text,
      quoted: mail.quoted,
      // Order by arrival, because the sender's clock may be wrong.
      at,
      member_id: null,
      email_id: null,
      seen_at: null,
      is_automatic: mail.isAutomatic ? 1 : 0,
      dismissed_at: null,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}

function touchLead(ctx: Ctx, id: string) {
  return ctx.db
    .updateTable('lead')
    .set({ updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .returning(['email', 'assignee_id'])
    .executeTakeFirst()
}

/** Counts only addresses that the returned mail was sent to, because anyone can forge such a report. */
async function noteBounces(ctx: Ctx, { bounced }: InboundMail, answered: OwnMail | null): Promise<void> {
  if (!answered) return
  const sentTo = new Set((JSON.parse(answered.recipients) as string[]).map(comparableAddress))
  for (const { address, isFinal, reason } of bounced) {
    if (!sentTo.has(comparableAddress(address))) continue
    const values = { is_final: isFinal ? (1 as const) : (0 as const), reason, at: ctx.clock.now() }
    await ctx.db
      .insertInto('bounce')
      .values({ id: newId(), mail_id: answered.id, address: comparableAddress(address), ...values })
      .onConflict((conflict) => conflict.columns(['mail_id', 'address']).doUpdateSet(values))
      .execute()
  }
}

async function clearBounces(ctx: Ctx, address: string): Promise<void> {
  await ctx.db.deleteFrom('bounce').where('address', '=', comparableAddress(address)).execute()
}

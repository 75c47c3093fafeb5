import { comparableAddress, holdsAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'

import { findInSlices } from './find-in-slices.server.ts'
import { findMentions, type MatchesAddress, type Mention } from './mentions.server.ts'

export type Holdings = {
  /** Inquiries sent from the address. */
  leads: string[]
  /** Those that led to such an inquiry, or in which the visitor wrote the address. */
  conversations: string[]
  /** To or from the address, or about such an inquiry or conversation. */
  emails: string[]
  /** Jobs that send such a mail. */
  jobs: string[]
  /** Texts of others that contain the address. */
  mentions: Mention[]
}

/** Reads all texts: no index tells `ann@` from `joann@`, and a replay knows addresses only by their hashes. */
export async function findHoldings(ctx: Ctx, matches: MatchesAddress): Promise<Holdings> {
  const inquiries = await findLeads(ctx, matches)
  const leads = inquiries.map(({ id }) => id)
  const leftIn = new Set(inquiries.map(({ conversation_id }) => conversation_id))
  const conversations = await findConversations(ctx, matches, { leads: new Set(leads), leftIn })
  const emails = await findEmails(ctx, matches, recordsOf(leads, conversations))
  const jobs = await findJobs(ctx, new Set(emails))
  const own = { lead: leads, conversation: conversations, email: emails, job: jobs }
  return { leads, conversations, emails, jobs, mentions: await findMentions(ctx, matches, own) }
}

async function findLeads(ctx: Ctx, matches: MatchesAddress) {
  const leads = ctx.db
    .selectFrom('lead')
    .select(['id', 'email', 'conversation_id', 'created_at'])
    .orderBy('id')
  return findInSlices(
    (after, limit) => leads.where('id', '>', after).limit(limit).execute(),
    ({ email, created_at }) => matches(comparableAddress(email), created_at),
  )
}

async function findConversations(
  ctx: Ctx,
  matches: MatchesAddress,
  { leads, leftIn }: { leads: Set<string>; leftIn: Set<string | null> },
): Promise<string[]> {
  const conversations = ctx.db.selectFrom('conversation').select(['id', 'lead_id']).orderBy('id')
  const linked = await findInSlices(
    (after, limit) => conversations.where('id', '>', after).limit(limit).execute(),
    ({ id, lead_id }) => leftIn.has(id) || (lead_id !== null && leads.has(lead_id)),
  )
  const written = ctx.db
    .selectFrom('chat_message')
    .select(['id', 'conversation_id', 'author', 'text', 'rating_comment', 'created_at'])
    .where((where) =>
      where.or([
        where('author', '=', 'visitor').and('text', 'like', '%@%'),
        where('rating_comment', 'like', '%@%'),
      ]),
    )
    .orderBy('id')
  const given = await findInSlices(
    (after, limit) => written.where('id', '>', after).limit(limit).execute(),
    ({ author, text, rating_comment: comment, created_at }) =>
      holdsAddress([author === 'visitor' ? text : '', comment].join('\n'), (address) =>
        matches(address, created_at),
      ),
  )
  const ids = new Set([...linked.map(({ id }) => id), ...given.map((row) => row.conversation_id)])
  return [...ids].sort()
}

/** How mails name the records that they are about. */
function recordsOf(leads: readonly string[], conversations: readonly string[]): Set<string> {
  return new Set([...leads.map((id) => `lead:${id}`), ...conversations.map((id) => `conversation:${id}`)])
}

async function findEmails(ctx: Ctx, matches: MatchesAddress, records: Set<string>): Promise<string[]> {
  const emails = ctx.db
    .selectFrom('email')
    .select(['id', 'recipients', 'reply_to', 'about', 'created_at'])
    .orderBy('id')
  const theirs = await findInSlices(
    (after, limit) => emails.where('id', '>', after).limit(limit).execute(),
    ({ recipients, reply_to, about, created_at }) => {
      if (about !== null && records.has(about)) return true
      const ends = [...(JSON.parse(recipients) as string[]), ...(reply_to ? [reply_to] : [])]
      return ends.some((end) => holdsAddress(end, (address) => matches(address, created_at)))
    },
  )
  return theirs.map(({ id }) => id)
}

async function findJobs(ctx: Ctx, emails: Set<string>): Promise<string[]> {
  if (emails.size === 0) return []
  const jobs = ctx.db
    .selectFrom('job')
    .select(['id', 'payload'])
    .where('name', '=', sendEmail.name)
    .orderBy('id')
  const theirs = await findInSlices(
    (after, limit) => jobs.where('id', '>', after).limit(limit).execute(),
    ({ payload }) => emails.has(sendEmail.payload.parse(JSON.parse(payload)).emailId),
  )
  return theirs.map(({ id }) => id)
}

import { sql } from 'kysely'

import { listHolders } from '#app/features/people/find-people.server.ts'
import { comparableAddress, holdsAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'

import { findInSlices } from './find-in-slices.server.ts'
import { findMentions, type MatchesAddress, type Mention } from './mentions.server.ts'

export type Holdings = {
  /** Inquiries sent from the address. */
  leads: string[]
  /** Conversations that led to such an inquiry, or in which the visitor wrote the address. */
  conversations: string[]
  /** Mails to or from the address, or about such an inquiry or conversation. */
  emails: string[]
  /** Mails of such inquiries' threads, and mails to or from the address. */
  threadMails: string[]
  /** Jobs that send such a mail. */
  jobs: string[]
  /** People who have the address. */
  people: string[]
  /** Rows of `client_address`: the owner has entered the address for a weekly mail. They count as mentions. */
  clientAddresses: string[]
  /** Rows that imports of people left out, as import id and position. */
  leftRows: string[]
  /** Texts in other people's records that contain the address. */
  mentions: Mention[]
}

/** Reads all texts, because no index distinguishes `ann@` from `joann@`, and a replay has only hashes of addresses. */
export async function findHoldings(ctx: Ctx, matches: MatchesAddress): Promise<Holdings> {
  const inquiries = await findLeads(ctx, matches)
  const leads = inquiries.map(({ id }) => id)
  const leftIn = new Set(inquiries.map(({ conversation_id }) => conversation_id))
  const conversations = await findConversations(ctx, matches, { leads: new Set(leads), leftIn })
  const emails = await findEmails(ctx, matches, recordsOf(leads, conversations))
  const threadMails = await findThreadMails(ctx, matches, new Set(leads))
  const jobs = await findJobs(ctx, new Set(emails))
  const people = await findPeople(ctx, matches)
  const clientAddresses = await findClientAddresses(ctx, matches)
  const leftRows = await findLeftRows(ctx, matches)
  const own = {
    lead: leads,
    conversation: conversations,
    email: emails,
    job: jobs,
    person: people,
    threadMail: threadMails,
  }
  const mentions = await findMentions(ctx, matches, own)
  return { leads, conversations, emails, threadMails, jobs, people, clientAddresses, leftRows, mentions }
}

async function findClientAddresses(ctx: Ctx, matches: MatchesAddress): Promise<string[]> {
  const rows = await ctx.db.selectFrom('client_address').select(['id', 'email', 'created_at']).execute()
  return rows.flatMap(({ id, email, created_at }) =>
    matches(comparableAddress(email), created_at) ? [id] : [],
  )
}

async function findPeople(ctx: Ctx, matches: MatchesAddress): Promise<string[]> {
  const addresses = ctx.db
    .selectFrom('person_address')
    .select(['address as id', 'created_at'])
    .orderBy('address')
  const theirs = await findInSlices(
    (after, limit) => addresses.where('address', '>', after).limit(limit).execute(),
    ({ id, created_at }) => matches(id, created_at),
  )
  return listHolders(
    ctx,
    theirs.map(({ id }) => id),
  )
}

async function findLeftRows(ctx: Ctx, matches: MatchesAddress): Promise<string[]> {
  const id = sql<string>`(import_id || ' ' || position)`
  const rows = ctx.db
    .selectFrom('person_import_left')
    .innerJoin('person_import', 'person_import.id', 'import_id')
    .select([id.as('id'), 'cells', 'created_at'])
    .orderBy(id)
  const theirs = await findInSlices(
    (after, limit) => rows.where(id, '>', after).limit(limit).execute(),
    ({ cells, created_at }) =>
      (JSON.parse(cells) as string[]).some((cell) =>
        holdsAddress(cell, (found) => matches(found, created_at)),
      ),
  )
  return theirs.map((row) => row.id)
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
  const conversations = ctx.db
    .selectFrom('conversation')
    .select(['id', 'lead_id', 'visitor_email', 'created_at'])
    .orderBy('id')
  const linked = await findInSlices(
    (after, limit) => conversations.where('id', '>', after).limit(limit).execute(),
    ({ id, lead_id, visitor_email: email, created_at }) =>
      leftIn.has(id) ||
      (lead_id !== null && leads.has(lead_id)) ||
      (email !== null && matches(comparableAddress(email), created_at)),
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

/** Returns the names by which mails refer to their records. */
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

async function findThreadMails(ctx: Ctx, matches: MatchesAddress, leads: Set<string>): Promise<string[]> {
  const mails = ctx.db
    .selectFrom('thread_mail')
    .select(['id', 'lead_id', 'from_email', 'reply_to_email', 'recipients', 'at'])
    .orderBy('id')
  const theirs = await findInSlices(
    (after, limit) => mails.where('id', '>', after).limit(limit).execute(),
    ({ lead_id, from_email, reply_to_email, recipients, at }) =>
      (lead_id !== null && leads.has(lead_id)) ||
      [from_email, reply_to_email ?? '', ...(JSON.parse(recipients) as string[])].some((end) =>
        holdsAddress(end, (address) => matches(address, at)),
      ),
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

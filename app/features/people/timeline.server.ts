import { sql, type SqlBool } from 'kysely'

import { listMentions } from '#app/features/leads/mentions/mentions.server.ts'
import { holdsAddress } from '#app/lib/addresses-in-text.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import type { PersonEventKind } from '#app/platform/db/schema/person.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

/** Per kind; the list of inquiries shows the others. */
const MOST = 100
const EXCERPT = 280

export type TimelineEntry = { id: string; at: number } & (
  | {
      kind: 'inquiry'
      text: string
      status: LeadTable['status']
      isSpam: boolean
      conversationId: string | null
    }
  | { kind: 'lead-note'; leadId: string; text: string; actor: string | null; mentions: string[] }
  | { kind: 'conversation'; turns: number }
  | { kind: 'mail'; text: string; state: EmailState }
  | { kind: 'thread'; direction: 'in' | 'out'; leadId: string | null; subject: string; text: string }
  | { kind: 'event'; event: PersonEventKind; text: string | null; actor: string | null; mentions: string[] }
)

type Whose = { personIds: readonly string[]; addresses: readonly string[] }

export async function readTimeline(ctx: Ctx, { personIds, addresses }: Whose) {
  const actor = requireActor(ctx, 'leads.read')
  const inquiries = await listInquiries(ctx, addresses)
  const leadIds = inquiries.map(({ id }) => id)
  const entries: TimelineEntry[] = [
    ...inquiries,
    ...(await listLeadNotes(ctx, leadIds)),
    ...(actorMay(actor, 'conversations.read') ? await listConversations(ctx, inquiries, addresses) : []),
    ...(actorMay(actor, 'mail.read') ? await listMails(ctx, leadIds, addresses) : []),
    ...(await listThread(ctx, leadIds, addresses)),
    ...(await listEvents(ctx, personIds)),
  ]
  entries.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return { timeline: entries.slice(0, MOST), hasMore: entries.length > MOST }
}

async function listInquiries(ctx: Ctx, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  const rows = await ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'status', 'spam_reason', 'conversation_id as conversationId'])
    .select(sql<string>`substr(message, 1, ${EXCERPT})`.as('text'))
    .where('address', 'in', addresses)
    .orderBy('created_at', 'desc')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ created_at, spam_reason, ...row }) => ({
    ...row,
    kind: 'inquiry' as const,
    at: created_at,
    isSpam: spam_reason !== null,
  }))
}

async function listLeadNotes(ctx: Ctx, leadIds: readonly string[]) {
  if (leadIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('lead_event')
    .select(['id', 'at', 'lead_id', 'actor'])
    .select(sql<string>`substr(body, 1, ${EXCERPT})`.as('text'))
    .where('lead_id', 'in', leadIds)
    .where('kind', '=', 'note')
    .orderBy('at', 'desc')
    .limit(MOST + 1)
    .execute()
  const mentions = await listMentions(ctx, rows)
  return rows.map(({ lead_id, ...row }) => ({
    ...row,
    kind: 'lead-note' as const,
    leadId: lead_id,
    mentions: mentions(row),
  }))
}

type Inquiry = { id: string; conversationId: string | null }

async function listConversations(ctx: Ctx, inquiries: readonly Inquiry[], addresses: readonly string[]) {
  const leadIds = inquiries.map(({ id }) => id)
  const known = inquiries.flatMap(({ conversationId: id }) => (id === null ? [] : [id]))
  for (const address of addresses) known.push(...(await findMentioning(ctx, address)))
  if (leadIds.length + known.length === 0) return []
  const rows = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'updated_at', 'turns'])
    .where((where) =>
      where.or([
        ...(leadIds.length > 0 ? [where('lead_id', 'in', leadIds)] : []),
        ...(known.length > 0 ? [where('id', 'in', known)] : []),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ updated_at, ...row }) => ({ ...row, kind: 'conversation' as const, at: updated_at }))
}

/** Finds conversations in which the visitor gave the address, through the index of migration 0032. */
async function findMentioning(ctx: Ctx, address: string): Promise<string[]> {
  const words = foldForSearch(address)
  const messages =
    ctx.engine.name === 'sqlite'
      ? sql<{ conversation_id: string; text: string }>`
          select message.conversation_id, text from message_index
          join message_entry on number = message_index.rowid
          join chat_message as message on message.id = message_entry.id
          where message_index match ${`"${words.replaceAll('"', '""')}"`} and author = 'visitor' limit ${MOST}`
      : sql<{ conversation_id: string; text: string }>`
          select conversation_id, text from chat_message
          where ${holdsEveryWord('search', address)} and author = 'visitor' limit ${MOST}`
  const { rows } = await messages.execute(ctx.db)
  return rows
    .filter(({ text }) => holdsAddress(text, (found) => found === address))
    .map((row) => row.conversation_id)
}

/** Leaves out notices to the agency, because the inquiry itself is listed. */
async function listMails(ctx: Ctx, leadIds: readonly string[], addresses: readonly string[]) {
  const about = leadIds.map((id) => `lead:${id}`)
  const recipients = addresses.map((address) => JSON.stringify([address]))
  if (about.length + recipients.length === 0) return []
  const rows = await ctx.db
    .selectFrom('email')
    .select(['id', 'created_at', 'sent_at', 'subject', 'state'])
    .where((where) =>
      where.or([
        ...(about.length > 0 ? [where('about', 'in', about)] : []),
        ...(recipients.length > 0
          ? [where(where.fn<string>('lower', ['recipients']), 'in', recipients)]
          : []),
      ]),
    )
    .where('template', '!=', 'lead-notice')
    // Mails written by a member are listed in the thread.
    .where(sql<SqlBool>`not exists (select 1 from thread_mail where thread_mail.email_id = email.id)`)
    .orderBy('created_at', 'desc')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ id, created_at, sent_at, subject, state }) => ({
    id,
    kind: 'mail' as const,
    at: sent_at ?? created_at,
    text: subject,
    state,
  }))
}

/** Lists the mails between the person and the agency, and mails from the person that belong to no lead yet. */
async function listThread(ctx: Ctx, leadIds: readonly string[], addresses: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('thread_mail')
    .select(['id', 'at', 'direction', 'lead_id', 'subject'])
    .select(sql<string>`substr(text, 1, ${EXCERPT})`.as('text'))
    .where((where) =>
      where.or([
        ...(leadIds.length > 0 ? [where('lead_id', 'in', leadIds)] : []),
        ...(addresses.length > 0
          ? [
              where.and([
                where('lead_id', 'is', null),
                where('dismissed_at', 'is', null),
                where(where.fn<string>('lower', ['from_email']), 'in', addresses),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ lead_id, ...row }) => ({ ...row, kind: 'thread' as const, leadId: lead_id }))
}

async function listEvents(ctx: Ctx, personIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('person_event')
    .select(['id', 'at', 'kind as event', 'body as text', 'actor'])
    .where('person_id', 'in', personIds)
    .orderBy('at', 'desc')
    .limit(MOST + 1)
    .execute()
  const mentions = await listMentions(ctx, rows)
  return rows.map((row) => ({ ...row, kind: 'event' as const, mentions: mentions(row) }))
}

import { sql } from 'kysely'

import { leadSearchText } from '#app/features/leads/lead-search-text.ts'
import { replaceAddresses } from '#app/lib/addresses-in-text.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { mapJsonTexts } from './map-json-texts.ts'

/** Whether a comparable address is meant, in something that was stored at that time. */
export type IsMeant = (address: string, storedAt: number) => boolean

/** What stands in the place of an address that was erased from somebody else's text. */
const ERASED = '[erased]'

/** Whose a text is: what is erased as a whole needs no redaction. */
type Owned = Record<'lead' | 'conversation' | 'email' | 'job', readonly string[]>

type Place = {
  table: 'lead' | 'lead_event' | 'chat_message' | 'unanswered_question' | 'email' | 'job'
  column: string
  at: 'created_at' | 'at' | 'asked_at'
  kind: keyof Owned
  /** The column that names the record it belongs to. */
  owner: string
  isJson?: true
}

/** Every text in which an address may stand beside its owner's own records. */
const places: readonly Place[] = [
  ...['name', 'company', 'message'].map((column) => ({
    table: 'lead' as const,
    column,
    at: 'created_at' as const,
    kind: 'lead' as const,
    owner: 'id',
  })),
  { table: 'lead_event', column: 'body', at: 'at', kind: 'lead', owner: 'lead_id' },
  { table: 'chat_message', column: 'text', at: 'created_at', kind: 'conversation', owner: 'conversation_id' },
  {
    table: 'unanswered_question',
    column: 'text',
    at: 'asked_at',
    kind: 'conversation',
    owner: 'conversation_id',
  },
  ...['subject', 'last_error'].map((column) => ({
    table: 'email' as const,
    column,
    at: 'created_at' as const,
    kind: 'email' as const,
    owner: 'id',
  })),
  { table: 'email', column: 'props', at: 'created_at', kind: 'email', owner: 'id', isJson: true },
  { table: 'job', column: 'payload', at: 'created_at', kind: 'job', owner: 'id', isJson: true },
  { table: 'job', column: 'last_error', at: 'created_at', kind: 'job', owner: 'id' },
]

/** A text that holds the address, and the text without it. */
export type Mention = {
  place: Place
  id: string
  /** Of the record it belongs to; null for a question asked by the owner. */
  ownerId: string | null
  text: string
  redacted: string
}

export async function findMentions(ctx: Ctx, isMeant: IsMeant, owned: Owned): Promise<Mention[]> {
  const own = {
    lead: new Set(owned.lead),
    conversation: new Set(owned.conversation),
    email: new Set(owned.email),
    job: new Set(owned.job),
  }
  const found: Mention[] = []
  for (const place of places) {
    const { table, column, at, owner, kind } = place
    const { rows } = await sql<{ id: string; text: string; owner: string | null; at: number }>`
      select id, ${sql.ref(column)} as text, ${sql.ref(owner)} as owner, ${sql.ref(at)} as at
      from ${sql.table(table)} where ${sql.ref(column)} like '%@%' order by id`.execute(ctx.db)
    for (const row of rows) {
      if (row.owner !== null && own[kind].has(row.owner)) continue
      const redact = (text: string) => replaceAddresses(text, (address) => isMeant(address, row.at), ERASED)
      const redacted = place.isJson ? mapJsonTexts(row.text, redact) : redact(row.text)
      if (redacted !== row.text)
        found.push({ place, id: row.id, ownerId: row.owner, text: row.text, redacted })
    }
  }
  return found
}

/** Takes the address out of these texts; a question that holds it is forgotten, with the words it is found by. */
export async function redactMentions(ctx: Ctx, mentions: readonly Mention[]): Promise<void> {
  for (const { place, id, redacted } of mentions)
    if (place.table === 'unanswered_question')
      await ctx.db.deleteFrom('unanswered_question').where('id', '=', id).execute()
    else
      await sql`
        update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${redacted} where id = ${id}`.execute(
        ctx.db,
      )
  for (const { place, id, redacted } of mentions)
    if (place.table === 'lead') await updateLeadSearch(ctx, id)
    else if (place.table === 'chat_message')
      await ctx.db
        .updateTable('chat_message')
        .set({ search: foldForSearch(redacted) })
        .where('id', '=', id)
        .execute()
}

async function updateLeadSearch(ctx: Ctx, id: string): Promise<void> {
  const { phone_e164: phoneE164, ...lead } = await ctx.db
    .selectFrom('lead')
    .select(['name', 'email', 'company', 'country', 'phone', 'phone_e164', 'message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('lead')
    .set({ search: leadSearchText({ ...lead, phoneE164 }) })
    .where('id', '=', id)
    .execute()
}

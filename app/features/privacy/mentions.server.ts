import { sql } from 'kysely'

import { leadFieldNames } from '#app/features/leads/lead-fields.ts'
import { leadSearchText } from '#app/features/leads/lead-search-text.ts'
import { replaceAddresses } from '#app/lib/addresses-in-text.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'

import { findInSlices } from './find-in-slices.server.ts'
import { personalData, type RedactedTable, type TextColumn } from './personal-data.ts'

/** Whether a comparable address is meant, in something that was stored at that time. */
export type IsMeant = (address: string, storedAt: number) => boolean

/** What stands in the place of an address that was erased from somebody else's text. */
const ERASED = '[erased]'

/** Whose a text is: what is erased as a whole needs no redaction. */
type Owned = Record<'lead' | 'conversation' | 'email' | 'job', readonly string[]>

/** Where the texts of a table belong. */
type Belonging<Table extends RedactedTable> = {
  /** When a row was stored. */
  at: keyof Database[Table] & string
  kind: keyof Owned
  /** The column that names the record it belongs to. */
  owner: TextColumn<Table> & string
}

const belongings: { readonly [Table in RedactedTable]: Belonging<Table> } = {
  lead: { at: 'created_at', kind: 'lead', owner: 'id' },
  lead_event: { at: 'at', kind: 'lead', owner: 'lead_id' },
  conversation: { at: 'created_at', kind: 'conversation', owner: 'id' },
  chat_message: { at: 'created_at', kind: 'conversation', owner: 'conversation_id' },
  unanswered_question: { at: 'asked_at', kind: 'conversation', owner: 'conversation_id' },
  email: { at: 'created_at', kind: 'email', owner: 'id' },
  job: { at: 'created_at', kind: 'job', owner: 'id' },
}

type Place = {
  table: RedactedTable
  columns: readonly string[]
  /** Those of them that hold JSON. */
  json: readonly string[]
  at: string
  kind: keyof Owned
  owner: string
}

/** Every text in which an address may stand beside its owner's own records. */
const places = (Object.keys(belongings) as RedactedTable[]).map((table): Place => {
  const { redact, redactJson: json = [] }: { redact: readonly string[]; redactJson?: readonly string[] } =
    personalData[table]
  return { table, columns: [...redact, ...json], json, ...belongings[table] }
})

/** A text that holds the address, and the text without it. */
export type Mention = {
  table: Place['table']
  column: string
  id: string
  text: string
  redacted: string
}

/** A row with each of its texts under the column's name. */
type TextRow = { id: string; owner_id: string | null; stored_at: number } & Record<string, unknown>

export async function findMentions(ctx: Ctx, isMeant: IsMeant, owned: Owned): Promise<Mention[]> {
  const found: Mention[] = []
  for (const place of places) {
    const own = new Set(owned[place.kind])
    const mentionsIn = (row: TextRow) =>
      row.owner_id !== null && own.has(row.owner_id) ? [] : mentionsOf(place, row, isMeant)
    const rows = await findInSlices(
      (after, limit) => readTexts(ctx, place, after, limit),
      (row) => mentionsIn(row).length > 0,
    )
    found.push(...rows.flatMap(mentionsIn))
  }
  return found
}

function mentionsOf({ table, columns, json }: Place, row: TextRow, isMeant: IsMeant): Mention[] {
  const redact = (text: string) =>
    replaceAddresses(text, (address) => isMeant(address, row.stored_at), ERASED)
  return columns.flatMap((column) => {
    const text = row[column]
    if (typeof text !== 'string' || !text.includes('@')) return []
    const redacted = json.includes(column) ? mapJsonTexts(text, redact) : redact(text)
    return redacted === text ? [] : [{ table, column, id: row.id, text, redacted }]
  })
}

async function readTexts(
  ctx: Ctx,
  { table, columns, owner, at }: Place,
  after: string,
  limit: number,
): Promise<readonly TextRow[]> {
  const { rows } = await sql<TextRow>`
    select id, ${sql.ref(owner)} as owner_id, ${sql.ref(at)} as stored_at, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where id > ${after} order by id limit ${limit}`.execute(ctx.db)
  return rows
}

/**
 * Takes the address out of these texts; a question that holds it is forgotten, with the words it is found by. A text that
 * has changed since it was found is left as it is.
 * @returns how many texts hold it no more.
 */
export async function redactMentions(ctx: Ctx, mentions: readonly Mention[]): Promise<number> {
  let redacted = 0
  for (const mention of mentions) if (await redactMention(ctx, mention)) redacted += 1
  return redacted
}

async function redactMention(ctx: Ctx, { table, column, id, text, redacted }: Mention): Promise<boolean> {
  const asFound = sql<boolean>`id = ${id} and ${sql.ref(column)} = ${text}`
  const { numAffectedRows = 0n } =
    table === 'unanswered_question'
      ? await sql`delete from unanswered_question where ${asFound}`.execute(ctx.db)
      : await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${redacted} where ${asFound}`.execute(
          ctx.db,
        )
  if (numAffectedRows === 0n) return false
  if (table === 'lead') await updateLeadSearch(ctx, id)
  if (table === 'chat_message' && column === 'text')
    await ctx.db
      .updateTable('chat_message')
      .set({ search: foldForSearch(redacted) })
      .where('id', '=', id)
      .execute()
  return true
}

async function updateLeadSearch(ctx: Ctx, id: string): Promise<void> {
  const lead = await ctx.db
    .selectFrom('lead')
    .select([...leadFieldNames, 'phone_e164'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('lead')
    .set({ search: leadSearchText(lead) })
    .where('id', '=', id)
    .execute()
}

/** Stored JSON with each of its texts changed; as it was, to the letter, where none changes. */
function mapJsonTexts(json: string, change: (text: string) => string): string {
  let isChanged = false
  const mapped: unknown = JSON.parse(json, (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    const changed = change(value)
    if (changed !== value) isChanged = true
    return changed
  })
  return isChanged ? JSON.stringify(mapped) : json
}

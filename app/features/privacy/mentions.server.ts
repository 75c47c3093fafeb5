import { sql } from 'kysely'

import { leadSearchColumns, leadSearchText } from '#app/features/leads/lead-search.server.ts'
import { renewPerson } from '#app/features/leads/persons/keep-person.server.ts'
import { getRootId } from '#app/features/people/find-person.server.ts'
import { replaceAddresses } from '#app/lib/addresses-in-text.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'

import { findInSlices } from './find-in-slices.server.ts'
import { personalData, type RedactedTable } from './personal-data.ts'
import type { TextColumn } from './personal-data-rules.ts'

/** Whether an address is to be found in data stored at that time. */
export type MatchesAddress = (address: string, storedAt: number) => boolean

const ERASED = '[erased]'

/** Records that are erased as a whole, so their texts need no redaction. */
type Owned = Record<'lead' | 'conversation' | 'email' | 'job' | 'person' | 'threadMail', readonly string[]>

type TableOwner<Table extends RedactedTable> = {
  at: keyof Database[Table] & string
  kind: keyof Owned
  owner: TextColumn<Table> & string
}

const tableOwners: { readonly [Table in RedactedTable]: TableOwner<Table> } = {
  bounce: { at: 'at', kind: 'threadMail', owner: 'mail_id' },
  lead: { at: 'created_at', kind: 'lead', owner: 'id' },
  lead_event: { at: 'at', kind: 'lead', owner: 'lead_id' },
  conversation: { at: 'created_at', kind: 'conversation', owner: 'id' },
  chat_message: { at: 'created_at', kind: 'conversation', owner: 'conversation_id' },
  chat_tool_call: { at: 'created_at', kind: 'conversation', owner: 'conversation_id' },
  unanswered_question: { at: 'asked_at', kind: 'conversation', owner: 'conversation_id' },
  test_question: { at: 'created_at', kind: 'conversation', owner: 'conversation_id' },
  test_result: { at: 'at', kind: 'conversation', owner: 'question_id' },
  email: { at: 'created_at', kind: 'email', owner: 'id' },
  job: { at: 'created_at', kind: 'job', owner: 'id' },
  person: { at: 'created_at', kind: 'person', owner: 'id' },
  person_event: { at: 'at', kind: 'person', owner: 'person_id' },
  thread_attachment: { at: 'at', kind: 'threadMail', owner: 'mail_id' },
  thread_draft: { at: 'updated_at', kind: 'lead', owner: 'lead_id' },
  thread_mail: { at: 'at', kind: 'threadMail', owner: 'id' },
  webhook_delivery: { at: 'created_at', kind: 'lead', owner: 'subject_id' },
}

type Place = {
  table: RedactedTable
  columns: readonly string[]
  json: readonly string[]
  at: string
  kind: keyof Owned
  owner: string
}

/** Every text column in which an address may occur outside its owner's own records. */
const places = (Object.keys(tableOwners) as RedactedTable[]).map((table): Place => {
  const { redact, redactJson: json = [] }: { redact: readonly string[]; redactJson?: readonly string[] } =
    personalData[table]
  return { table, columns: [...redact, ...json], json, ...tableOwners[table] }
})

export type Mention = {
  table: Place['table']
  column: string
  id: string
  text: string
  redacted: string
}

type TextRow = { id: string; member_id: string | null; stored_at: number } & Record<string, unknown>

export async function findMentions(ctx: Ctx, matches: MatchesAddress, owned: Owned): Promise<Mention[]> {
  const found: Mention[] = []
  for (const place of places) {
    const own = new Set(owned[place.kind])
    const mentionsIn = (row: TextRow) =>
      row.member_id !== null && own.has(row.member_id) ? [] : mentionsOf(place, row, matches)
    const rows = await findInSlices(
      (after, limit) => readTexts(ctx, place, after, limit),
      (row) => mentionsIn(row).length > 0,
    )
    found.push(...rows.flatMap(mentionsIn))
  }
  return found
}

function mentionsOf({ table, columns, json }: Place, row: TextRow, matches: MatchesAddress): Mention[] {
  const redact = (text: string) =>
    replaceAddresses(text, (address) => matches(address, row.stored_at), ERASED)
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
    select id, ${sql.ref(owner)} as member_id, ${sql.ref(at)} as stored_at, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where id > ${after} order by id limit ${limit}`.execute(ctx.db)
  return rows
}

/** Skips texts that changed since the search. @returns the number of texts that were redacted */
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
  if (table === 'person') await renewPerson(ctx, await getRootId(ctx, id))
  if (table === 'test_question')
    await ctx.db
      .updateTable('test_question')
      .set({ search: foldForSearch(redacted) })
      .where('id', '=', id)
      .execute()
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
    .select(leadSearchColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('lead')
    .set({ search: leadSearchText(lead) })
    .where('id', '=', id)
    .execute()
}

/** Changes each text in stored JSON; returns the same string if none changes. */
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

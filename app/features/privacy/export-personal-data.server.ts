import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { renderEmail } from '#app/platform/email/render-email.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { parseAddress } from './address-input.server.ts'
import { findHoldings } from './find-holdings.server.ts'
import type { Mention } from './mentions.server.ts'

/** In characters, from somebody else's text. */
const AROUND = 80

/** Follows GDPR, articles 15 and 20. @throws {FieldErrors} address. */
export async function exportPersonalData(ctx: Ctx, input: { address: string }): Promise<string> {
  requireActor(ctx)
  const address = parseAddress(input.address)
  const found = await findHoldings(ctx, (other) => other === address)
  const data = {
    format: 'foyer-personal-data/1',
    address,
    exportedAt: timeOf(ctx.clock.now()),
    inquiries: await inTurn(found.leads, (id) => readInquiry(ctx, id)),
    conversations: await inTurn(found.conversations, (id) => readConversation(ctx, id)),
    mails: await inTurn(found.emails, (id) => readMail(ctx, id)),
    mentions: found.mentions.map((mention) => describeMention(mention)),
  }
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'privacy.exported' }))
  return `${JSON.stringify(data, withTimes, 2)}\n`
}

async function readInquiry(ctx: Ctx, id: string) {
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const history = await ctx.db
    .selectFrom('lead_event')
    .select(['at', 'kind', 'body'])
    .where('lead_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  // Derived from other columns.
  const { search: _search, fingerprint: _fingerprint, idempotency_key: _key, ...stored } = lead
  return { ...stored, history }
}

async function readConversation(ctx: Ctx, id: string) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'created_at', 'updated_at', 'page', 'speaker', 'marked', 'lead_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const messages = await ctx.db
    .selectFrom('chat_message')
    .select(['created_at', 'author', 'text', 'page', 'outcome', 'provider', 'model'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...conversation, messages }
}

async function readMail(ctx: Ctx, id: string) {
  const { template, props, recipients, ...mail } = await ctx.db
    .selectFrom('email')
    .select(['id', 'created_at', 'sent_at', 'state', 'template', 'props', 'recipients', 'reply_to'])
    .select(['subject', 'last_error', 'about'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const known = ctx.emailTemplates.get(template)
  const values: unknown = JSON.parse(props)
  const parsed = known?.props.safeParse(values)
  // A mail of an older version may no longer fit its template; its values are exported all the same.
  const text =
    known && parsed?.success ? (await renderEmail(known, parsed.data, await ctx.site(ctx))).text : null
  return { ...mail, recipients: JSON.parse(recipients) as string[], template, values, text }
}

function describeMention({ table, column, text, redacted }: Mention) {
  let start = 0
  while (start < text.length && text[start] === redacted[start]) start += 1
  return {
    in: `${table}.${column}`,
    text: text.slice(Math.max(0, start - AROUND), start + AROUND),
  }
}

/** One after the other: SQLite has one connection, and PostgreSQL's are shared with others. */
async function inTurn<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<Read[]> {
  const all: Read[] = []
  for (const item of items) all.push(await read(item))
  return all
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

/** All columns that hold times are named this way. */
function withTimes(key: string, value: unknown): unknown {
  return typeof value === 'number' && (key === 'at' || key.endsWith('_at')) ? timeOf(value) : value
}

import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { ZodError } from 'zod'

import { describeBookingsOf } from '#app/features/bookings/booking-records.server.ts'
import { describeAnswers } from '#app/features/leads/files/inquiry-files.server.ts'
import { findAgreedTexts } from '#app/features/leads/legal-texts.server.ts'
import { readTagsOf } from '#app/features/leads/work/stored-lead-work.server.ts'
import { findThreadMail } from '#app/features/leads/thread/export-thread.server.ts'
import { describePerson, listAddressesOf } from '#app/features/people/find-people.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { EmailTemplate } from '#app/platform/email/email-template.ts'
import { readProps, renderEmail, siteFor } from '#app/platform/email/render-email.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { parseAddress } from './address-input.server.ts'
import { findHoldings, type Holdings } from './find-holdings.server.ts'
import type { Mention } from './mentions.server.ts'

/** Characters kept on each side of the address in another person's text. */
const AROUND = 80

/** Streams JSON in parts (GDPR, articles 15 and 20). @throws {FieldErrors} address */
export async function exportPersonalData(
  ctx: Ctx,
  input: { address: string },
): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'privacy.read')
  const address = parseAddress(input.address)
  const addresses = await listAddressesOf(ctx, address)
  const found = await findHoldings(ctx, (other) => addresses.includes(other))
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'privacy.exported' }))
  return partsOf(ctx, address, found)
}

async function* partsOf(ctx: Ctx, address: string, found: Holdings): AsyncGenerator<string> {
  const head = { format: 'foyer-personal-data/1', address, exportedAt: timeOf(ctx.clock.now()) }
  yield JSON.stringify(head, null, 2).slice(0, -'\n}'.length)
  yield* listOf('inquiries', found.leads, (id) => findInquiry(ctx, id))
  yield* listOf('conversations', found.conversations, (id) => findConversation(ctx, id))
  yield* listOf('mails', found.emails, (id) => findMail(ctx, id))
  yield* listOf('thread', found.threadMails, (id) => findThreadMail(ctx, id))
  yield* listOf('people', found.people, (id) => describePerson(ctx, id))
  yield* listOf('weekly_mails', found.clientAddresses, (id) => findWeeklyMail(ctx, id))
  yield* listOf('mentions', found.mentions, async (mention) => describeMention(mention))
  yield '\n}\n'
}

/**
 * Writes a JSON member whose value is a list, reading each entry just before it is sent and skipping those deleted
 * meanwhile. Yields to the event loop between entries.
 */
async function* listOf<Entry>(
  name: string,
  entries: readonly Entry[],
  find: (entry: Entry) => Promise<object | null>,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`
  let before = ''
  for (const entry of entries) {
    const value = await find(entry)
    if (value === null) continue
    // JSON escapes line breaks within texts, so these are the formatter's own, and indenting them is safe.
    yield `${before}\n    ${JSON.stringify(value, withTimes, 2).replaceAll('\n', '\n    ')}`
    before = ','
    await yieldToOthers()
  }
  yield before === '' ? ']' : '\n  ]'
}

async function findInquiry(ctx: Ctx, id: string) {
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lead) return null
  const history = await ctx.db
    .selectFrom('lead_event')
    .select(['at', 'kind', 'body'])
    .where('lead_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  // Leave out columns derived from others.
  const { search: _search, fingerprint: _fingerprint, idempotency_key: _key, ...stored } = lead
  return {
    ...stored,
    answers: await describeAnswers(ctx, lead.answers),
    tags: await readTagsOf(ctx, id),
    legal_texts: await findAgreedTexts(ctx, lead),
    bookings: await describeBookingsOf(ctx, id),
    history,
  }
}

async function findConversation(ctx: Ctx, id: string) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'created_at', 'updated_at', 'page', 'page_title', 'visitor_name', 'visitor_email'])
    .select(['speaker', 'marked', 'lead_id', 'waiting_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) return null
  const messages = await ctx.db
    .selectFrom('chat_message')
    .select([
      'created_at',
      'author',
      'text',
      'page',
      'outcome',
      'provider',
      'model',
      'rating',
      'rating_comment',
    ])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  const tools = await ctx.db
    .selectFrom('chat_tool_call')
    .select(['created_at', 'name', 'input', 'result', 'card', 'pressed_at'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  const questions = await ctx.db
    .selectFrom('test_question')
    .select(['created_at', 'text'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...conversation,
    messages,
    ...(tools.length > 0 && { tool_calls: tools }),
    ...(questions.length > 0 && { test_questions: questions }),
  }
}

async function findMail(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('email')
    .select(['id', 'created_at', 'sent_at', 'state', 'template', 'props', 'recipients', 'reply_to'])
    .select(['subject', 'last_error', 'about', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { template, props, recipients, ...mail } = row
  const known = ctx.emailTemplates.get(template)
  const values = known?.isSecret ? openMail(ctx, known, row) : (JSON.parse(props) as unknown)
  const parsed = known?.props.safeParse(values)
  // A mail of an older version may no longer fit its template; its values are exported anyway.
  const text =
    known && parsed?.success
      ? (await renderEmail(known, parsed.data, await siteFor({ ...ctx, language: row.language }, known))).text
      : null
  return { ...mail, recipients: JSON.parse(recipients) as string[], template, values, text }
}

type SealedMail = { id: string; props: string; about: string | null }

/** Returns the values of a sealed mail about an inquiry; null for one that gives access to an account. */
function openMail(ctx: Ctx, template: EmailTemplate<object, Ctx>, mail: SealedMail): unknown {
  if (!mail.about?.startsWith('lead:')) return null
  try {
    return readProps(ctx, template, mail)
  } catch (error) {
    if (error instanceof SealBroken || error instanceof ZodError) return null
    throw error
  }
}

async function findWeeklyMail(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('client_address')
    .innerJoin('assistant', 'assistant.id', 'client_address.assistant_id')
    .select(['assistant.name as assistant', 'email', 'client_address.created_at', 'stopped_at'])
    .where('client_address.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

function describeMention({ table, column, text, redacted }: Mention) {
  let start = 0
  while (start < text.length && text[start] === redacted[start]) start += 1
  return {
    in: `${table}.${column}`,
    text: text.slice(Math.max(0, start - AROUND), start + AROUND),
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

/** All columns that hold times are named `at` or `…_at`. */
function withTimes(key: string, value: unknown): unknown {
  return typeof value === 'number' && (key === 'at' || key.endsWith('_at')) ? timeOf(value) : value
}

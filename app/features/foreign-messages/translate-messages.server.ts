import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isSameLanguage, type MessageTranslation, readTranslation } from './stored-translation.ts'
import { translateForeign } from './translate-foreign.server.ts'

/** Characters that are translated of a mail or an inquiry: as many as a lead's page shows. */
const MOST_OF_MESSAGE = 10_000
/** Characters that one press translates of a conversation; the next press goes on. */
const MOST_OF_CONVERSATION = 12_000

/**
 * Translates a lead's inquiry, or a received mail of its thread, into the site's main language and stores it beside the
 * original. What is stored is not translated again.
 * @throws {AppError} not-found; conflict without a provider, unavailable past a cap or without a usable answer.
 */
export async function translateLeadMessage(
  ctx: Ctx,
  { leadId, mailId }: { leadId: string; mailId: string | null },
  signal: AbortSignal,
): Promise<MessageTranslation> {
  requireActor(ctx, 'leads.write')
  const { mainLanguage: to } = await ctx.site(ctx)
  const found = await (
    mailId === null
      ? ctx.db.selectFrom('lead').select(['message as text', 'translation']).where('id', '=', leadId)
      : ctx.db
          .selectFrom('thread_mail')
          .select(['text', 'translation'])
          .where('id', '=', mailId)
          .where('lead_id', '=', leadId)
          .where('direction', '=', 'in')
  ).executeTakeFirst()
  if (!found) throw new AppError('not-found', 'There is no such message. It may have been deleted.')
  const known = readTranslation(found.translation, to)
  if (known) return known
  const text = found.text.slice(0, MOST_OF_MESSAGE)
  if (text.trim() === '') throw new AppError('invalid', 'This message has no text.')
  const [first] = toStored(await translateForeign(ctx, [text], { to, signal }), [text], to)
  const made = assertDefined(first, 'one text has one translation')
  const stored = { translation: JSON.stringify(made) }
  await (
    mailId === null
      ? ctx.db.updateTable('lead').set(stored).where('id', '=', leadId)
      : ctx.db.updateTable('thread_mail').set(stored).where('id', '=', mailId)
  ).execute()
  return made
}

/**
 * Translates the messages of a conversation that are not translated yet, the oldest first.
 * @throws {AppError} not-found, and as `translateLeadMessage`.
 */
export async function translateConversation(ctx: Ctx, id: string, signal: AbortSignal): Promise<void> {
  requireActor(ctx, 'conversations.write')
  const { mainLanguage: to } = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'text', 'translation'])
    .where('conversation_id', '=', id)
    .where('outcome', '!=', 'pending')
    .where('text', '!=', '')
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw new AppError('not-found', 'There is no text to translate.')
  let room = MOST_OF_CONVERSATION
  const wanted = rows.filter(({ text, translation }) => {
    if (readTranslation(translation, to) !== null || text.trim() === '' || room <= 0) return false
    room -= text.length
    return true
  })
  if (wanted.length === 0) return
  const texts = wanted.map(({ text }) => text)
  const made = toStored(await translateForeign(ctx, texts, { to, signal }), texts, to)
  for (const [at, message] of wanted.entries())
    await ctx.db
      .updateTable('chat_message')
      .set({ translation: JSON.stringify(made[at]) })
      .where('id', '=', message.id)
      .execute()
}

function toStored(
  { from, texts }: Awaited<ReturnType<typeof translateForeign>>,
  originals: readonly string[],
  to: string,
): MessageTranslation[] {
  const isOurs = from !== null && isSameLanguage(from, to)
  return texts.map((text, at) => ({
    to,
    from,
    text: isOurs || text.trim() === originals[at]?.trim() ? null : text,
  }))
}

/** Returns the translated messages of a conversation by their ids. */
export async function readConversationTranslations(
  ctx: Ctx,
  id: string,
): Promise<Readonly<Record<string, MessageTranslation>>> {
  requireActor(ctx, 'conversations.read')
  const { mainLanguage } = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'translation'])
    .where('conversation_id', '=', id)
    .where('translation', 'is not', null)
    .execute()
  return Object.fromEntries(
    rows.flatMap(({ id: message, translation }) => {
      const read = readTranslation(translation, mainLanguage)
      return read ? [[message, read]] : []
    }),
  )
}

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { readClientFigures, readClientName } from './client-figures.server.ts'
import { type ClientLink, openClientLink } from './client-link.server.ts'
import { clientsTexts } from './messages.ts'

const DAYS = 30
const PER_PAGE = 25
const EXCERPT = 140
const MOST_QUESTIONS = 50
const MOST_MESSAGES = 200

type Opening = { id: string; key: string }

/**
 * Returns all that the link shows: figures, one page of the list of conversations, and unanswered questions. Whoever has
 * the link sees every field of the result. @throws {AppError} not-found if the link does not work.
 */
export async function readClientView(ctx: Ctx, opening: Opening, page: number) {
  const link = await openClientLink(ctx, opening)
  const { timeZone } = await ctx.site(ctx)
  const hide = await maskerOf(ctx, link)
  const now = ctx.clock.now()
  const list = ctx.db
    .selectFrom('conversation')
    .select(['id', 'updated_at', 'turns', 'language'])
    .select((select) =>
      select
        .selectFrom('chat_message')
        .select('text')
        .whereRef('conversation_id', '=', 'conversation.id')
        .where('author', '=', 'visitor')
        .orderBy('id')
        .limit(1)
        .as('opening'),
    )
    .where('assistant_id', '=', opening.id)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
  const { rows, ...paging } = await readCountedPage(list, PER_PAGE, page)
  return {
    name: await readClientName(ctx, opening.id),
    timeZone,
    days: DAYS,
    until: link.until,
    figures: await readClientFigures(ctx, opening.id, { from: now - DAYS * DAY, until: now + 1 }),
    conversations: rows.map(({ id, updated_at: at, turns, language, opening: text }) => ({
      id,
      at,
      turns,
      language,
      opening: text && hide(text).slice(0, EXCERPT),
    })),
    paging,
    questions: await readClientQuestions(ctx, opening.id, { link, limit: MOST_QUESTIONS }),
  }
}

/** Returns one conversation: who said what and when. @throws {AppError} not-found. */
export async function readClientTranscript(ctx: Ctx, opening: Opening, conversationId: string) {
  const hide = await maskerOf(ctx, await openClientLink(ctx, opening))
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('created_at')
    .where('id', '=', conversationId)
    .where('assistant_id', '=', opening.id)
    .executeTakeFirst()
  if (!conversation)
    throw new AppError('not-found', (await wordedTexts(ctx, clientsTexts)).page.noConversation)
  const messages = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'author', 'created_at as at', 'text'])
    .where('conversation_id', '=', conversationId)
    .where('text', '!=', '')
    .orderBy('id')
    .limit(MOST_MESSAGES)
    .execute()
  return {
    at: conversation.created_at,
    messages: messages.map((each) => ({ ...each, text: hide(each.text) })),
  }
}

/** Masks e-mail addresses and telephone numbers if the owner wants it. A name within a sentence cannot be recognised. */
async function maskerOf(ctx: Ctx, { hidesContacts }: ClientLink): Promise<(text: string) => string> {
  if (!hidesContacts) return (text) => text
  const { hiddenEmail, hiddenNumber } = (await wordedTexts(ctx, clientsTexts)).page
  return (text) => text.replaceAll(ADDRESS, () => hiddenEmail).replaceAll(NUMBER, () => hiddenNumber)
}

/** It begins only where a word begins; otherwise a long word without an @ would take quadratic time. */
const ADDRESS = /(?<![^\s@＠<>()])[^\s@＠<>()]+[@＠][^\s@＠<>()]+/g
/** In the digits of any script, with up to four signs between two of them, as in `+49 (30) 90-18`. */
const NUMBER = /[+(]{0,3}\p{Nd}(?:(?:[\s()/·\p{Pd}\p{Cf}]|\.(?!\s)){0,4}\p{Nd}){6,}/gu

/** Returns the newest unanswered questions, as the page and the mail show them. */
export async function readClientQuestions(
  ctx: Ctx,
  assistantId: string,
  { link, limit }: { link: ClientLink; limit: number },
) {
  const hide = await maskerOf(ctx, link)
  const rows = await ctx.db
    .selectFrom('unanswered_question')
    .select(['text', 'asked_at as at'])
    .where('assistant_id', '=', assistantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ text, at }) => ({ text: hide(text), at }))
}

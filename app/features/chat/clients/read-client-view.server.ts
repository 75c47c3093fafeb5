import { findAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'

import { openClientLink } from './client-link.server.ts'

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
  const { name } = await findAssistant(ctx, opening.id)
  const { timeZone } = await ctx.site(ctx)
  const hide = maskerOf(link)
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
    name,
    timeZone,
    days: DAYS,
    until: link.until,
    figures: await readFigures(ctx, opening.id),
    conversations: rows.map(({ id, updated_at: at, turns, language, opening: text }) => ({
      id,
      at,
      turns,
      language,
      opening: text && hide(text).slice(0, EXCERPT),
    })),
    paging,
    questions: (await readQuestions(ctx, opening.id)).map(({ text, at }) => ({ text: hide(text), at })),
  }
}

/** Returns one conversation: who said what and when. @throws {AppError} not-found. */
export async function readClientTranscript(ctx: Ctx, opening: Opening, conversationId: string) {
  const hide = maskerOf(await openClientLink(ctx, opening))
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('created_at')
    .where('id', '=', conversationId)
    .where('assistant_id', '=', opening.id)
    .executeTakeFirst()
  if (!conversation) throw new AppError('not-found', 'There is no such conversation.')
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
function maskerOf({ hidesContacts }: { hidesContacts: boolean }): (text: string) => string {
  if (!hidesContacts) return (text) => text
  return (text) => text.replaceAll(ADDRESS, '[e-mail]').replaceAll(NUMBER, '[number]')
}

/** It begins only where a word begins; otherwise a long word without an @ would take quadratic time. */
const ADDRESS = /(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+/g
const NUMBER = /\+?\d(?:[\s()./-]?\d){6,}/g

async function readFigures(ctx: Ctx, assistantId: string) {
  const since = ctx.clock.now() - DAYS * DAY
  const recent = ctx.db
    .selectFrom('conversation')
    .where('assistant_id', '=', assistantId)
    .where('conversation.created_at', '>', since)
  const messages = recent.innerJoin('chat_message', 'chat_message.conversation_id', 'conversation.id')
  const [conversations, replies, inquiries] = await Promise.all([
    recent.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    messages
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.count<number>(select.case().when('rating', '=', 'helpful').then(1).end()).as('helpful'),
        select.fn.count<number>(select.case().when('rating', '=', 'unhelpful').then(1).end()).as('unhelpful'),
      ])
      .where('author', '!=', 'visitor')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('lead')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('assistant_id', '=', assistantId)
      .where('created_at', '>', since)
      .where('spam_reason', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    conversations: conversations.count,
    replies: replies.count,
    helpful: replies.helpful,
    unhelpful: replies.unhelpful,
    inquiries: inquiries.count,
  }
}

async function readQuestions(ctx: Ctx, assistantId: string) {
  return ctx.db
    .selectFrom('unanswered_question')
    .select(['text', 'asked_at as at'])
    .where('assistant_id', '=', assistantId)
    .orderBy('id', 'desc')
    .limit(MOST_QUESTIONS)
    .execute()
}

import { translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { englishNameOf } from '#app/lib/languages.ts'

import { isSameLanguage, readTranslation } from './stored-translation.ts'
import { detectLanguage, translateForeign } from './translate-foreign.server.ts'

const LONGEST = 10_000
/** Messages of the visitor that tell the language of a conversation. */
const NEWEST = 5

export type TranslatedAnswer = {
  text: string
  /** The translation in the members' language again; null if the provider gave none. */
  back: string | null
  /** BCP 47 tag, and its English name. */
  language: string
  languageName: string
  /** How many paragraphs the provider could not translate; they stay as they were written. */
  left: number
}

/**
 * Translates what a member wrote into the language of the lead. The visitor's texts are used only to tell the language, so
 * none of them can change the answer. Nothing is stored or sent.
 * @throws {FieldErrors} text. {AppError} not-found, invalid if the lead writes in the site's main language; conflict
 * without a provider, unavailable past a cap or without a usable answer.
 */
export async function answerInTheirLanguage(
  ctx: Ctx,
  { leadId, text }: { leadId: string; text: string },
  signal: AbortSignal,
): Promise<TranslatedAnswer> {
  requireActor(ctx, 'leads.write')
  return translateAnswer(ctx, { text, languageOf: () => languageOfLead(ctx, leadId, signal) }, signal)
}

/** Does the same for the visitor of a conversation. */
export async function answerConversationInTheirLanguage(
  ctx: Ctx,
  { conversationId, text }: { conversationId: string; text: string },
  signal: AbortSignal,
): Promise<TranslatedAnswer> {
  requireActor(ctx, 'conversations.write')
  const languageOf = () => languageOfConversation(ctx, conversationId, signal)
  return translateAnswer(ctx, { text, languageOf }, signal)
}

type Written = { text: string; languageOf: () => Promise<string> }

async function translateAnswer(
  ctx: Ctx,
  { text, languageOf }: Written,
  signal: AbortSignal,
): Promise<TranslatedAnswer> {
  if (text.trim() === '')
    throw new FieldErrors({ text: 'Please write the answer in your own language first.' })
  if (text.length > LONGEST) throw new FieldErrors({ text: `Please use at most ${LONGEST} characters.` })
  const { mainLanguage } = await ctx.site(ctx)
  const language = await languageOf()
  const languageName = englishNameOf(language)
  if (isSameLanguage(language, mainLanguage))
    throw new AppError('invalid', `They write in ${languageName}, so the answer needs no translation.`)
  const paragraphs = text.split(/(\n\s*\n)/)
  const wanted = new Map(
    paragraphs.flatMap((each, at) => (/\p{L}/u.test(each) ? [[String(at), each] as const] : [])),
  )
  const { texts, left } = await translateTexts(ctx, wanted, await mannerOf(ctx, language), signal)
  if (texts.size === 0 && wanted.size > 0)
    throw new AppError('unavailable', 'The provider gave no usable translation. Please try again.')
  const translated = paragraphs.map((each, at) => texts.get(String(at)) ?? each).join('')
  return {
    text: translated,
    back: await translateBack(ctx, translated, { to: mainLanguage, signal }),
    language,
    languageName,
    left: left.length,
  }
}

/** The model sees only the translation, so that the member reads what the visitor will read. */
async function translateBack(
  ctx: Ctx,
  text: string,
  wanted: { to: string; signal: AbortSignal },
): Promise<string | null> {
  try {
    const { texts } = await translateForeign(ctx, [text], wanted)
    return texts.join('\n')
  } catch (error) {
    // The translation itself was paid for and is shown.
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

/** Returns the language of the newest message: as it was told before, as the visitor read the site, or as the provider tells. */
async function languageOfLead(ctx: Ctx, leadId: string, signal: AbortSignal): Promise<string> {
  const { mainLanguage } = await ctx.site(ctx)
  const lead = await ctx.db
    .selectFrom('lead')
    .select(['message', 'translation', 'language'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  const mail = await ctx.db
    .selectFrom('thread_mail')
    .select(['text as message', 'translation'])
    .where('lead_id', '=', leadId)
    .where('direction', '=', 'in')
    .where('is_automatic', '=', 0)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const newest = mail ?? lead
  const told = readTranslation(newest.translation, mainLanguage)?.from
  if (told) return told
  if (lead.language !== null && !isSameLanguage(lead.language, mainLanguage)) return lead.language
  return detectLanguage(ctx, newest.message, signal)
}

/** Returns the language of the visitor's newest messages, told in the same ways. */
async function languageOfConversation(
  ctx: Ctx,
  conversationId: string,
  signal: AbortSignal,
): Promise<string> {
  const { mainLanguage } = await ctx.site(ctx)
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('language')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation)
    throw new AppError('not-found', 'There is no such conversation. It may have been deleted.')
  const newest = await ctx.db
    .selectFrom('chat_message')
    .select(['text', 'translation'])
    .where('conversation_id', '=', conversationId)
    .where('author', '=', 'visitor')
    .where('text', '!=', '')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  const told = newest.flatMap(({ translation }) => readTranslation(translation, mainLanguage)?.from ?? [])
  if (told[0] !== undefined) return told[0]
  const { language } = conversation
  if (language !== null && !isSameLanguage(language, mainLanguage)) return language
  if (newest.length === 0) throw new AppError('invalid', 'The visitor has not written anything yet.')
  return detectLanguage(ctx, newest.map(({ text }) => text).join('\n'), signal)
}

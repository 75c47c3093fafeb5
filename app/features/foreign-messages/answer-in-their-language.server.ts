import { translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { englishNameOf } from '#app/lib/languages.ts'

import { isSameLanguage, readTranslation } from './stored-translation.ts'
import { detectLanguage } from './translate-foreign.server.ts'

const LONGEST = 10_000

export type TranslatedAnswer = {
  text: string
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
  if (text.trim() === '')
    throw new FieldErrors({ text: 'Please write the answer in your own language first.' })
  if (text.length > LONGEST) throw new FieldErrors({ text: `Please use at most ${LONGEST} characters.` })
  const { mainLanguage } = await ctx.site(ctx)
  const language = await languageOfLead(ctx, leadId, signal)
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
  return {
    text: paragraphs.map((each, at) => texts.get(String(at)) ?? each).join(''),
    language,
    languageName,
    left: left.length,
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

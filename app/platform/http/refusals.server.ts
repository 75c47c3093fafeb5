import { defaultLocale, fill, publicTexts } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { describeWait, TooManyTries } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

/** What visitors are told whatever they asked for. The English sentences are those that the platform throws. */
const refusalsEn = {
  tooManyTries: 'Too many tries. Please wait {wait} and try again.',
  network: 'Too many requests from your network are being answered. Please try again in a moment.',
  busy: 'This site is busy. Please try again in a moment.',
  damaged: 'The request arrived damaged. Please send it again.',
  damagedForm: 'The form arrived damaged. Please send it again.',
  unknownForm: 'This form is unknown here. Please reload the page.',
  unreadable: 'This contains characters that cannot be read. Please type it again.',
}

export type RefusalMessages = typeof refusalsEn

export const refusalTexts = publicTexts<RefusalMessages>('refusals', { en: refusalsEn })

/** Returns a refusal in the language of the page that the visitor reads. Members read English. */
export async function inLanguageOfPage(ctx: Ctx, error: AppError): Promise<AppError> {
  if (error instanceof FieldErrors || ctx.actor !== null || (await ctx.site(ctx)).language === defaultLocale)
    return error
  const isIt = ([, sentence]: [string, string]) => sentence === error.message
  const key = Object.entries(refusalsEn).find(isIt)?.[0]
  const isThrottle = error instanceof TooManyTries
  if (key === undefined && !isThrottle) return error
  const [texts, { language }] = await Promise.all([wordedTexts(ctx, refusalTexts), ctx.site(ctx)])
  const sentence = isThrottle
    ? fill(texts.tooManyTries, { wait: describeWait(error.seconds, language) })
    : new Map(Object.entries(texts)).get(String(key))
  return new AppError(error.code, sentence ?? error.message, {
    cause: error,
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
  })
}

import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { guessableWords, passwordFault } from './password-rules.ts'

/** Base-10 logarithm of the guesses that cover lists of leaked passwords and their usual variations. */
const TOO_FEW_GUESSES = 9
/** Further characters cannot make a password weaker, and the time grows with the square of the length. */
const LOOKED_AT = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/** Well-known phrases that are missing from the list of leaked passwords. */
const PHRASES = [
  'correct horse battery staple',
  'correct horse battery',
  'the quick brown fox',
  'jumps over the lazy dog',
  'lorem ipsum dolor sit amet',
  'may the force be with you',
  'to be or not to be',
  'that is the question',
  'open sesame',
  'let me in',
  'i love you',
  'hello world',
  'once upon a time',
  'this is my password',
  'change me please',
  'live long and prosper',
  'winter is coming',
  'you shall not pass',
  'our father who art in heaven',
  'twinkle twinkle little star',
  'happy birthday to you',
  'mary had a little lamb',
  'never gonna give you up',
].map(withoutGaps)

/**
 * Returns whether a password is among the 49,000 most common leaked ones, or a usual variation of them (ASVS 5.0, 6.2.4
 * and 6.2.11), of a well-known phrase or of `about`: what others know about the site and its owner.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimator ??= loadEstimator()
  const made = await estimator
  const known = [...PHRASES, ...about.map(withoutGaps)]
  return [password, withoutGaps(password)].some(
    (reading) => made.check(reading.slice(0, LOOKED_AT), known).guessesLog10 < TOO_FEW_GUESSES,
  )
}

function withoutGaps(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\-_.,]+/g, '')
}

/** Loads the estimator on first use, because its word lists take megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs })
}

export async function newPasswordFault(ctx: Ctx, email: string, password: string): Promise<string | null> {
  const { siteName, publicUrl } = await ctx.site(ctx)
  const about = [email, siteName, new URL(publicUrl).hostname]
  const fault = passwordFault(password, about)
  if (fault) return fault
  return (await isCommonPassword(password, guessableWords(about)))
    ? 'This is one of the most common passwords and phrases, or made up of them. Please use a phrase of your own.'
    : null
}

/** Checks a new password that was typed twice, and returns it. @throws {FieldErrors} for either field. */
export async function checkNewPassword(
  ctx: Ctx,
  email: string,
  { newPassword = '', confirmPassword = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const fault = await newPasswordFault(ctx, email, newPassword)
  if (fault) throw new FieldErrors({ newPassword: fault })
  if (newPassword !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  return newPassword
}

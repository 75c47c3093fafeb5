import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** So many guesses, in powers of ten, fall to whoever tries lists of leaked passwords and what people make of them. */
const TOO_FEW_GUESSES = 9
/** What follows makes no password worse, and the time grows with the square of the length. */
const LOOKED_AT = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/** Phrases that are no leaked passwords and yet the first to be tried: of examples, films, books and prayers. */
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
 * Whether a password is among the 49,000 most common of the leaked ones, or made of them by what people do: joined,
 * prolonged, letters as digits, keys in a row, with gaps between or without (ASVS 5.0, 6.2.4 and 6.2.11); or of well-known
 * phrases or `about`, what others know of the site and its owner.
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

/** Loaded with the first new password, for its lists are megabytes that a start need not pay. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs })
}

import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** So many guesses, in powers of ten, fall to whoever tries lists of leaked passwords and what people make of them. */
const TOO_FEW_GUESSES = 9
/** What follows makes no password worse, and the time grows with the square of the length. */
const LOOKED_AT = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a password is among the 49,000 most common of the leaked ones, or made of them by what people do: joined,
 * prolonged, letters as digits, keys in a row (ASVS 5.0, 6.2.4 and 6.2.12).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  estimator ??= loadEstimator()
  const { guessesLog10 } = (await estimator).check(password.slice(0, LOOKED_AT))
  return guessesLog10 < TOO_FEW_GUESSES
}

/** Loaded with the first new password, for its lists are megabytes that a start need not pay. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs })
}

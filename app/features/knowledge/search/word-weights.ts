export type QueryWord = {
  /** By language; a misspelt word may lack some. */
  terms: ReadonlyMap<string, string>
  isStopWord: boolean
  /** Whether it replaces a word that the index does not contain. */
  isGuessed: boolean
  /** False for a part of a word; it then affects only the score. */
  isCovered: boolean
  /** The word of the question that this is a synonym of. Only the best synonym of a word counts, and only in the score. */
  synonymOf: string | null
}

/** The usual k1 of 1.2 loses 0.03 of nDCG on questions about a page's subject (`npm run eval`, k1 from 0.9 to 3). */
const K1 = 2
const B = 0.75
/** Weight 0 would cost 0.002 in Spanish, whose list has nouns; weight 1 costs 0.003 to 0.02 in other languages. */
const STOP_WORD_WEIGHT = 0.2
/** By `npm run eval` on the tuning questions; a higher weight lets synonyms displace the words themselves. */
const SYNONYM_WEIGHT = 0.65

export function weightOf({ isStopWord, synonymOf }: QueryWord): number {
  if (synonymOf !== null) return SYNONYM_WEIGHT
  return isStopWord ? STOP_WORD_WEIGHT : 1
}

/** Returns the weight of `count` occurrences; `length` is relative to the average length. */
export function saturated(count: number, length: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * length))
}

export function inverseFrequency(passages: number, all: number): number {
  return Math.log(1 + (all - passages + 0.5) / (passages + 0.5))
}

/** The part of its share that a guessed word covers; less if more are guessed. Off-topic words often resemble ours. */
const SURE = 0.75
const LEAST_SURE = 0.4

/** The coverage by chance of a passage e times as long as the average. `LEAST_LENGTH` limits what short ones gain. */
const BY_CHANCE = 0.08
const LEAST_LENGTH = 0.5

export function surenessOf(words: readonly QueryWord[]): number {
  const guesses = words.filter(({ isGuessed }) => isGuessed).length
  return Math.max(LEAST_SURE, SURE / Math.max(1, guesses))
}

/** `length` is relative to the average length. */
export function fairCoverage(share: number, length: number): number {
  if (share === 0) return 0
  const byChance = BY_CHANCE * Math.log(Math.max(LEAST_LENGTH, length))
  return Math.min(1, Math.max(0, share - byChance))
}

/** The lowest share used, because in a few sentences almost every word occurs only once. */
const LEAST_SEEN = 0.3

/**
 * Returns the probability that a word of such texts is in the index, as estimated by Good and Turing from the number of
 * terms that occur once and of all terms. A small collection lacks most words, so a missing one means little.
 */
export function shareOfSeen(once: number, all: number): number {
  return Math.max(LEAST_SEEN, 1 - once / Math.max(1, all))
}

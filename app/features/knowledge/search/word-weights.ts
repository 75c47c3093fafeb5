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

import { assertDefined } from '#app/lib/assert-defined.ts'

import { inverseFrequency, type QueryWord, saturated, weightOf } from './word-weights.ts'
import { bestScores, createScopes, createVersions, type PageVersion } from './passage-scores.ts'

/** An in-memory inverted index, ranked by BM25 (Robertson and Zaragoza, 2009). */
export type WordIndex = {
  add(passage: IndexedPassage): void
  remove(passageId: string): void
  /** Returns the best first; passages without any of the words are omitted, and of each page all versions but one. */
  search(words: readonly QueryWord[], limit: number, within?: Within): RankedPassage[]
  /** Returns a function that tells by a passage's id whether it is in the index and in one of these collections. */
  within(collections: readonly string[]): (passageId: string) => boolean
  holdsAny(collections: readonly string[]): boolean
  languages(): string[]
  /** Counts the passages in a language that contain a term, up to `most`. */
  holders(term: string, language: string, most?: number): number
  /** Counts passages in all languages, including removed ones, without a scan. */
  frequency(term: string): number
  /** Includes those of removed passages. */
  terms(): Iterable<string>
  readonly size: number
  /** In terms per passage. */
  readonly averageLength: number
  /** The number of removed passages that still take up memory. */
  readonly dead: number
}

type Within = {
  /** The preferred version of a page. */
  language?: string | null
  /** If missing, all passages are searched. */
  collections?: readonly string[]
}

type IndexedPassage = {
  id: string
  language: string
  terms: Iterable<readonly [string, number]>
  version?: PageVersion
  /** Ids of the collections that it belongs to. */
  collections?: readonly string[]
}

export type RankedPassage = {
  id: string
  score: number
  /** The share of the question's weight, from 0 to 1. Unlike scores, it is comparable between questions. */
  coverage: number
}

/** The size that a smaller collection is treated as, because few passages do not show how rare a word is. */
const LEAST_COLLECTION = 200
/** The lowest share used, because in a few sentences almost every word occurs only once. */
const LEAST_SEEN = 0.3

/** The part of its share that a guessed word covers; less if more are guessed. Off-topic words often resemble ours. */
const SURE = 0.75
const LEAST_SURE = 0.4

/** The coverage by chance of a passage e times as long as the average. `LEAST_LENGTH` limits what short ones gain. */
const BY_CHANCE = 0.08
const LEAST_LENGTH = 0.5

type Language = { number: number; passages: number }

/** The language number of a removed passage. */
const REMOVED = 0

type Index = {
  /** By term: `passage number * 256 + count`, which V8 stores compactly below 2^31 (8 million passages). */
  postings: Map<string, number[]>
  /** By passage number. */
  ids: string[]
  lengths: number[]
  languageOf: number[]
  versions: ReturnType<typeof createVersions>
  scopes: ReturnType<typeof createScopes>
  numbers: Map<string, number>
  /** Numbered from 1, because 0 is `REMOVED`. */
  languages: Map<string, Language>
  totalLength: number
  seen: number | null
}

export function createWordIndex(): WordIndex {
  const index: Index = {
    postings: new Map(),
    ids: [],
    lengths: [],
    languageOf: [],
    versions: createVersions(),
    scopes: createScopes(),
    numbers: new Map(),
    languages: new Map(),
    totalLength: 0,
    seen: null,
  }
  return {
    add: (passage) => add(index, passage),
    remove: (id) => remove(index, id),
    search: (words, limit, within = {}) => search(index, words, limit, within),
    within(collections) {
      const isWithin = index.scopes.within(collections)
      return (id) => {
        const number = index.numbers.get(id)
        return number !== undefined && isWithin(number)
      }
    },
    holdsAny: (collections) => index.scopes.holdsAny(collections),
    languages: () => [...index.languages].filter(([, { passages }]) => passages > 0).map(([code]) => code),
    holders: (term, language, most = Infinity) => countHolders(index, { term, language, most }),
    terms: () => index.postings.keys(),
    frequency: (term) => index.postings.get(term)?.length ?? 0,
    get size() {
      return index.numbers.size
    },
    get averageLength() {
      return averageLength(index)
    },
    get dead() {
      return index.ids.length - index.numbers.size
    },
  }
}

const alone: PageVersion = { of: null, language: null }

function add(
  index: Index,
  { id, language: code, terms, version = alone, collections = [] }: IndexedPassage,
): void {
  remove(index, id)
  const number = index.ids.length
  let length = 0
  for (const [term, count] of terms) {
    const list = index.postings.get(term) ?? []
    index.postings.set(term, list)
    list.push(number * 256 + Math.min(count, 255))
    length += count
  }
  const language = index.languages.get(code) ?? { number: index.languages.size + 1, passages: 0 }
  index.languages.set(code, language)
  language.passages += 1
  index.numbers.set(id, number)
  index.ids.push(id)
  index.lengths.push(length)
  index.languageOf.push(language.number)
  index.versions.add(version)
  index.scopes.add(collections)
  index.totalLength += length
  index.seen = null
}

function remove(index: Index, id: string): void {
  const number = index.numbers.get(id)
  if (number === undefined) return
  for (const language of index.languages.values())
    if (language.number === index.languageOf[number]) language.passages -= 1
  index.numbers.delete(id)
  index.languageOf[number] = REMOVED
  index.scopes.remove(number)
  index.totalLength -= valueAt(index.lengths, number)
  index.seen = null
}

function search(
  index: Index,
  words: readonly QueryWord[],
  limit: number,
  { language = null, collections }: Within,
): RankedPassage[] {
  const size = index.numbers.size
  const scores = new Float64Array(index.ids.length)
  const covered = new Float64Array(index.ids.length)
  const average = averageLength(index)
  const guesses = words.filter(({ isGuessed }) => isGuessed).length
  const sureness = Math.max(LEAST_SURE, SURE / Math.max(1, guesses))
  index.seen ??= shareOfSeen(index)
  const { seen } = index
  let weight = 0
  for (const [asked, group] of Map.groupBy(words, ({ synonymOf }) => synonymOf)) {
    // Of several synonyms of one word, only the best in a passage counts.
    const best = asked === null ? null : new Map<number, number>()
    for (const word of group) {
      const holders = forEachHolder(index, word, () => {})
      const idf = weightOf(word) * inverseFrequency(holders, size)
      const share =
        word.isStopWord || asked !== null || !word.isCovered
          ? 0
          : inverseFrequency(holders, Math.max(LEAST_COLLECTION, size)) * (holders === 0 ? seen : 1)
      weight += share
      forEachHolder(index, word, (number, count) => {
        const gain = idf * saturated(count, valueAt(index.lengths, number) / average)
        if (best) best.set(number, Math.max(gain, best.get(number) ?? 0))
        else addTo(scores, number, gain)
        addTo(covered, number, word.isGuessed ? share * sureness : share)
      })
    }
    for (const [number, gain] of best ?? []) addTo(scores, number, gain)
  }
  if (collections) index.scopes.keepIn(scores, collections)
  index.versions.keepOne(scores, language)
  return bestScores(scores, limit).map(({ number, score }) => ({
    id: assertDefined(index.ids[number], 'every score is of a passage'),
    score,
    coverage:
      weight === 0
        ? 0
        : fairCoverage(valueAt(covered, number) / weight, valueAt(index.lengths, number) / average),
  }))
}

/**
 * Returns the probability that a word of such texts is in the index, as estimated by Good and Turing from the terms
 * that occur once. A small collection lacks most words, so a missing one means little.
 */
function shareOfSeen({ postings, languageOf, totalLength }: Index): number {
  let once = 0
  for (const list of postings.values()) {
    let count = 0
    for (const posting of list) {
      if (languageOf[posting >> 8] !== REMOVED) count += posting & 255
      if (count > 1) break
    }
    if (count === 1) once += 1
  }
  return Math.max(LEAST_SEEN, 1 - once / Math.max(1, totalLength))
}

/** `length` is relative to the average length. */
function fairCoverage(share: number, length: number): number {
  if (share === 0) return 0
  const byChance = BY_CHANCE * Math.log(Math.max(LEAST_LENGTH, length))
  return Math.min(1, Math.max(0, share - byChance))
}

/** Calls `take` for each passage that contains the word in its own language, and returns their number. */
function forEachHolder(
  { postings, languageOf, languages }: Index,
  word: QueryWord,
  take: (number: number, count: number) => void,
): number {
  let holders = 0
  for (const [term, spoken] of Map.groupBy(word.terms, ([, one]) => one)) {
    const isSpoken: boolean[] = []
    for (const [code] of spoken) {
      const language = languages.get(code)
      if (language) isSpoken[language.number] = true
    }
    for (const posting of postings.get(term) ?? []) {
      const number = posting >> 8
      const language = languageOf[number]
      if (language === undefined || isSpoken[language] !== true) continue
      holders += 1
      take(number, posting & 255)
    }
  }
  return holders
}

function countHolders(
  { postings, languageOf, languages }: Index,
  { term, language, most }: { term: string; language: string; most: number },
): number {
  const spoken = languages.get(language)?.number
  const list = postings.get(term)
  if (!list) return 0
  let holders = 0
  for (const posting of list) {
    if (holders >= most) break
    if (languageOf[posting >> 8] === spoken) holders += 1
  }
  return holders
}

function averageLength({ totalLength, numbers }: Index): number {
  return totalLength / Math.max(1, numbers.size)
}

function addTo(sums: Float64Array, number: number, amount: number): void {
  sums[number] = valueAt(sums, number) + amount
}

function valueAt(values: ArrayLike<number>, number: number): number {
  return assertDefined(values[number], 'there is a value for each passage')
}

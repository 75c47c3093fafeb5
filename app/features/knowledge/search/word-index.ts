import { assertDefined } from '#app/lib/assert-defined.ts'

import {
  fairCoverage,
  inverseFrequency,
  type QueryWord,
  saturated,
  shareOfSeen,
  surenessOf,
  weightOf,
} from './word-weights.ts'
import { createPostings, type PackedPostings, type Postings } from './postings.ts'
import { bestScores, createScopes, createVersions, keepAt, type PageVersion } from './passage-scores.ts'

/** An in-memory inverted index, ranked by BM25 (Robertson and Zaragoza, 2009). */
export type WordIndex = {
  add(passage: IndexedPassage): void
  /** Adds a passage of a stored index, whose postings the index was created with. Call it in the order of packing. */
  restore(passage: RestoredPassage): void
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
  lengthOf(passageId: string): number
  /** Whether removed passages, or postings in lists, take up much memory. */
  readonly isLoose: boolean
  /** Frees that memory, and changes no result. Nothing may be added or removed meanwhile; `turn` lets others run. */
  pack(turn: () => Promise<void>): Promise<PackedPostings>
}

type Within = {
  /** The preferred version of a page. */
  language?: string | null
  /** If missing, all passages are searched. */
  collections?: readonly string[]
}

type Passage = {
  id: string
  language: string
  version?: PageVersion
  /** Ids of the collections that it belongs to. */
  collections?: readonly string[]
}

type IndexedPassage = Passage & { terms: Iterable<readonly [string, number]> }
type RestoredPassage = Passage & { /** In terms. */ length: number }

export type RankedPassage = {
  id: string
  score: number
  /** The share of the question's weight, from 0 to 1. Unlike scores, it is comparable between questions. */
  coverage: number
}

/** The size that a smaller collection is treated as, because few passages do not show how rare a word is. */
const LEAST_COLLECTION = 200
/** Fewer take a few megabytes. */
const LEAST_DEAD = 1000
const LEAST_ADDED = 500_000

type Language = { number: number; passages: number }

/** The language number of a removed passage. */
const REMOVED = 0

type Index = {
  postings: Postings
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

export function createWordIndex(packed?: PackedPostings): WordIndex {
  const index: Index = {
    postings: createPostings(packed),
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
    restore: (passage) => addPassage(index, passage),
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
    terms: () => index.postings.terms(),
    frequency: (term) => index.postings.of(term).reduce((sum, part) => sum + part.length, 0),
    get size() {
      return index.numbers.size
    },
    get averageLength() {
      return averageLength(index)
    },
    lengthOf: (id) => valueAt(index.lengths, assertDefined(index.numbers.get(id), 'it was added')),
    get isLoose() {
      const { postings, ids, numbers } = index
      return (
        ids.length > 2 * numbers.size + LEAST_DEAD ||
        postings.added > Math.max(LEAST_ADDED, postings.packed.all.length / 4)
      )
    },
    pack: (turn) => pack(index, turn),
  }
}

const alone: PageVersion = { of: null, language: null }

function add(index: Index, { terms, ...passage }: IndexedPassage): void {
  remove(index, passage.id)
  const number = index.ids.length
  let length = 0
  for (const [term, count] of terms) {
    index.postings.add(term, number * 256 + Math.min(count, 255))
    length += count
  }
  addPassage(index, { ...passage, length })
}

function addPassage(
  index: Index,
  { id, language: code, length, version = alone, collections = [] }: RestoredPassage,
): void {
  const language = index.languages.get(code) ?? { number: index.languages.size + 1, passages: 0 }
  index.languages.set(code, language)
  language.passages += 1
  index.numbers.set(id, index.ids.length)
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
  index.versions.remove(number)
  index.totalLength -= valueAt(index.lengths, number)
  index.seen = null
}

async function pack(index: Index, turn: () => Promise<void>): Promise<PackedPostings> {
  const kept: number[] = []
  const renumbered = new Int32Array(index.ids.length).fill(-1)
  for (const [number, language] of index.languageOf.entries())
    if (language !== REMOVED) renumbered[number] = kept.push(number) - 1
  const packed = await index.postings.pack(renumbered, turn)
  // At once, because a search reads all of them.
  index.postings = createPostings(packed)
  if (kept.length === index.ids.length) return packed
  keepAt(index.ids, kept)
  keepAt(index.lengths, kept)
  keepAt(index.languageOf, kept)
  index.versions.keep(kept)
  index.scopes.keep(kept)
  index.numbers = new Map(index.ids.map((id, number) => [id, number]))
  return packed
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
  const sureness = surenessOf(words)
  const isLive = (number: number) => index.languageOf[number] !== REMOVED
  index.seen ??= shareOfSeen(index.postings.countOnce(isLive), index.totalLength)
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
    for (const part of postings.of(term))
      for (const posting of part) {
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
  if (spoken === undefined) return 0
  let holders = 0
  for (const part of postings.of(term))
    for (const posting of part) {
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

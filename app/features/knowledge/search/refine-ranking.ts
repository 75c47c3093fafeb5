import { assertDefined } from '#app/lib/assert-defined.ts'

import type { ParsedQuestion } from './parse-question.server.ts'
import { addCount } from './terms.ts'
import { bestUnitAmong, SHORT_TITLE } from './unit-score.ts'
import { inverseFrequency, saturated } from './word-weights.ts'

export type Candidate = {
  id: string
  language: string
  title: readonly string[]
  terms: readonly string[]
  score: number
}

/** The weight of two words in the question's order, relative to one word; measured by `npm run eval`. */
const PAIR_WEIGHT = 0.5
/** The weight of four letters, which match parts of compounds and words that stemmers do not unify. */
const GRAM_WEIGHT = 0.15
const GRAM = 4
const TITLE_WEIGHT = 2

/** The weight of a passage's score relative to that of its best unit; with 0.5, stackfaq loses 0.02 of nDCG. */
const PASSAGE_WEIGHT = 2

/** The largest weight at which no tuning question is lost. */
const TITLE_NAMED_WEIGHT = 3

type Collection = { size: number; averageLength: number; frequency(term: string): number }

/** Adds scores for word order to the best passages; rarity is computed from these passages only. */
export function refineRanking<One extends Candidate>(
  candidates: readonly One[],
  question: ParsedQuestion,
  collection: Collection,
): One[] {
  const { size, averageLength } = collection
  const patterns = new Map<string, Patterns>()
  const counted = candidates.map((candidate) => {
    const own = patterns.get(candidate.language) ?? patternsOf(question, candidate.language)
    patterns.set(candidate.language, own)
    return { candidate, found: count(candidate, own) }
  })
  const scoreOfUnits = bestUnitAmong(candidates, question.words, collection)
  const rarity = rarityOf(
    counted.map(({ found }) => found),
    size,
  )
  const scoreOfTitle = titlesNamedIn(question, candidates)
  return counted
    .map(({ candidate, found }) => {
      const length = (candidate.terms.length + TITLE_WEIGHT * candidate.title.length) / averageLength
      let { score } = candidate
      for (const [one, times] of found)
        score +=
          partOf(one) * assertDefined(rarity.get(one), 'it stands in a passage') * saturated(times, length)
      return {
        ...candidate,
        score:
          PASSAGE_WEIGHT * score + scoreOfUnits(candidate) + TITLE_NAMED_WEIGHT * scoreOfTitle(candidate),
      }
    })
    .sort((a, b) => b.score - a.score)
}

/** Scores how much of the question names a document's title. Words that many titles contain count less. */
function titlesNamedIn(
  { words }: ParsedQuestion,
  candidates: readonly Candidate[],
): (candidate: Candidate) => number {
  const titles = new Map(candidates.map(({ title }) => [title.join(' '), title]))
  const holders = new Map<string, number>()
  for (const title of titles.values()) for (const term of new Set(title)) addCount(holders, term, 1)
  const own = words.filter(({ isStopWord, synonymOf }) => !isStopWord && synonymOf === null)
  return ({ title, language }) => {
    const named = own
      .map(({ terms }) => terms.get(language))
      .filter((term) => term !== undefined)
      .filter((term) => title.includes(term))
    const rarity = named.map((term) => {
      const held = assertDefined(holders.get(term), 'it stands in a title')
      return Math.max(0, Math.log((titles.size - held + 0.5) / (held + 0.5)))
    })
    return rarity.reduce((sum, one) => sum + one, 0) / Math.max(1, title.length / SHORT_TITLE)
  }
}

type Patterns = {
  /** The second words of pairs, by the first word. */
  seconds: Map<string, Set<string>>
  grams: Set<string>
  gramsIn: Map<string, readonly string[]>
}

function patternsOf({ words, pairs }: ParsedQuestion, language: string): Patterns {
  const seconds = new Map<string, Set<string>>()
  for (const [one, other] of pairs) {
    const [first, second] = [one.terms.get(language), other.terms.get(language)]
    if (first === undefined || second === undefined) continue
    seconds.set(first, (seconds.get(first) ?? new Set<string>()).add(second))
  }
  const grams = words.flatMap(({ isStopWord, synonymOf, terms }) => {
    const term = isStopWord || synonymOf !== null ? undefined : terms.get(language)
    return term === undefined ? [] : gramsOf(term)
  })
  return { seconds, grams: new Set(grams), gramsIn: new Map() }
}

/** Counts each pair and gram of the question in a passage. */
function count({ title, terms }: Candidate, patterns: Patterns): Map<string, number> {
  const found = new Map<string, number>()
  for (const { list, weight } of [
    { list: title, weight: TITLE_WEIGHT },
    { list: terms, weight: 1 },
  ]) {
    let before = ''
    for (const term of list) {
      if (patterns.seconds.get(before)?.has(term)) found.set(`${before} ${term}`, 1)
      before = term
      for (const gram of knownGrams(term, patterns)) addCount(found, gram, weight)
    }
  }
  return found
}

const none: readonly string[] = []

/** Most terms contain none; a list for each would be half of the work. */
function knownGrams(term: string, { grams, gramsIn }: Patterns): readonly string[] {
  const looked = gramsIn.get(term)
  if (looked) return looked
  let known: string[] | null = null
  for (let at = 0; at + GRAM <= term.length; at += 1) {
    const gram = term.slice(at, at + GRAM)
    if (!grams.has(gram)) continue
    known ??= []
    known.push(gram)
  }
  gramsIn.set(term, known ?? none)
  return known ?? none
}

/** Only a pair contains a space. */
function partOf(found: string): number {
  return found.includes(' ') ? PAIR_WEIGHT : GRAM_WEIGHT
}

function rarityOf(all: readonly ReadonlyMap<string, number>[], size: number): Map<string, number> {
  const holders = new Map<string, number>()
  for (const found of all) for (const one of found.keys()) addCount(holders, one, 1)
  return new Map(Array.from(holders, ([one, times]) => [one, inverseFrequency(times, size)]))
}

function gramsOf(term: string): string[] {
  const grams: string[] = []
  for (let at = 0; at + GRAM <= term.length; at += 1) grams.push(term.slice(at, at + GRAM))
  return grams
}

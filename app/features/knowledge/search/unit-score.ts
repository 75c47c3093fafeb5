import { addCount, UNIT_END } from './terms.ts'
import { inverseFrequency, type QueryWord, weightOf } from './word-weights.ts'

type Passage = { language: string; title: readonly string[]; terms: readonly string[] }
type Unit = { length: number; counts: Map<string, number> }
type Collection = { size: number; frequency(term: string): number }

const K1 = 1.2
const B = 0.7
/** The title counts in each unit, because most units do not name their subject. Words of a long title count less. */
const TITLE_WEIGHT = 1
export const SHORT_TITLE = 3

/**
 * Returns a function that gives the BM25 score of a passage's best unit. A long passage covers many topics; its best
 * unit tells whether one of them was asked for.
 */
export function bestUnitAmong(
  passages: readonly Passage[],
  words: readonly QueryWord[],
  { size, frequency }: Collection,
): (passage: Passage) => number {
  const asked = new Map<string, Map<string, QueryWord>>()
  for (const word of words)
    for (const [language, term] of word.terms) {
      const ofLanguage = asked.get(language) ?? new Map<string, QueryWord>()
      asked.set(language, ofLanguage)
      if (!ofLanguage.has(term)) ofLanguage.set(term, word)
    }
  const noWords = new Map<string, QueryWord>()
  const units = new Map(passages.map((one) => [one, unitsOf(one, asked.get(one.language) ?? noWords)]))
  const all = [...units.values()].flat()
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length)
  const [holders, inUnits] = [new Map<string, number>(), new Map<string, number>()]
  for (const own of units.values()) {
    for (const term of new Set(own.flatMap(({ counts }) => [...counts.keys()]))) addCount(holders, term, 1)
    for (const { counts } of own) for (const term of counts.keys()) addCount(inUnits, term, 1)
  }
  const perPassage = all.length / Math.max(1, passages.length)
  const rarity = (term: string) => {
    const perHolder = (inUnits.get(term) ?? 1) / (holders.get(term) ?? 1)
    return inverseFrequency(Math.min(size, frequency(term)) * perHolder, size * perPassage)
  }
  return (passage) => {
    const own = asked.get(passage.language) ?? noWords
    const weights = new Map(Array.from(own, ([term, word]) => [term, weightOf(word) * rarity(term)]))
    const inTitle = passage.title.filter((term) => own.has(term))
    let best = 0
    for (const { length, counts } of units.get(passage) ?? []) {
      const found = new Map(counts)
      for (const term of inTitle) addCount(found, term, titleWeight(passage.title))
      const norm = K1 * (1 - B + (B * length) / average)
      let score = 0
      const synonyms = new Map<string, number>()
      for (const [term, count] of found) {
        const gain = (weights.get(term) ?? 0) * ((count * (K1 + 1)) / (count + norm))
        const meant = own.get(term)?.synonymOf
        if (typeof meant !== 'string') score += gain
        else synonyms.set(meant, Math.max(gain, synonyms.get(meant) ?? 0))
      }
      for (const gain of synonyms.values()) score += gain
      if (score > best) best = score
    }
    return best
  }
}

function titleWeight({ length }: readonly string[]): number {
  return TITLE_WEIGHT / Math.max(1, length / SHORT_TITLE)
}

function unitsOf({ terms }: Passage, asked: ReadonlyMap<string, QueryWord>): Unit[] {
  const units: Unit[] = []
  let unit: Unit = { length: 0, counts: new Map() }
  for (const term of terms)
    if (term === UNIT_END) {
      units.push(unit)
      unit = { length: 0, counts: new Map() }
    } else {
      unit.length += 1
      if (asked.has(term)) addCount(unit.counts, term, 1)
    }
  return [...units, unit]
}

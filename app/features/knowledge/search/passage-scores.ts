import { assertDefined } from '#app/lib/assert-defined.ts'

/** A page of this site in one of its languages. */
export type PageVersion = {
  /** BCP 47 tag; null for the main language. */
  language: string | null
  /** Identifies the page in all languages; null on a site with one. */
  of: string | null
}

/**
 * How much better another version must match than that in the visitor's language, so that its passages are found. It
 * does when the question is written in another language than the page; names alone match all versions alike.
 */
const CLEARLY_BETTER = 1.6

/** The versions that passages belong to, by the passages' numbers in an index. */
export function createVersions() {
  const pages = new Map<string, number>()
  const languages = new Map<string | null, number>()
  const pageOf: number[] = []
  const languageOf: number[] = []
  const spoken: number[] = []
  const count = (language: number, by: number) => (spoken[language] = (spoken[language] ?? 0) + by)

  function wantedOf(language: string | null): number | undefined {
    const own = languages.get(language)
    return own !== undefined && spoken[own] ? own : languages.get(null)
  }

  return {
    /** Call it for each passage in the order of their numbers. */
    add({ of, language }: PageVersion): void {
      const own = numberOf(languages, language)
      pageOf.push(of === null ? 0 : numberOf(pages, of))
      languageOf.push(own)
      count(own, 1)
    },
    remove(number: number): void {
      const own = languageOf[number]
      if (own !== undefined) count(own, -1)
    },
    /** Keeps these passages, in this order, and numbers them from 0. */
    keep(numbers: readonly number[]): void {
      keepAt(pageOf, numbers)
      keepAt(languageOf, numbers)
    },
    /** Sets the scores of all but one version of each page to 0; scores are by passage number. */
    keepOne(scores: Float64Array, language: string | null): void {
      if (pages.size === 0) return
      const wanted = wantedOf(language)
      const best = new Float64Array(pages.size + 1)
      const chosen = new Uint16Array(pages.size + 1)
      for (let number = 0; number < scores.length; number += 1) {
        const [page = 0, own = 0, score = 0] = [pageOf[number], languageOf[number], scores[number]]
        if (page === 0 || score === 0) continue
        const weighed = own === wanted ? score * CLEARLY_BETTER : score
        if (weighed <= (best[page] ?? Infinity)) continue
        best[page] = weighed
        chosen[page] = own
      }
      for (let number = 0; number < scores.length; number += 1) {
        const page = pageOf[number]
        if (page !== undefined && page !== 0 && chosen[page] !== languageOf[number]) scores[number] = 0
      }
    },
  }
}

/** The collections that passages belong to, by the passages' numbers in an index. */
export function createScopes() {
  /** Numbers of equal lists of collections, by the ids joined by spaces. */
  const numbers = new Map<string, number>()
  const scopeOf: number[] = []
  const removed = new Set<number>()

  /** Returns a function that tells by a passage's number whether it belongs to one of these collections. */
  function within(collections: readonly string[]): (number: number) => boolean {
    const open = [...numbers].filter(([scope]) => scope.split(' ').some((id) => collections.includes(id)))
    const isOpen: (boolean | undefined)[] = []
    for (const [, number] of open) isOpen[number] = true
    return (number) => {
      const scope = scopeOf[number]
      return scope !== undefined && isOpen[scope] === true
    }
  }

  return {
    within,
    /** Call it for each passage in the order of their numbers. */
    add: (collections: readonly string[]) =>
      void scopeOf.push(numberOf(numbers, collections.toSorted().join(' '))),
    remove: (number: number) => void removed.add(number),
    /** Keeps these passages, in this order, and numbers them from 0. */
    keep(kept: readonly number[]): void {
      keepAt(scopeOf, kept)
      removed.clear()
    },
    /** Sets the scores of passages in other collections to 0; scores are by passage number. */
    keepIn(scores: Float64Array, collections: readonly string[]): void {
      const isWithin = within(collections)
      for (let number = 0; number < scores.length; number += 1)
        if (scores[number] !== 0 && !isWithin(number)) scores[number] = 0
    },
    /** Whether one of the passages belongs to one of these collections. */
    holdsAny(collections: readonly string[]): boolean {
      const isWithin = within(collections)
      return scopeOf.some((_scope, number) => !removed.has(number) && isWithin(number))
    },
  }
}

/** Keeps the values at these numbers, which ascend. */
export function keepAt(values: unknown[], kept: readonly number[]): void {
  for (const [at, number] of kept.entries()) values[at] = assertDefined(values[number], 'its number is known')
  values.length = kept.length
}

/** Returns a key's number, counted from 1. */
function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size + 1
  numbers.set(key, number)
  return number
}

type Scored = { number: number; score: number }

/** Returns the numbers with the highest scores, best first; those without a score are omitted. */
export function bestScores(scores: Float64Array, limit: number): Scored[] {
  const best: Scored[] = []
  let least = 0
  // Plain loops: entries() would allocate a pair per passage, and findLastIndex() made a search a fifth slower.
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number]
    if (score === undefined || score <= least) continue
    let at = best.length
    for (let last = best[at - 1]; last && last.score < score; last = best[at - 1]) at -= 1
    best.splice(at, 0, { number, score })
    if (best.length > limit) best.pop()
    const worst = best.at(-1)
    if (worst && best.length === limit) least = worst.score
  }
  return best
}

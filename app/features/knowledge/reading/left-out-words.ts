import { assertDefined } from '#app/lib/assert-defined.ts'

import { excerptsOf, type LeftOutReason, type Omission, wordsIn } from './coverage.ts'

/** A piece of an original, and why its words may be missing from the text that was kept. */
export type SourceBlock = { text: string; reason: LeftOutReason; page: number | null }

/** How many words in a row say where in the original the kept text goes on. */
const ANCHOR = 3
const LONGEST_MOVE = 1000

/** Finds the words of an original that the kept text does not have, or that are not indexed. */
export function leftOutWords(
  blocks: readonly SourceBlock[],
  kept: readonly string[],
  isIndexed: (word: string) => boolean = () => true,
): { indexed: number; omissions: Omission[] } {
  const words = blocks.map(({ text }) => wordsIn(text))
  const source = words.flat()
  const places = followKept(source, kept.flatMap(wordsIn))
  let at = 0
  let indexed = 0
  const omissions: Omission[] = []
  for (const [number, block] of blocks.entries()) {
    const missing: number[] = []
    for (const [n, word] of assertDefined(words[number], 'each block has its words').entries()) {
      if (places.has(at) && isIndexed(word)) indexed += 1
      else missing.push(n)
      at += 1
    }
    if (missing.length === 0) continue
    for (const text of excerptsOf(block.text, runsOf(missing))) omissions.push({ ...block, text })
  }
  return { indexed, omissions }
}

function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}

/**
 * The places of the source whose words are kept. The kept text is followed through the source; where it does not go on at
 * once, its next words say where. Words that come in another order are counted off at the end.
 */
function followKept(source: readonly string[], kept: readonly string[]): Set<number> {
  const placeOf: (number | null)[] = []
  const taken = new Set<number>()
  const strays = new Map<string, number>()
  let anchors: Map<string, number[]> | null = null
  let at = 0
  for (const [n, word] of kept.entries()) {
    let place: number | null = at
    if (source[at] !== word) {
      anchors ??= anchorsOf(source)
      place = nextPlace(anchors.get(anchorAt(kept, n)), at)
      if (place !== null) moveUp(n, place)
    }
    placeOf.push(place)
    if (place === null) strays.set(word, Number(strays.get(word) ?? 0) + 1)
    else {
      taken.add(place)
      at = place + 1
    }
  }
  for (const [place, word] of source.entries()) {
    const left = taken.has(place) ? undefined : strays.get(word)
    if (!left) continue
    strays.set(word, left - 1)
    taken.add(place)
  }
  return taken

  /** What is left out may begin like the text that is kept after it: words that were found too early move to their place. */
  function moveUp(n: number, place: number): void {
    for (let back = 1; back <= Math.min(n, LONGEST_MOVE); back += 1) {
      const [to, from] = [place - back, placeOf[n - back]]
      if (typeof from !== 'number' || taken.has(to) || source[to] !== kept[n - back]) return
      taken.delete(from)
      taken.add(to)
      placeOf[n - back] = to
    }
  }
}

function anchorAt(words: readonly string[], at: number): string {
  return words.slice(at, at + ANCHOR).join(' ')
}

function anchorsOf(source: readonly string[]): Map<string, number[]> {
  const anchors = new Map<string, number[]>()
  for (const at of source.keys()) {
    const anchor = anchorAt(source, at)
    const places = anchors.get(anchor)
    if (places) places.push(at)
    else anchors.set(anchor, [at])
  }
  return anchors
}

function nextPlace(places: readonly number[] | undefined, from: number): number | null {
  if (!places) return null
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (assertDefined(places[middle], 'it is between the ends') < from) low = middle + 1
    else high = middle
  }
  return places[low] ?? null
}

import { assertDefined } from '#app/lib/assert-defined.ts'

import { excerptsOf, type LeftOutReason, type Omission, wordsIn } from './coverage.ts'

export type SourceBlock = { text: string; reason: LeftOutReason; page: number | null }

/** How many consecutive words locate where the kept text continues in the original. */
const ANCHOR = 3
const LONGEST_MOVE = 1000

export function leftOutWords(
  blocks: readonly SourceBlock[],
  kept: readonly string[],
  indexed: readonly string[] = kept,
): { indexed: number; omissions: Omission[] } {
  const numbersOf = numberWords()
  const words = blocks.map(({ text }) => numbersOf(text))
  const places = followKept(words.flat(), kept.flatMap(numbersOf))
  const index = new Set<number>()
  for (const text of indexed) for (const word of numbersOf(text)) index.add(word)
  let at = 0
  let count = 0
  const omissions: Omission[] = []
  for (const [number, block] of blocks.entries()) {
    const missing: number[] = []
    for (const [n, word] of assertDefined(words[number], 'each block has its words').entries()) {
      if (places[at] && index.has(word)) count += 1
      else missing.push(n)
      at += 1
    }
    if (missing.length === 0) continue
    for (const text of excerptsOf(block.text, runsOf(missing))) omissions.push({ ...block, text })
  }
  return { indexed: count, omissions }
}

/** Maps words to numbers, which take less memory. */
function numberWords(): (text: string) => readonly number[] {
  const numbers = new Map<string, number>()
  const known = new Map<string, readonly number[]>()
  return (text) => {
    const seen = known.get(text)
    if (seen) return seen
    const found = wordsIn(text).map((word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return number
    })
    known.set(text, found)
    return found
  }
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

/** Returns for each word of the source whether it is kept (decision 0062). */
function followKept(source: readonly number[], kept: readonly number[]): Uint8Array {
  const placeOf = new Int32Array(kept.length).fill(-1)
  const taken = new Uint8Array(source.length)
  const strays = new Map<number, number>()
  let findNext: ReturnType<typeof anchorsOf> | null = null
  let at = 0
  for (const [n, word] of kept.entries()) {
    let place = at
    if (source[at] !== word) {
      findNext ??= anchorsOf(source)
      place = findNext(kept, n, at)
      if (place !== -1) moveUp(n, place)
    }
    placeOf[n] = place
    const left = strays.get(word)
    if (place === -1) strays.set(word, left === undefined ? 1 : left + 1)
    else {
      taken[place] = 1
      at = place + 1
    }
  }
  for (const [place, word] of source.entries()) {
    const left = taken[place] ? undefined : strays.get(word)
    if (!left) continue
    strays.set(word, left - 1)
    taken[place] = 1
  }
  return taken

  /** Corrects words matched too early, when omitted text starts like the kept text after it. */
  function moveUp(n: number, place: number): void {
    for (let back = 1; back <= Math.min(n, LONGEST_MOVE); back += 1) {
      const to = place - back
      const from = assertDefined(placeOf[n - back], 'it was looked at before')
      if (from === -1 || taken[to] !== 0 || source[to] !== kept[n - back]) return
      taken[from] = 0
      taken[to] = 1
      placeOf[n - back] = to
    }
  }
}

/** Returns the first place at or after `from`, which must not decrease, where the next kept words occur, or -1. */
function anchorsOf(source: readonly number[]): (kept: readonly number[], n: number, from: number) => number {
  const first = new Map<number, number>()
  const later = new Int32Array(source.length).fill(-1)
  for (let at = source.length - 1; at >= 0; at -= 1) {
    const key = keyAt(source, at)
    later[at] = first.get(key) ?? -1
    first.set(key, at)
  }
  return (kept, n, from) => {
    const key = keyAt(kept, n)
    let place = first.get(key) ?? -1
    while (place !== -1 && place < from) place = later[place] ?? -1
    first.set(key, place)
    return source[place] === kept[n] ? place : -1
  }
}

function keyAt(words: readonly number[], at: number): number {
  let key = 0
  for (let n = at; n < at + ANCHOR; n += 1) key = (key * 65_537 + (words[n] ?? -1) + 2) % 9_007_199_254
  return key
}

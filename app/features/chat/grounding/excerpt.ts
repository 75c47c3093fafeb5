/** Characters of a passage that a source shows. */
const LONGEST = 600
/** Characters before a citation that may be what it proves. */
const CLAIM = 300
/** Characters of a sentence that a part may begin after; with shorter ones, comparing all parts would take long. */
const SHORTEST = 20

/**
 * Returns the part of a passage that has most words of what was said right before a citation, from the start of a
 * sentence; its start if that has as many.
 * @param said the reply so far, with its citation `[number]`
 */
export function excerptOf(passage: string, { said, number }: { said: string; number: number }): string {
  if (passage.length <= LONGEST) return passage
  const end = said.indexOf(`[${number}]`)
  const before = said
    .slice(0, end === -1 ? undefined : end)
    .slice(-2 * CLAIM)
    .replace(/[\s\d[\]]+$/, '')
  const claim = before.slice(-CLAIM).replace(/^.*\[\d+\]/s, '')
  const wanted = new Set(Array.from(wordsOf(claim), ({ word }) => word))
  const words = [...wordsOf(passage)].filter(({ word }) => wanted.has(word))
  const starts = [0]
  for (const { 0: space, index } of passage.matchAll(/[.!?…]\s+|[。！？]|\n+/g))
    if (index - Number(starts.at(-1)) >= SHORTEST) starts.push(index + space.length)
  const foundFrom = (start: number) =>
    new Set(words.flatMap(({ word, at }) => (at >= start && at < start + LONGEST ? [word] : []))).size
  let best = { start: 0, found: foundFrom(0) }
  for (const start of starts) {
    const found = foundFrom(start)
    // Of equal parts that are not at the start, the last begins with what was said.
    if (found > best.found || (found === best.found && best.start > 0)) best = { start, found }
  }
  const last = passage.length - LONGEST
  const start = best.start > last ? (starts.find((each) => each >= last) ?? best.start) : best.start
  const part = passage.slice(start, start + LONGEST).toWellFormed()
  return `${start > 0 ? '…' : ''}${part}${start + LONGEST < passage.length ? '…' : ''}`
}

function* wordsOf(text: string): Generator<{ word: string; at: number }> {
  for (const { segment, index, isWordLike } of segmenter.segment(text))
    if (isWordLike) yield { word: segment.toLowerCase(), at: index }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

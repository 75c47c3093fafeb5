import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'

/** Characters. In a longer text, the found part would be hard to identify. */
const LONGEST = 7000
/** The most characters that a passage repeats of the one before it. */
const LONGEST_OVERLAP = 600

/**
 * Joins consecutive passages of a document without pages at the better one's rank, because the topic is often named in
 * the passage before the answer.
 */
export function joinNeighbours(ranked: readonly FoundPassage[]): FoundPassage[] {
  const joined: FoundPassage[] = []
  const last = new Map<string, number>()
  for (const passage of ranked) {
    const at = joined.findIndex((one) => {
      const end = last.get(one.id) ?? one.number
      const isNext = passage.number === end + 1 || passage.number === one.number - 1
      const isShort = one.text.length + passage.text.length <= LONGEST
      return one.itemId === passage.itemId && one.page === null && isNext && isShort
    })
    const before = joined[at]
    if (!before) {
      joined.push(passage)
      continue
    }
    const isBefore = passage.number < before.number
    const [first, second] = isBefore ? [passage, before] : [before, passage]
    joined[at] = {
      ...before,
      number: first.number,
      headings: commonOf(first.headings, second.headings),
      text: `${first.text}\n\n${withoutOverlap(first.text, second.text)}`,
    }
    last.set(before.id, Math.max(last.get(before.id) ?? before.number, passage.number))
  }
  return joined
}

function commonOf(one: readonly string[], other: readonly string[]): string[] {
  const end = one.findIndex((heading, at) => heading !== other[at])
  return end === -1 ? [...one] : one.slice(0, end)
}

export function withoutOverlap(first: string, second: string): string {
  for (let length = Math.min(LONGEST_OVERLAP, second.length); length > 0; length -= 1)
    if (first.endsWith(second.slice(0, length))) return second.slice(length).trimStart()
  return second
}

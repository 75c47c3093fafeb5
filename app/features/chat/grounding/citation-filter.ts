export type CitationFilter = {
  /** What of the text may be shown by now, its citations numbered in the order of their first use. */
  push(text: string): string
  /** What was still held back, at the end of the reply. */
  flush(): string
  /** The passages cited so far, by their places in what the model was given; the first is number 1. */
  cited(): readonly number[]
}

/** Citations as models write them: `[2]`, `[1, 3]`, `[passage 2]`; a space before one goes with it. */
const citation = /[^\S\n]?\[(?:passages?|ids?)?[ :#]*(\d{1,3}(?: ?[,;] ?\d{1,3})*)\]/gi
/** What may yet become one. */
const beginning = /[^\S\n]?(?:\[[a-z]{0,8}[ :#]*[\d ,;]{0,40})?$/i

/**
 * Checks a reply's citations as it comes, in pieces however small: those of passages that the model was given stay,
 * every other is dropped, for a number that leads nowhere looks like proof.
 * @param given how many passages the model was given; they are numbered from 1.
 */
export function createCitationFilter(given: number): CitationFilter {
  const cited: number[] = []
  let held = ''

  const numbered = (text: string) =>
    text.replaceAll(citation, (_written, numbers: string) => {
      const places = numbers.match(/\d+/g)?.map((number) => Number(number) - 1) ?? []
      return [...new Set(places)]
        .filter((place) => place >= 0 && place < given)
        .map((place) => `[${numberOf(place)}]`)
        .join('')
    })

  function numberOf(place: number): number {
    if (!cited.includes(place)) cited.push(place)
    return cited.indexOf(place) + 1
  }

  return {
    push(text) {
      if (given === 0) return text
      held += text
      const keep = beginning.exec(held)?.[0].length ?? 0
      const clear = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return numbered(clear)
    },
    flush() {
      const rest = numbered(held)
      held = ''
      return rest
    },
    cited: () => cited,
  }
}

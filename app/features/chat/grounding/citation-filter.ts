export type CitationFilter = {
  /** Returns what can be shown by now, with citations numbered in the order of their first use. */
  push(text: string): string
  /** Returns what was held back, at the end of the reply. */
  flush(): string
  /** The indexes of the passages cited so far, in the order of their numbers. */
  cited(): readonly number[]
}

/** Citations as models write them: `[2]`, `[1, 3]`, `[passage 2]`, with the space before them. */
const citation = /[^\S\n]?\[(?:passages?|ids?)?[ :#]*(\d{1,3}(?: ?[,;] ?\d{1,3})*)\]/gi
/** The end of a text that may be the beginning of a citation; matches the empty end otherwise. */
const beginning = /[^\S\n]?(?:\[[a-z]{0,8}[ :#]*[\d ,;]{0,40})?$/i

/** Drops citations of passages that the model was not given, because a number that leads nowhere looks like proof. */
export function createCitationFilter(given: number): CitationFilter {
  const cited: number[] = []
  let held = ''

  const numbered = (text: string) =>
    text.replaceAll(citation, (_written, numbers: string) => {
      const places = [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number) - 1)
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
      const from = held.search(beginning)
      const clear = held.slice(0, from)
      held = held.slice(from)
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

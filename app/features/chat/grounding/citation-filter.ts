import { assertDefined } from '#app/lib/assert-defined.ts'

export type CitationFilter<Passage> = {
  /** Returns the text that can be shown now, with citations numbered in the order of their first use. */
  push(text: string): string
  /** Returns the text that was held back, at the end of the reply. */
  flush(): string
  cited(): readonly Passage[]
}

/**
 * Citations as models write them: `[2]`, `[1, 3]`, `[passage 2]`, `[^2]`, `【2】` or `[٢]`, with the space before them and
 * an address after them, which is never that of the source.
 */
const citation =
  /[^\S\n]?[[【［]\^?(?:passages?|ids?)?[ :#]*([0-9٠-٩۰-۹०-९০-৯０-９]{1,3}(?: ?[,;،、，] ?[0-9٠-٩۰-۹०-९০-৯０-９]{1,3})*)(?:†[^\]】］\n]{0,20})?[\]】］](?:\((?:https?:\/)?\/[^()\n`]{0,200}\))?/gi
/** Matches a possible start of a citation or of code at the end of a text, or else the empty end. */
const beginning =
  /(?:[^\S\n]?(?:[[【［]\^?[a-z]{0,8}[ :#]*[0-9٠-٩۰-۹०-९০-৯０-９ ,;،、，]{0,40}(?:†[^\]】］\n]{0,20})?(?:[\]】］](?:\([^()\n`]{0,210})?)?)?|`+)$/i

/** The digit zero of each script that replies use; its other digits follow it in Unicode. */
const zeros = Array.from('0٠۰०০０', (digit) => codeOf(digit))

/**
 * Drops citations of passages that the model was not given.
 * @param find returns the passage that the model was given under an id.
 */
export function createCitationFilter<Passage>(
  find: (id: number) => Passage | undefined,
): CitationFilter<Passage> {
  const cited: Passage[] = []
  let held = ''
  /** The backticks that opened the current code span. */
  let open: string | null = null

  /** Numbers in code, as in `list[0]`, are not citations. */
  const outsideCode = (text: string) =>
    text
      .split(/(`+)/)
      .map((part) => {
        if (!part.startsWith('`')) {
          const end = part.indexOf('\n')
          if (open === null) return numbered(part)
          if (open.length >= 3 || end === -1) return part
          // Inline code ends with its line.
          open = null
          return part.slice(0, end) + numbered(part.slice(end))
        }
        if (open === null) open = part
        else if (part.length >= open.length) open = null
        return part
      })
      .join('')

  const numbered = (text: string) =>
    text.replaceAll(citation, (_written, numbers: string) => {
      const passages = Array.from(numbers.matchAll(/[0-9٠-٩۰-۹०-९০-৯０-９]+/g), ([digits]) =>
        find(numberIn(digits)),
      )
      return [...new Set(passages)]
        .filter((passage) => passage !== undefined)
        .map((passage) => `[${numberOf(passage)}]`)
        .join('')
    })

  function numberOf(passage: Passage): number {
    if (!cited.includes(passage)) cited.push(passage)
    return cited.indexOf(passage) + 1
  }

  return {
    push(text) {
      held += text
      const from = held.search(beginning)
      const clear = held.slice(0, from)
      held = held.slice(from)
      return outsideCode(clear)
    },
    flush() {
      const rest = outsideCode(held)
      held = ''
      return rest
    },
    cited: () => cited,
  }
}

function numberIn(digits: string): number {
  return Array.from(digits).reduce((number, digit) => {
    const code = codeOf(digit)
    return 10 * number + code - Math.max(...zeros.filter((zero) => zero <= code))
  }, 0)
}

function codeOf(digit: string): number {
  return assertDefined(digit.codePointAt(0), 'a digit has a code point')
}

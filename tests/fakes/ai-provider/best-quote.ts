import { stemOf, wordsOf } from './attentive.ts'

type Block = { id: string; rank: number; heading: string; text: string; words: ReadonlySet<string> }

/** Passages from this number on are all knowledge, in its own order; earlier ones were found, best first. */
const FIRST_OF_WHOLE = 101
/** The share of the question's words, weighted by rarity, that a quote must contain. */
const ENOUGH = 0.4
/** The weight of a word that no passage contains. */
const STRANGE = 3
const SHORT = 40
const LONG = 600
const LONGEST_HEADING = 60
const kinds = [
  { asked: /\b(?:costs?|prices?|how much|pay|fees?)\b/i, told: /[$€£]\s?\d|\d\s?[$€£]/ },
  {
    asked: /\b(?:how long|how fast|how soon|how quick|when|ready)\b/i,
    told: /\d.*\b(?:days?|weeks?|hours?|minutes?)\b/i,
  },
]

/** Returns the found passages' best answer to the question at the end of a turn, with its id; or null. */
export function bestQuote(
  turn: string,
  synonyms: (word: string) => Iterable<string>,
  enough = ENOUGH,
): string | null {
  const question = turn.split('</passages>').at(-1)?.trim() ?? ''
  const blocks = blocksIn(turn)
  const asked = [...new Set(wordsOf(question))].map((word) => {
    const words = [word, ...Array.from(synonyms(word), stemOf)]
    const holders = blocks.filter((block) => words.some((one) => block.words.has(one))).length
    return { words, weight: holders === 0 ? STRANGE : Math.log(1 + blocks.length / holders) }
  })
  const all = asked.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return null
  const [best] = blocks
    .map((block) => {
      const said = asked.filter(({ words }) => words.some((one) => block.words.has(one)))
      const share = said.reduce((sum, { weight }) => sum + weight, 0) / all
      return { block, share, score: share + meritOf(block, question) }
    })
    .filter(({ share }) => share >= enough)
    .toSorted((a, b) => b.score - a.score)
  if (!best) return null
  const { heading, text, id } = best.block
  return `${heading === '' ? '' : `**${heading.replace(/[^?]$/, '$&:')}** `}${text} [${id}]`
}

/** Prefers early passages and answers of the kind that was asked for to those that only repeat the words. */
function meritOf({ rank, heading, text }: Block, question: string): number {
  const fits = kinds.some(({ asked, told }) => asked.test(question) && told.test(`${heading} ${text}`))
  const isOdd = text.length < SHORT || text.length > LONG || /[×÷]/.test(text)
  return (fits ? 0.6 : 0) + 0.15 / (rank + 1) - (isOdd ? 0.25 : 0)
}

/** Splits passages into paragraphs with their heading or question, and table rows with their column headings. */
function blocksIn(turn: string): Block[] {
  const found = turn.matchAll(
    /<passage id="(\d+)" source="([^"]*)"(?: under="[^"]*")?>\n([^]*?)\n<\/passage>/g,
  )
  return Array.from(found)
    .filter(([, id]) => Number(id) < FIRST_OF_WHOLE)
    .flatMap(([, id = '', source = '', passage = ''], rank) =>
      saidIn(passage).map(({ heading, text }) => {
        const words = new Set(wordsOf(`${source} ${heading} ${text}`))
        return { id, rank, heading, text, words }
      }),
    )
}

function saidIn(passage: string): { heading: string; text: string }[] {
  const said: { heading: string; text: string }[] = []
  let heading = ''
  let heads: string[] | null = null
  for (const paragraph of passage.split(/\n{2,}/)) {
    const [first = '', ...cells] = paragraph.split(' | ')
    if (cells.length > 0) {
      if (heads)
        said.push({ heading: first, text: cells.map((cell, at) => `${heads?.[at]}: ${cell}`).join('; ') })
      heads ??= cells
      continue
    }
    heads = null
    const isHeading = paragraph.includes(' › ') || /^[^.]{5,90}\?$/.test(paragraph)
    const isLabel = paragraph.length < SHORT && !/^- |[.!]$/.test(paragraph)
    if (isHeading) heading = paragraph.replace(/^.* › /s, '')
    else if (isLabel) {
      const together = `${heading} ${paragraph}`.trim()
      if (together.length > LONGEST_HEADING) said.push({ heading: '', text: heading })
      heading = together.length > LONGEST_HEADING ? paragraph : together
    }
    if (!isHeading && !isLabel) {
      said.push({ heading, text: paragraph.replace(/^- /, '') })
      heading = ''
    }
  }
  return said
}

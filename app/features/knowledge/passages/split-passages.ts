import type { Passage, Section } from './section.ts'

/** In tokens. A passage ends at the first heading past `least` or paragraph past `good`, always before `most`. */
const size = { least: 400, good: 600, most: 800, overlap: 80 }

/** Tokens. Shorter paragraphs are not split into sentences. */
const SHORT = 100

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const denseScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

type Piece = { text: string; tokens: number; section: Section; startsParagraph: boolean }

/**
 * Puts short sections into one passage under their common headings, and splits long ones into passages that overlap by
 * a few sentences. A passage never crosses a page, because a citation opens that page.
 */
export function splitPassages(sections: readonly Section[]): Passage[] {
  const passages: Passage[] = []
  let pieces: Piece[] = []
  let tokens = 0

  function close(overlap: Piece[]): void {
    if (pieces.length > 0) passages.push(passageOf(pieces))
    pieces = overlap
    tokens = sum(overlap)
  }

  for (const section of sections) {
    const last = pieces.at(-1)
    if (tokens >= size.least && !isSameHeading(last?.section, section)) close([])
    for (const [at, piece] of piecesOf(section).entries()) {
      // A sentence that crosses pages is repeated in full in the second passage.
      if (at === 0 && last && last.section.page !== section.page)
        close(endsSentence(last) ? [] : overlapOf(pieces.slice(-1), piece, pieces.length))
      if (tokens + piece.tokens > size.most) close(overlapOf(pieces, piece))
      else if (piece.startsParagraph && tokens >= size.good) close(overlapOf(pieces, piece))
      pieces.push(piece)
      tokens += piece.tokens
    }
  }
  close([])
  return passages
}

function piecesOf(section: Section): Piece[] {
  return section.text.split(/\n{2,}/).flatMap((paragraph) =>
    sentencesOf(paragraph, size.good).map((text, at) => ({
      text,
      tokens: estimateTokens(text),
      section,
      startsParagraph: at === 0,
    })),
  )
}

function endsSentence({ text }: Piece): boolean {
  return /[.!?。！？]["'”’)\]]*$/.test(text)
}

/** Returns what the next passage repeats under the same heading. `length` is that of the whole passage. */
function overlapOf(pieces: readonly Piece[], next: Piece, length = pieces.length): Piece[] {
  const overlap: Piece[] = []
  let room = Math.min(size.overlap, size.most - next.tokens)
  for (const piece of pieces.toReversed()) {
    room -= piece.tokens
    if (room < 0 || !isSameHeading(piece.section, next.section)) break
    overlap.unshift(piece)
  }
  return overlap.length === length ? [] : overlap
}

function passageOf(pieces: readonly Piece[]): Passage {
  const headings = commonHeadings(pieces.map(({ section }) => section))
  let text = ''
  let above: Section | undefined
  for (const piece of pieces) {
    const heading = isSameHeading(above, piece.section) ? [] : piece.section.headings.slice(headings.length)
    if (heading.length > 0) text += `${text === '' ? '' : '\n\n'}${heading.join(' › ')}\n\n`
    else if (text !== '') text += piece.startsParagraph ? '\n\n' : ' '
    text += piece.text
    above = piece.section
  }
  return { headings, page: pieces.at(-1)?.section.page ?? null, text }
}

function commonHeadings(sections: readonly Section[]): string[] {
  // A line above the first heading, such as a motto, counts as part of what the heading names.
  const begun = Math.max(
    0,
    sections.findIndex(({ headings }) => headings.length > 0),
  )
  const [first, ...others] = sections.slice(begun).map(({ headings }) => headings)
  if (!first) return []
  const end = first.findIndex((heading, at) => others.some((other) => other[at] !== heading))
  return end === -1 ? first : first.slice(0, end)
}

function isSameHeading(one: Section | undefined, other: Section): boolean {
  return one !== undefined && one.headings.join('\n') === other.headings.join('\n')
}

function sum(pieces: readonly Piece[]): number {
  return pieces.reduce((total, piece) => total + piece.tokens, 0)
}

/** Splits by UAX #29. A sentence of more than `most` tokens, such as a table, is cut between words or anywhere. */
function sentencesOf(paragraph: string, most: number): string[] {
  const text = paragraph.trim()
  if (text === '') return []
  if (estimateTokens(text) <= SHORT) return [text]
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '')
    .flatMap((sentence) => (estimateTokens(sentence) > most ? cut(sentence, most) : [sentence]))
}

function cut(sentence: string, most: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const word of sentence.split(/(?<=\s)/).flatMap(inParts)) {
    if (part !== '' && estimateTokens(part + word) > most) {
      parts.push(part.trim())
      part = ''
    }
    part += word
  }
  return [...parts, part.trim()]
}

/** Cuts long words, because in a script without spaces a whole text is one word. */
function inParts(word: string): string[] {
  return Array.from(word.matchAll(/.{1,400}/gsu), ([part]) => part)
}

/** Accurate to a fifth: four characters per token in alphabets, one in scripts with a sign per word or syllable. */
export function estimateTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  return Math.ceil(dense + (text.length - dense) / 4)
}

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { SectionWriter } from '../passages/section.ts'

import type { Omission } from './coverage.ts'
import type { SourceBlock } from './left-out-words.ts'

/** The minimum ratio of a heading's height to that of the body text. */
const LARGER = 1.15
const LONGEST_HEADING = 120
/** The most distance between lines of one paragraph, as a multiple of their height. */
const PARAGRAPH_GAP = 1.8
/** From this many pages on, a line at the edge of most pages counts as a running header or footer. */
const ENOUGH_PAGES = 5
const EDGE_LINES = 2

type LaidOut = { source: SourceBlock[]; omissions: Omission[] }

/** Writes the lines of each page, then its further texts. Returns the source text and what is omitted. */
export function layOut(
  pages: readonly PdfLine[][],
  writer: SectionWriter,
  further: readonly (readonly string[])[] = [],
): LaidOut {
  const body = bodyHeight(pages)
  const levels = headingLevels(pages, body)
  const levelOf = (line: PdfLine) => (isHeading(line, body) ? levels.get(rounded(line.height)) : undefined)
  const repeated = repeatedLines(pages)
  const seen = new Set<string>()
  const source: SourceBlock[] = []
  const omissions: Omission[] = []
  for (const [at, lines] of pages.entries()) {
    writer.page(at + 1)
    const kept = lines.filter((line, place) => {
      const pattern = patternOf(line)
      if (!isAtEdge(place, lines) || !repeated.has(pattern)) return true
      // Keep the first: the document's name may occur only in its running header.
      const isFirst = !seen.has(pattern)
      seen.add(pattern)
      if (!isFirst) omissions.push({ reason: 'repeated', text: line.text, page: at + 1 })
      return isFirst
    })
    for (const run of runsOf(kept, levelOf)) {
      const text = joinLines(run.lines)
      source.push({ text, reason: 'unknown', page: at + 1 })
      if (run.level === undefined) writer.block(text)
      else writer.heading(run.level, text.replaceAll('\n', ' '))
    }
    for (const text of further[at] ?? []) {
      source.push({ text, reason: 'unknown', page: at + 1 })
      writer.block(text)
    }
  }
  return { source, omissions }
}

type Run = { level: number | undefined; lines: PdfLine[] }

function runsOf(lines: readonly PdfLine[], levelOf: (line: PdfLine) => number | undefined): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const level = levelOf(line)
    const run = runs.at(-1)
    const last = run?.lines.at(-1)
    if (run && last && run.level === level && !isApart(last, line)) run.lines.push(line)
    else runs.push({ level, lines: [line] })
  }
  return runs
}

function bodyHeight(pages: readonly PdfLine[][]): number {
  const letters = new Map<number, number>()
  for (const { height, text } of pages.flat())
    letters.set(rounded(height), (letters.get(rounded(height)) ?? 0) + text.length)
  const [most] = [...letters].sort(([, one], [, other]) => other - one)
  return most?.[0] ?? 0
}

function headingLevels(pages: readonly PdfLine[][], body: number): Map<number, number> {
  const headings = pages.flat().filter((line) => isHeading(line, body))
  const heights = [...new Set(headings.map(({ height }) => rounded(height)))].sort((a, b) => b - a)
  return new Map(heights.map((height, at) => [height, at + 1]))
}

function isHeading({ height, text }: PdfLine, body: number): boolean {
  return body > 0 && height >= body * LARGER && text.length <= LONGEST_HEADING && /\p{L}/u.test(text)
}

function repeatedLines(pages: readonly PdfLine[][]): Set<string> {
  if (pages.length < ENOUGH_PAGES) return new Set()
  const counts = new Map<string, number>()
  for (const lines of pages)
    for (const pattern of new Set(lines.filter((_, place) => isAtEdge(place, lines)).map(patternOf)))
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > pages.length * 0.6).map(([pattern]) => pattern))
}

function isAtEdge(place: number, lines: readonly PdfLine[]): boolean {
  return place < EDGE_LINES || place >= lines.length - EDGE_LINES
}

function patternOf({ text }: PdfLine): string {
  return text.replaceAll(/\d+/g, '#')
}

function isApart(above: PdfLine, below: PdfLine): boolean {
  return Math.abs(above.y - below.y) > Math.max(above.height, below.height) * PARAGRAPH_GAP
}

function joinLines(lines: readonly PdfLine[]): string {
  let text = ''
  for (const line of lines)
    text =
      /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line.text)
        ? text.slice(0, -1) + line.text
        : `${text}${text === '' ? '' : '\n'}${line.text}`
  return text
}

function rounded(height: number): number {
  return Math.round(height * 2) / 2
}

type PdfRun = { str: string; hasEOL: boolean; height: number; transform: readonly number[] }

export type PdfLine = {
  text: string
  height: number
  /** The distance from the lower edge of the page. */
  y: number
}

export function linesOf(runs: readonly PdfRun[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | null = null
  for (const { str, hasEOL, height, transform } of runs) {
    const text = foldLigatures(str)
    const y = assertDefined(transform[5], 'a PDF transform has six numbers')
    if (line && text.trim() !== '' && isBelow(line, y, height)) line = end(line)
    line ??= { text: '', height: 0, y }
    line.text += text
    if (text.trim() !== '') line.height = Math.max(line.height, height)
    if (hasEOL) line = end(line)
  }
  if (line) end(line)
  return lines

  function end(done: PdfLine): null {
    if (done.text.trim() !== '') lines.push({ ...done, text: done.text.trim() })
    return null
  }
}

/** Returns false for superscripts and subscripts, true for small lines close to large ones. */
function isBelow(line: PdfLine, y: number, height: number): boolean {
  return Math.abs(line.y - y) > Math.min(line.height || height, height || line.height)
}

/** Replaces ligatures and positional Arabic letters with the letters that people type. */
function foldLigatures(text: string): string {
  return text.replaceAll(/[\u017F\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/g, (letters) =>
    letters.normalize('NFKC'),
  )
}

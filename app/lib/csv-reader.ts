export type CsvRow = {
  /** Line of the file where the row starts, from 1. A row may span several. */
  line: number
  cells: string[]
}

export class UnclosedQuote extends Error {
  override name = 'UnclosedQuote'
  readonly line: number

  constructor(line: number) {
    super(`The quotation mark in line ${line} is never closed.`)
    this.line = line
  }
}

/**
 * Parses RFC 4180 with any separator and line ends. A quotation mark within an unquoted cell is literal. Skips empty
 * lines. @param mends drops a quotation mark that is never closed @throws {UnclosedQuote} unless `mends`
 */
export function* readCsv(text: string, separator: string, mends = false): Generator<CsvRow> {
  let at = 0
  for (let line = 1; at < text.length; line += 1) {
    const row: CsvRow = { line, cells: [] }
    do {
      if (row.cells.length > 0) at += 1
      let cell = ''
      if (text[at] === '"') {
        const quoted = readQuoted(text, at)
        if (!quoted && !mends) throw new UnclosedQuote(row.line)
        const isWhole =
          quoted !== null &&
          (!mends || text.slice(quoted.end, endOfCell(text, quoted.end, separator)).trim() === '')
        cell = isWhole ? quoted.cell : ''
        at = isWhole ? quoted.end : at + 1
        line += lineEndsIn(cell)
      }
      const end = endOfCell(text, at, separator)
      row.cells.push(cell + text.slice(at, end))
      at = end
    } while (text[at] === separator)
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (row.cells.length > 1 || row.cells[0] !== '') yield row
  }
}

function readQuoted(text: string, from: number): { cell: string; end: number } | null {
  let cell = ''
  for (let at = from + 1; ; at += 1) {
    const end = text.indexOf('"', at)
    if (end === -1) return null
    cell += text.slice(at, end)
    at = end + 1
    if (text[at] !== '"') return { cell, end: at }
    cell += '"'
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function lineEndsIn(cell: string): number {
  return [...cell.matchAll(/\r\n?|\n/g)].length
}

/** Detects the encoding by byte order mark, by the zero bytes of UTF-16, or as mostly valid UTF-8; otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

/** Bytes examined, enough to detect UTF-16. */
const LOOKED_AT = 4000

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  const head = bytes.subarray(0, LOOKED_AT)
  const zeros = [...head.entries()].filter(([, byte]) => byte === 0)
  const odd = zeros.filter(([at]) => at % 2 === 1).length
  const isUtf8 = isMostlyUtf8(bytes)
  if (isUtf8 && zeros.length < head.length / 100) return 'utf-8'
  if (zeros.length > 0) return odd * 2 >= zeros.length ? 'utf-16le' : 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** Whether bytes are UTF-8 with a few damaged places at most. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return !isMisread(new TextDecoder('utf-8').decode(bytes))
  }
}

/** Whether so many characters outside ASCII are damaged that a text must be in another encoding. */
export function isMisread(text = ''): boolean {
  const wide = text.replaceAll(/[\0-\x7f]+/g, '')
  const damaged = wide.split('\ufffd').length - 1
  return damaged > 0 && wide.length <= 5 * damaged
}

export const separators = [',', ';', '\t'] as const

const ROWS_LOOKED_AT = 20

/** Returns the separator that splits most of the first rows into as many cells as the first one. */
export function separatorOf(text: string): string {
  const declared = /^sep=([,;\t])\r?\n/i.exec(text)
  if (declared?.[1]) return declared[1]
  const sample = text.slice(0, 100_000)
  const scored = separators.map((separator) => ({ separator, score: scoreOf(sample, separator) }))
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).separator
}

function scoreOf(sample: string, separator: string): number {
  const widths = firstRows(sample, separator).map(({ cells }) => cells.length)
  const [first = 1] = widths
  if (first === 1) return 0
  return widths.filter((width) => width === first).length + first / 1000
}

/** The sample may end within a quoted cell, so an unclosed quote is no error here. */
function firstRows(sample: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = []
  try {
    for (const row of readCsv(sample, separator)) if (rows.push(row) === ROWS_LOOKED_AT) break
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
  }
  return rows
}

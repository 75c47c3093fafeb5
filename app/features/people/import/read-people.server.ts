import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { type CsvRow, decodeText, readCsv, separatorOf, UnclosedQuote } from '#app/lib/csv-reader.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { contactLimits, readContact, type TypedContact } from '../contact-fields.ts'

import { type ColumnField, columnFields, type ColumnMapping, guessColumns } from './columns.ts'
import {
  type FileHead,
  type FileRow,
  MAX_COLUMNS,
  MAX_ROWS,
  type PeopleFile,
  type PeoplePart,
} from './read-people.ts'

const ROWS_A_SLICE = 50
const HEADINGS_WITHIN = 10
/** Characters of a cell in previews and reports. */
const SHOWN = 300

/** @throws {FieldErrors} file, if it is unreadable or too large */
export async function readPeople(
  { bytes, mapping, from }: PeopleFile,
  give: (part: PeoplePart) => Promise<void>,
): Promise<null> {
  const { text, encoding } = decodeText(bytes)
  const separator = separatorOf(text)
  const { rows, isCut } = parseRows(text.replace(/^sep=.\r?\n/i, ''), separator)
  const head = describeFile(rows, mapping)
  await give({ head: { ...head.file, encoding, separator, total: head.body.length, isCut } })
  const columns = columnsOf(head.file.mapping)
  const seen = new Map<string, number>()
  let slice: FileRow[] = []
  for (const [n, row] of head.body.entries()) {
    const isAbove = n < head.above
    const read = isAbove ? leftOut(row, 'This row is above the headings.') : readRow(row, columns, seen)
    if (n < from) continue
    slice.push(read)
    if (slice.length < ROWS_A_SLICE) continue
    await give({ rows: slice })
    slice = []
  }
  if (slice.length > 0) await give({ rows: slice })
  return null
}

function parseRows(text: string, separator: string): { rows: CsvRow[]; isCut: boolean } {
  try {
    return takeRows(readCsv(text, separator))
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    return takeRows(readCsv(text, separator, true))
  }
}

function takeRows(read: Iterable<CsvRow>): { rows: CsvRow[]; isCut: boolean } {
  const rows: CsvRow[] = []
  let isCut = false
  for (const row of read) {
    isCut ||= row.cells.slice(MAX_COLUMNS).some((cell) => cell.trim() !== '')
    row.cells.length = Math.min(row.cells.length, MAX_COLUMNS)
    if (row.cells.every((cell) => cell.trim() === '')) continue
    // One extra row for the headings.
    if (rows.push(row) > MAX_ROWS + 1)
      throw refused(`This file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Please split it.`)
  }
  if (rows.length === 0) throw refused('This file is empty.')
  return { rows, isCut }
}

function refused(sentence: string): FieldErrors {
  return new FieldErrors({ file: sentence })
}

type Described = { file: Pick<FileHead, 'columns' | 'mapping'>; body: CsvRow[]; above: number }

/** If the first row contains an e-mail address, the file has no headings. `body` begins with the rows above them. */
function describeFile(rows: CsvRow[], chosen: ColumnMapping | null): Described {
  const above = countAbove(rows)
  const first = rows.slice(above, above + 1)
  const hasHeadings = !first.some(hasAddress)
  const people = hasHeadings ? rows.slice(above + 1) : rows
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const titles = Array.from({ length: width }, (_, n) => {
    const title = hasHeadings ? cellOf(first[0], n).trim() : ''
    return title === '' ? `Column ${n + 1}` : title
  })
  const columns = titles.map((title, n) => ({
    title: shown(title),
    sample: shown(
      cellOf(
        people.find((row) => cellOf(row, n).trim() !== ''),
        n,
      ),
    ),
  }))
  const guessed = guessByAddress(
    columns,
    guessColumns(columns.map(({ title, sample }) => (people.length > 0 && sample === '' ? '' : title))),
  )
  const body = [...rows.slice(0, above), ...people]
  return { file: { columns, mapping: chosen?.length === width ? chosen : guessed }, body, above }
}

/** Headings have more cells than any row before them. */
function countAbove(rows: readonly CsvRow[]): number {
  let widest = 0
  for (const [n, row] of rows.slice(0, HEADINGS_WITHIN).entries()) {
    if (hasAddress(row)) return 0
    const width = row.cells.filter((cell) => cell.trim() !== '').length
    if (guessColumns(row.cells).includes('email') && width > widest) return n
    widest = Math.max(widest, width)
  }
  return 0
}

function hasAddress({ cells }: CsvRow): boolean {
  return cells.some((cell) => isEmailAddress(addressIn(cell)))
}

function guessByAddress(columns: readonly { sample: string }[], guessed: ColumnMapping): ColumnMapping {
  const at = columns.findIndex(({ sample }) => isEmailAddress(addressIn(sample)))
  return at === -1 || guessed.includes('email') ? guessed : guessed.with(at, 'email')
}

function cellOf(row: CsvRow | undefined, n: number): string {
  const cell = row?.cells[n]
  return cell === undefined ? '' : withoutGuard(cell)
}

/** Exports prefix an apostrophe to cells that a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

function shown(cell: string): string {
  return cell.slice(0, SHOWN).toWellFormed().replaceAll('\0', '')
}

const SEVERAL = /:::|(?<![;,\s])[;,\s]+(?=[^\s;,@]+@)/

/** Returns the first address in `Ann <ann@example.com>`, `mailto:` and lists, as address books write them. */
function addressIn(cell: string): string {
  const [first = ''] = cell.slice(0, 2000).split(SEVERAL, 1)
  const inner = /<([^<>]+)>\s*$/.exec(cell.slice(0, 2000))?.[1] ?? first
  return inner.trim().replace(/^mailto:/i, '')
}

type Columns = Readonly<Record<ColumnField, readonly number[]>>

function columnsOf(mapping: ColumnMapping): Columns {
  return mapNames(columnFields, (field) => mapping.flatMap((mapped, n) => (mapped === field ? [n] : [])))
}

function readRow(row: CsvRow, columns: Columns, seen: Map<string, number>): FileRow {
  const contact = contactOf(row, columns)
  if (typeof contact === 'string') return leftOut(row, contact)
  const address = comparableAddress(contact.email)
  const earlier = seen.get(address)
  if (earlier !== undefined) return leftOut(row, `The address is already in line ${earlier}.`)
  seen.set(address, row.line)
  return { line: row.line, cells: row.cells.map(shown), contact, reason: null }
}

function leftOut({ line, cells }: CsvRow, reason: string): FileRow {
  return { line, cells: cells.map(shown), contact: null, reason }
}

/** Returns the contact, or the reason why the row has none. */
function contactOf(row: CsvRow, columns: Columns): TypedContact | string {
  const all = (field: ColumnField) =>
    columns[field].map((n) => cellOf(row, n).trim()).filter((cell) => cell !== '')
  const split = (cells: string[], by: RegExp) =>
    cells.flatMap((cell) => cell.slice(0, 2000).split(by)).flatMap((part) => part.trim() || [])
  const [email = ''] = all('email')
  if (email === '') return 'There is no e-mail address in this row.'
  const [name] = all('name')
  const [phone = '', ...phones] = split(all('phone'), /:::/)
  const emails = split(all('email'), SEVERAL).map(addressIn).filter(isEmailAddress)
  const own = comparableAddress(addressIn(email))
  const others = new Set([...emails.filter((one) => comparableAddress(one) !== own), ...phones])
  others.delete(phone)
  const note = all('note').join('\n')
  const whole = [note, ...others].filter(Boolean).join('\n')
  const [company = ''] = all('company')
  const read = readContact({
    email: addressIn(email),
    name: name ?? joinNames(all('firstName').join(' '), all('lastName').join(' ')),
    phone,
    company,
    note: whole.length > contactLimits.note ? note : whole,
  })
  if ('contact' in read) return read.contact
  return Object.entries(read.faults)
    .map(([field, fault]) => `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${fault}`)
    .join(' ')
}

function joinNames(first: string, last: string): string {
  return last.startsWith(`${first} `) ? last : `${first} ${last}`.trim()
}

export type CsvCell = string | number | null | undefined

/** Signs that make a spreadsheet read a cell as a formula, their full-width twins included (OWASP, CSV Injection). */
const FORMULA = /[=+\-@＝＋－＠]/
/** Before a sign, spreadsheets skip blanks; at these marks some of them begin another cell or row. */
const BEFORE = /[\s;"]+/g
const SPLITS = [';', '\t', '\r', '\n']

/**
 * Rows as CSV (RFC 4180), each line ended by CR LF. Text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which spreadsheets hide; so does what follows a semicolon, a tab or a line break within a text, for a spreadsheet
 * of another country splits there and quotes do not stop it.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormulas(cell)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function withoutFormulas(cell: string): string {
  const within = cell.replace(BEFORE, (marks: string, at: number) => {
    const split = Math.max(...SPLITS.map((mark) => marks.lastIndexOf(mark))) + 1
    const isGuarded = split > 0 && FORMULA.test(cell.charAt(at + marks.length))
    return isGuarded ? `${marks.slice(0, split)}'${marks.slice(split)}` : marks
  })
  return FORMULA.test(cell.trimStart().charAt(0)) || /^[\t\r]/.test(cell) ? `'${within}` : within
}

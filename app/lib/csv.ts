export type CsvCell = string | number | null | undefined

/** Characters, and their full-width forms, that make a cell a formula (OWASP, CSV Injection). */
const FORMULA = /[=+\-@＝＋－＠]/
/** Spreadsheets skip spaces before a formula, and some start another cell or row at these characters. */
const BEFORE = /[\s;"]+/g
const SPLITS = [';', '\t', '\r', '\n']

/**
 * Writes RFC 4180. An apostrophe disarms formulas, also after `;`, tab and line break, where some spreadsheets split.
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

/** Removes the apostrophes that `toCsv` writes before what spreadsheets take for a formula. */
export function withoutGuards(cell: string): string {
  return cell
    .replaceAll(/([;\t\r\n])'(?=[\s;"]*[=+\-@＝＋－＠])/g, '$1')
    .replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/, '')
}

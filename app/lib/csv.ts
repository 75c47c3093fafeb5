export type CsvCell = string | number | null | undefined

/** A cell that a spreadsheet would read as a formula, its full-width twins included (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Rows as CSV (RFC 4180), each line ended by CR LF. Text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which spreadsheets hide.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import { readCsv } from '#app/lib/csv-reader.ts'

import { escaped } from './write-markdown.ts'

const MOST_ROWS = 1000
const MOST_CHARACTERS = 2_000_000

/**
 * Returns cells copied from a spreadsheet or a page's table as a Markdown table; null if the clipboard holds none, or too
 * many. They are offered as a table in HTML, as text with tabs, and by some programs as a picture too.
 */
export function tableOfCells(html: string, text: string): string | null {
  if (html.length > MOST_CHARACTERS || !text.includes('\t') || !isTableAlone(html)) return null
  const rows = rowsOf(text.trimEnd())
  const [head, ...body] = rows
  const width = Math.max(...rows.map((cells) => cells.length))
  if (!head || width < 2 || rows.length > MOST_ROWS) return null
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cellText(cells[at])).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

/** Text around a table, as a copied page or document has it, must not become rows. */
function isTableAlone(html: string): boolean {
  const shown = html.replaceAll(/<!--[^]*?-->|<(style|title)\b[^]*?<\/\1>/gi, '').toLowerCase()
  const [before = '', ...tables] = shown.split(/<table(?=[\s>])/)
  const after = tables[0]?.split('</table>').at(-1)
  return (
    tables.length === 1 && after !== undefined && `${before}${after}`.replaceAll(/<[^>]*>/g, '').trim() === ''
  )
}

/** Some programs do not quote a cell that begins with a quotation mark. */
function rowsOf(text: string): string[][] {
  try {
    return Array.from(readCsv(text, '\t'), ({ cells }) => cells)
  } catch {
    return text.split(/\r?\n/).map((line) => line.split('\t'))
  }
}

function cellText(cell: string | undefined): string {
  if (cell === undefined) return ''
  return cell
    .trim()
    .split(/\n\s*/)
    .map((line) => withoutMarkup(line.trimEnd()).replaceAll('|', String.raw`\|`))
    .join('<br>')
}

/** Addresses are not escaped, because a link ends at a backslash. */
function withoutMarkup(line: string): string {
  return line
    .split(/((?:https?:\/\/|www\.)[^\s<>|"`\\]+)/)
    .map((part, n) => (n % 2 === 0 ? escaped(part) : part))
    .join('')
}

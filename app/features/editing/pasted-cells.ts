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
  const all = rowsOf(text.trimEnd())
  if (widthOf(all) < 2 || all.length > MOST_ROWS) return null
  const rows = withoutHidden(html, all)
  const [head, ...body] = rows
  const width = widthOf(rows)
  if (!head) return null
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cellText(cells[at])).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

function widthOf(rows: readonly string[][]): number {
  return Math.max(0, ...rows.map((cells) => cells.length))
}

const HIDDEN = /display:\s*none/i

export function hidesCells(html: string): boolean {
  return [...html.matchAll(/<(?:col|tr)\b[^>]*>/gi)].some(([tag]) => HIDDEN.test(tag))
}

/** Removes hidden rows and columns. The plain text has them too, and only the HTML says which are hidden. */
function withoutHidden(html: string, rows: readonly string[][]): readonly string[][] {
  const own = html.replaceAll(/<!\[if supportMisalignedColumns\]>[^]*?<!\[endif\]>/gi, '')
  const lines = [...own.matchAll(/<tr\b[^>]*>/gi)].map(([tag]) => HIDDEN.test(tag))
  const columns = [...own.matchAll(/<col\b[^>]*>/gi)].flatMap(([tag]) => {
    const span = Math.min(Number(/\bspan=["']?(\d+)/i.exec(tag)?.[1] ?? 1), MOST_ROWS)
    return Array.from({ length: span }, () => HIDDEN.test(tag))
  })
  const shown = lines.length === rows.length ? rows.filter((_, at) => !lines[at]) : rows
  if (columns.length < widthOf(rows)) return shown
  return shown.map((cells) => cells.filter((_, at) => !columns[at]))
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

import { withoutGuards } from '#app/lib/csv.ts'
import { decodeText, readCsv, separatorOf, UnclosedQuote } from '#app/lib/csv-reader.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { type FileText, MAX_TEXTS } from './translation-file.ts'

const headings = {
  id: ['id', 'key'],
  source: ['source', 'original'],
  target: ['translation', 'target'],
} as const

/** Reads CSV with any of the usual separators and encodings. @throws {FieldErrors} file, without the needed columns. */
export function readTranslationCsv(bytes: Uint8Array): { texts: FileText[]; notes: string[] } {
  const { text } = decodeText(bytes)
  const separator = separatorOf(text)
  const rows = readCsv(text.replace(/^sep=.\r?\n/i, ''), separator)
  const texts: FileText[] = []
  const notes: string[] = []
  let columns: Record<keyof typeof headings, number> | null = null
  try {
    for (const { cells } of rows) {
      if (!columns) {
        columns = columnsOf(cells)
        continue
      }
      const { id, source, target } = columns
      const cell = (at: number) => withoutGuards(cells.slice(at, at + 1).join(''))
      texts.push({
        ids: [cell(id).trim()],
        source: source === -1 ? null : cell(source),
        target: cell(target),
        isDone: null,
        language: null,
      })
      if (texts.length > MAX_TEXTS) break
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    notes.push(error.message)
  }
  if (!columns) throw new FieldErrors({ file: 'This file is empty.' })
  return { texts, notes }
}

function columnsOf(cells: readonly string[]): Record<keyof typeof headings, number> {
  const find = (names: readonly string[]) =>
    cells.findIndex((cell) => names.includes(cell.trim().toLowerCase()))
  const [id, source, target] = [find(headings.id), find(headings.source), find(headings.target)]
  if (id === -1 || target === -1)
    throw new FieldErrors({
      file: 'This is neither XLIFF nor a table with the columns “id” and “translation”.',
    })
  return { id, source, target }
}

import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'

import { schema } from './schema.ts'

type Place = { table: Node; at: number; row: number; column: number }

/** Where the selection stands in a table; null if it does not. */
export function placeInTable({ selection: { $head } }: EditorState): Place | null {
  for (let depth = $head.depth; depth > 1; depth -= 1) {
    if ($head.node(depth).type.name !== 'table_cell') continue
    return {
      table: $head.node(depth - 2),
      at: $head.before(depth - 2),
      row: $head.index(depth - 2),
      column: $head.index(depth - 1),
    }
  }
  return null
}

const cell = (isHead: boolean, align: unknown = null) => schema.node('table_cell', { isHead, align })

/** Changes the rows of the table around the selection, and puts the cursor into a cell. */
function change(edit: (rows: Node[][], place: Place) => [row: number, column: number] | null): Command {
  return (state, dispatch) => {
    const place = placeInTable(state)
    if (!place) return false
    const rows = place.table.children.map((row) => [...row.children])
    const target = edit(rows, place)
    if (!target) return false
    const tr = state.tr
    if (rows.length === 0 || rows[0]?.length === 0)
      tr.replaceWith(place.at, place.at + place.table.nodeSize, schema.node('paragraph'))
    else {
      const table = schema.node(
        'table',
        null,
        rows.map((cells) => schema.node('table_row', null, cells)),
      )
      tr.replaceWith(place.at, place.at + place.table.nodeSize, table)
      selectCell(tr, table, place.at, Math.min(target[0], rows.length - 1), target[1])
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

function selectCell(tr: Transaction, table: Node, at: number, row: number, column: number): void {
  let position = at + 1
  for (const before of table.children.slice(0, row)) position += before.nodeSize
  position += 1
  const cells = table.child(row).children
  for (const before of cells.slice(0, Math.min(column, cells.length - 1))) position += before.nodeSize
  tr.setSelection(TextSelection.create(tr.doc, position + 1))
}

export const tableTools: Readonly<Record<string, Command>> = {
  'Add row': change((rows, place) => {
    const { row, column } = place
    rows.splice(
      row + 1,
      0,
      place.table.child(0).children.map(({ attrs }) => cell(false, attrs['align'])),
    )
    return [row + 1, column]
  }),
  'Add column': change((rows, { row, column }) => {
    for (const [at, cells] of rows.entries()) cells.splice(column + 1, 0, cell(at === 0))
    return [row, column + 1]
  }),
  'Delete row': change((rows, { row, column }) => {
    if (row === 0 && rows.length > 1) return null
    rows.splice(row, 1)
    return [Math.max(0, row - 1), column]
  }),
  'Delete column': change((rows, { row, column }) => {
    for (const cells of rows) cells.splice(column, 1)
    return [row, Math.max(0, column - 1)]
  }),
}

/** Moves to the next or the previous cell; after the last one it adds a row. */
export function moveInTable(step: 1 | -1): Command {
  return (state, dispatch) => {
    const place = placeInTable(state)
    if (!place) return false
    const width = place.table.child(place.row).childCount
    const next = place.row * width + place.column + step
    if (next < 0) return false
    if (next >= place.table.childCount * width) return tableTools['Add row']?.(state, dispatch) ?? false
    const tr = state.tr
    selectCell(tr, place.table, place.at, Math.floor(next / width), next % width)
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

export function newTable(): Node {
  const row = (isHead: boolean) => schema.node('table_row', null, [cell(isHead), cell(isHead)])
  return schema.node('table', null, [row(true), row(false)])
}

import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { Node, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { schema } from './schema.ts'
import { newTable } from './tables.ts'

export const nodeType = (name: string): NodeType =>
  assertDefined(schema.nodes[name], 'the schema has this node')
export const markType = (name: string) => assertDefined(schema.marks[name], 'the schema has this mark')

export const heading = (level: number): Command => {
  const set = setBlockType(nodeType('heading'), { level })
  return (state, dispatch) => set(state, dispatch) || setBlockType(nodeType('paragraph'))(state, dispatch)
}

export const list = (name: 'bullet_list' | 'ordered_list'): Command => {
  const wrap = wrapInList(nodeType(name))
  return (state, dispatch) => wrap(state, dispatch) || liftListItem(nodeType('list_item'))(state, dispatch)
}

const quote: Command = (state, dispatch) =>
  wrapIn(nodeType('blockquote'))(state, dispatch) || lift(state, dispatch)

/** Puts a block behind the one with the cursor, or in its place if that is empty. */
export function insertBlock(node: Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const isEmpty = $from.parent.content.size === 0 && $from.parent.type.name === 'paragraph'
    const at = isEmpty ? $from.before() : $from.after()
    const tr = isEmpty ? state.tr.replaceWith(at, at + 2, node) : state.tr.insert(at, node)
    const end = at + node.nodeSize
    if (end === tr.doc.content.size) tr.insert(end, schema.node('paragraph'))
    const place = node.type.name === 'table' ? at + 3 : end + 1
    if (place <= tr.doc.content.size) tr.setSelection(TextSelection.near(tr.doc.resolve(place)))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

const insertTable: Command = (state, dispatch) => insertBlock(newTable())(state, dispatch)
const insertRule: Command = (state, dispatch) => insertBlock(schema.node('horizontal_rule'))(state, dispatch)

/** What the toolbar's buttons and the menu do, by their names; links and pictures need an address first. */
export const tools: Readonly<Record<string, Command>> = {
  Heading: heading(2),
  'Heading 2': setBlockType(nodeType('heading'), { level: 2 }),
  'Heading 3': setBlockType(nodeType('heading'), { level: 3 }),
  'Heading 4': setBlockType(nodeType('heading'), { level: 4 }),
  Bold: toggleMark(markType('strong')),
  Italic: toggleMark(markType('em')),
  'Bullet list': list('bullet_list'),
  'Numbered list': list('ordered_list'),
  Quote: quote,
  Code: setBlockType(nodeType('code_block')),
  Table: insertTable,
  Divider: insertRule,
}

/** Returns the address of the link at the selection; an empty text if there is none. */
export function linkAt({ selection, doc }: EditorState): string {
  const { from, to, $from, empty } = selection
  const link = markType('link')
  const mark = empty ? link.isInSet($from.marks()) : undefined
  if (mark) return String(mark.attrs['href'])
  let href = ''
  doc.nodesBetween(from, to, (node) => {
    const found = link.isInSet(node.marks)
    if (found) href = String(found.attrs['href'])
  })
  return href
}

/** Links the selection, or the address itself if nothing is selected; an empty address removes the link. */
export function setLink(href: string): Command {
  return ({ selection: { from, to, empty, $from }, tr, doc }, dispatch) => {
    const link = markType('link')
    const [start, end] = empty && link.isInSet($from.marks()) ? rangeOfLink(doc, from) : [from, to]
    if (href === '') tr.removeMark(start, end, link)
    else if (start === end) tr.insert(from, schema.text(href, [link.create({ href })]))
    else tr.removeMark(start, end, link).addMark(start, end, link.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

function rangeOfLink(doc: Node, at: number): [number, number] {
  const $at = doc.resolve(at)
  const mark = markType('link').isInSet($at.marks())
  let position = $at.start()
  let start = position
  let range: [number, number] = [at, at]
  for (const child of $at.parent.children) {
    position += child.nodeSize
    if (!mark?.isInSet(child.marks)) start = position
    else if (start <= at && (at <= position || start === range[0])) range = [start, position]
  }
  return range
}

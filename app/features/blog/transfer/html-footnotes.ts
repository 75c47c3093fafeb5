import type { Element, ElementContent, Root, RootContent } from 'hast'

import { blockNames } from '#app/features/editing/html-blocks.ts'
import { elementsIn, textOf } from '#app/features/editing/html-tree.ts'

type Parent = Root | Element
type Child = RootContent | ElementContent
type Tree = { parents: Map<Element, Parent>; byId: Map<string, Element>; order: Map<Element, number> }
/** A footnote: the element with its text, that text's id, and the links to it. */
type Note = { text: Element; id: string; links: Element[] }

/** Placeholders for a footnote's number in the text, and for the label of the footnote itself. `writeFootnotes` replaces them. */
const [MARK, TEXT, END] = ['\uE0F0', '\uE0F1', '\uE0F2']
const TOKEN = new RegExp(`([${MARK}${TEXT}])(\\d{1,6})${END}(:?)`, 'g')
const NUMBER = /^[[(]?\d{1,4}[\])]?$/
const LABEL = /^[[(]?(?:\d{1,4}|[a-z*†‡§]|[ivxl]{2,6})[\])]?$/i
const BACK = /^(?:[^\p{L}]{0,12}|back|return|up)$/iu
const WIDE = /^(?:ol|ul|dl|hr|pre|table|h[1-6]|img|figure|blockquote|details|iframe|video|audio)$/
const MOST_LINKS = 1000
const MOST_ELEMENTS = 200

/** Turns HTML footnotes into those of Markdown. A number and its footnote are recognised by their links to each other. */
export function takeFootnotes(tree: Root): void {
  const known: Tree = { parents: new Map(), byId: new Map(), order: new Map() }
  index(tree, known)
  const notes = findNotes(tree, known)
  if (notes.length === 0) return
  const changes = new Map<Element, ElementContent[]>()
  for (const [at, { links, text }] of notes.entries()) {
    for (const link of links)
      changes.set(markOf(link, known), [{ type: 'text', value: `${MARK}${at + 1}${END}` }])
    for (const back of backsOf({ text, links }, known)) changes.set(around(back, text, known), [])
  }
  const made = notes.map(({ text }, at) => paragraphOf(text, at + 1, changes))
  for (const { text } of notes) changes.set(text, [])
  rebuild(tree, changes)
  dropLastRule(tree)
  tree.children.push(...made)
}

const anchorOf = ({ properties }: Element) => properties['id'] ?? properties['name']

function index(parent: Parent, known: Tree): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    known.parents.set(child, parent)
    known.order.set(child, known.order.size)
    const id = anchorOf(child)
    if (typeof id === 'string' && !known.byId.has(id)) known.byId.set(id, child)
    index(child, known)
  }
}

function findNotes(tree: Root, known: Tree): Note[] {
  const notes = new Map<Element, Note>()
  const broken = new Set<Element>()
  for (const link of [...elementsIn(tree)].filter(isInner).slice(0, MOST_LINKS)) {
    const id = targetOf(link)
    const text = textBlockOf(known.byId.get(id), known)
    if (text === null || !isMark(link, text, known)) continue
    const note = notes.get(text) ?? { text, id, links: [] }
    if (note.id !== id) broken.add(text)
    note.links.push(link)
    notes.set(text, note)
  }
  const whole = [...notes.values()].filter((note) => !broken.has(note.text) && isWhole(note, known))
  const texts = new Set(whole.map(({ text }) => text))
  // Markdown does not show a footnote that only other footnotes refer to, so a number within one stays a link.
  return whole.flatMap(({ links, ...note }) => {
    const own = links.filter((link) => !ancestorsOf(link, known).some((one) => texts.has(one)))
    return own.length > 0 ? [{ ...note, links: own }] : []
  })
}

function isInner({ tagName, properties }: Element): boolean {
  return tagName === 'a' && /^#./.test(properties['href'] ?? '')
}

const targetOf = ({ properties }: Element) => String(properties['href']).slice(1)

function ancestorsOf(element: Element, { parents }: Tree): Element[] {
  const found: Element[] = []
  for (let at = parents.get(element); at?.type === 'element'; at = parents.get(at)) found.push(at)
  return found
}

/** Whether a link may be the number of a footnote. The footnote must come after it. */
function isMark(link: Element, text: Element, known: Tree): boolean {
  const above = ancestorsOf(link, known)
  const label = textOf(link)
  return (
    (NUMBER.test(label) || (LABEL.test(label) && above.some(({ tagName }) => tagName === 'sup'))) &&
    (known.order.get(text) ?? 0) > (known.order.get(link) ?? 0) &&
    !above.some((one) => one === text || /^(?:code|pre)$/.test(one.tagName))
  )
}

function markOf(link: Element, { parents }: Tree): Element {
  const above = parents.get(link)
  const isAlone = above?.type === 'element' && above.tagName === 'sup' && textOf(above) === textOf(link)
  return isAlone ? above : link
}

function textBlockOf(target: Element | undefined, { parents }: Tree): Element | null {
  let at: Parent | undefined = target
  while (at?.type === 'element' && !/^(?:li|p|div)$/.test(at.tagName)) at = parents.get(at)
  if (at?.type !== 'element') return null
  const above = at.tagName === 'p' ? parents.get(at) : undefined
  const isOnly = above?.type === 'element' && /^(?:li|div)$/.test(above.tagName) && isAlone(at, above)
  return isOnly ? above : at
}

const isAlone = (child: Element, parent: Element) =>
  parent.children.length < 20 && parent.children.every((each) => each === child || isBlank(each))

function isWhole(note: Note, known: Tree): boolean {
  const inside = someElements(note.text)
  if (inside.length > MOST_ELEMENTS || inside.some(({ tagName }) => WIDE.test(tagName))) return false
  const backs = backsOf(note, known)
  const said = textOf(note.text).length - backs.reduce((sum, back) => sum + textOf(back).length, 0)
  return (
    backs.length > 0 && backs.every((back) => LABEL.test(textOf(back)) || BACK.test(textOf(back))) && said > 0
  )
}

function backsOf({ text, links }: Pick<Note, 'text' | 'links'>, known: Tree): Element[] {
  const ids = new Set(links.flatMap((link) => [link, markOf(link, known)].map(anchorOf)))
  return someElements(text).filter((each) => isInner(each) && ids.has(targetOf(each)))
}

function someElements(parent: Parent): Element[] {
  const found: Element[] = []
  for (const element of elementsIn(parent)) if (found.push(element) > MOST_ELEMENTS) break
  return found
}

function around(back: Element, text: Element, known: Tree): Element {
  const above = ancestorsOf(back, known)
  const inside = above.slice(0, above.indexOf(text))
  return inside.findLast((one) => textOf(one) === textOf(back)) ?? back
}

function isBlank(child: Child): boolean {
  return child.type === 'text' ? child.value.trim() === '' : child.type !== 'element'
}

/** Replaces elements, and removes those that become empty. @returns whether anything was replaced */
function rebuild(parent: Parent, changes: ReadonlyMap<Element, ElementContent[]>): boolean {
  let isChanged = false
  parent.children = parent.children.flatMap((child: Child): Child[] => {
    if (child.type !== 'element') return [child]
    const by = changes.get(child)
    const isEmptied =
      by === undefined &&
      rebuild(child, changes) &&
      child.children.every((each) => isBlank(each) || isLine(each))
    isChanged ||= by !== undefined || isEmptied
    return by ?? (isEmptied ? [] : [child])
  }) as typeof parent.children
  return isChanged
}

const isLine = (child: Child | undefined) =>
  child?.type === 'element' && /^(?:br|h[r1-6])$/.test(child.tagName)

function dropLastRule(tree: Root): void {
  const at = tree.children.findLastIndex((child) => !isBlank(child))
  if (isLine(tree.children[at])) tree.children.splice(at, 1)
}

function paragraphOf(
  text: Element,
  number: number,
  changes: ReadonlyMap<Element, ElementContent[]>,
): Element {
  rebuild(text, changes)
  const [first, ...others] = inlineOf(text)
  const start = first?.type === 'text' ? first.value.replace(/^[\s.):\]]+/, '') : ''
  const kept = first && first.type !== 'text' ? [first, ...others] : others
  const children = [{ type: 'text' as const, value: `${TEXT}${number}${END}${start}` }, ...kept]
  return { type: 'element', tagName: 'p', properties: {}, children }
}

function inlineOf(parent: Element): ElementContent[] {
  return parent.children
    .flatMap((child): ElementContent[] =>
      child.type === 'element' && /^(?:p|div|section)$/.test(child.tagName)
        ? [...inlineOf(child), { type: 'text', value: ' ' }]
        : [child],
    )
    .filter((child, at) => at > 0 || !isBlank(child))
}

/** Replaces the placeholders in blocks of Markdown. A footnote whose number stands in HTML becomes a paragraph. */
export function writeFootnotes(parts: readonly string[]): string[] {
  const isHtml = (part: string) => blockNames.has(/^<([a-z][a-z\d]*)/i.exec(part)?.[1] ?? '')
  const tokens = parts.flatMap((part) => (isHtml(part) ? [] : [...part.matchAll(TOKEN)]))
  const numbersOf = (kind: string | undefined) =>
    new Set(tokens.flatMap(([, sign, number]) => (sign === kind ? [number] : [])))
  const [marked, defined] = [numbersOf(MARK), numbersOf(TEXT)]
  return parts.map((part) => {
    const isInHtml = isHtml(part)
    const shown = part.startsWith(TEXT ?? '') && !isInHtml ? withPlainStart(part) : part
    return shown.replaceAll(TOKEN, (_, sign: string, number: string, colon: string) => {
      const isNote = !isInHtml && marked.has(number) && defined.has(number)
      const label = isNote ? `[^${number}]` : isInHtml ? `[${number}]` : `\\[${number}\\]`
      if (sign === MARK) return `${label}${isNote && colon ? '\\' : ''}${colon}`
      return `${label}${isNote ? ':' : ''} ${colon}`
    })
  })
}

/** Escapes the start of a footnote that would otherwise become a list, a quote or a heading. */
function withPlainStart(part: string): string {
  const end = part.indexOf(END ?? '') + 1
  const rest = part.slice(end)
  return part.slice(0, end) + rest.replace(/^(\d{1,9})(?=[.)])|^(?=[-+>#~=|])|^(?=\* )/, '$1\\')
}

/** Returns the footnotes that WordPress stores as JSON as an HTML list, or null if the JSON cannot be read. */
export function notesOfWordPress(json: string): string | null {
  try {
    const notes = JSON.parse(json) as { id?: unknown; content?: unknown }[]
    const items = notes.map(({ id, content }) => {
      const name = /^[\w-]{1,100}$/.exec(String(id))?.[0] ?? ''
      return `<li id="${name}">${typeof content === 'string' ? content : ''} <a href="#${name}-link">↩</a></li>`
    })
    return `<ol>${items.join('')}</ol>`
  } catch {
    return null
  }
}

export function linkNotesOfWordPress(tree: Root): void {
  const ids = new Set([...elementsIn(tree)].map(({ properties }) => String(properties['id'])))
  for (const mark of elementsIn(tree)) {
    const note = String(mark.properties['dataFn'] ?? '')
    if (mark.tagName !== 'sup' || note === '') continue
    for (const link of elementsIn(mark))
      if (ids.has(note)) link.properties = { href: `#${note}`, id: `${note}-link` }
      else link.tagName = 'span'
  }
}

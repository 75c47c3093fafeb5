import type { Element, ElementContent, Root, RootContent } from 'hast'

import { elementsIn, textOf } from '#app/features/editing/html-tree.ts'

type Parent = Root | Element
type Parents = ReadonlyMap<Element, Parent>

/** Private characters that stand for a mark, and before a text, until the tree is Markdown. */
const [MARK, TEXT, END] = ['\uE0F0', '\uE0F1', '\uE0F2']
const TOKEN = new RegExp(`([${MARK}${TEXT}])(\\d{1,6})${END}`, 'g')
const LABEL = /^[[(]?(?:\d{1,4}|[a-z*†‡§]|[ivxl]{2,6})[\])]?$/i
const WIDE = /^(?:ol|ul|pre|table|h[1-6]|img|figure|blockquote)$/
const MOST_LINKS = 1000
const MOST_ELEMENTS = 200

/** Makes footnotes of Markdown of marks and texts that link to each other, as most programs write them. */
export function takeFootnotes(tree: Root): void {
  const parents = new Map<Element, Parent>()
  const byId = new Map<string, Element>()
  index(tree, parents, byId)
  const notes = new Map<Element, Element[]>()
  for (const link of [...elementsIn(tree)].filter(isInner).slice(0, MOST_LINKS)) {
    const text = textBlockOf(byId.get(targetOf(link)), parents)
    if (text === null || !LABEL.test(textOf(link)) || isWithin(link, text, parents)) continue
    const above = parents.get(link)
    const mark = above?.type === 'element' && above.tagName === 'sup' ? above : link
    const ids = new Set([link, mark].map(({ properties }) => properties['id'] ?? ''))
    const inside = notes.get(text) ?? someElements(text)
    const backs = inside.filter((each) => isInner(each) && ids.has(targetOf(each)))
    const isNew = !notes.has(text)
    if (isNew && (backs.length === 0 || inside.length > MOST_ELEMENTS || inside.some(isWide))) continue
    notes.set(text, inside)
    const number = [...notes.keys()].indexOf(text) + 1
    replace(mark, [{ type: 'text', value: `${MARK}${number}${END}` }], parents)
    for (const each of backs) replace(each, [], parents)
  }
  const made = [...notes.keys()].map((text, at) => paragraphOf(text, at + 1))
  for (const text of notes.keys()) removeUp(text, parents)
  if (made.length > 0) dropLastRule(tree)
  tree.children.push(...made)
}

function isInner({ tagName, properties }: Element): boolean {
  return tagName === 'a' && /^#./.test(properties['href'] ?? '')
}

const targetOf = ({ properties }: Element) => String(properties['href']).slice(1)
const isWide = ({ tagName }: Element) => WIDE.test(tagName)

function someElements(parent: Parent): Element[] {
  const found: Element[] = []
  for (const element of elementsIn(parent)) if (found.push(element) > MOST_ELEMENTS) break
  return found
}

function index(parent: Parent, parents: Map<Element, Parent>, byId: Map<string, Element>): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    parents.set(child, parent)
    const { id } = child.properties
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, child)
    index(child, parents, byId)
  }
}

function textBlockOf(target: Element | undefined, parents: Parents): Element | null {
  let at: Parent | undefined = target
  while (at?.type === 'element' && !/^(?:li|p|div)$/.test(at.tagName)) at = parents.get(at)
  if (at?.type !== 'element') return null
  const above = at.tagName === 'p' ? parents.get(at) : undefined
  if (above?.type !== 'element' || !/^(?:li|div)$/.test(above.tagName)) return at
  const inside = someElements(above)
  return inside.length <= MOST_ELEMENTS && inside.filter(isInner).length === 1 ? above : at
}

function isWithin(element: Element, other: Element, parents: Parents): boolean {
  for (let at: Parent | undefined = element; at?.type === 'element'; at = parents.get(at))
    if (at === other) return true
  return false
}

function replace(element: Element, by: ElementContent[], parents: Parents): void {
  const parent = parents.get(element)
  if (!parent) return
  parent.children = parent.children.flatMap((child): (RootContent | ElementContent)[] =>
    child === element ? by : [child],
  ) as typeof parent.children
}

function paragraphOf(text: Element, number: number): Element {
  const [first, ...others] = inlineOf(text)
  const start = first?.type === 'text' ? first.value.trimStart() : ''
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
    .filter((child, at) => at > 0 || child.type !== 'text' || child.value.trim() !== '')
}

/** Removes an element, and what is empty without it. */
function removeUp(element: Element, parents: Parents): void {
  const parent = parents.get(element)
  replace(element, [], parents)
  if (parent?.type === 'element' && parent.children.every(isBareLine)) removeUp(parent, parents)
}

function isBareLine(child: RootContent | ElementContent): boolean {
  if (child.type === 'element') return /^h[r1-6]$/.test(child.tagName)
  return child.type !== 'text' || child.value.trim() === ''
}

function dropLastRule(tree: Root): void {
  const at = tree.children.findLastIndex((child) => child.type !== 'text' || child.value.trim() !== '')
  const last = tree.children[at]
  if (last?.type === 'element' && last.tagName === 'hr') tree.children.splice(at, 1)
}

/** Writes the notes in parts of Markdown. In HTML marks are not read, and a note without a mark would not be shown. */
export function writeFootnotes(parts: readonly string[]): string[] {
  const isHtml = (part: string) => part.startsWith('<')
  const tokens = parts.flatMap((part) => (isHtml(part) ? [] : [...part.matchAll(TOKEN)]))
  const numbersOf = (kind: string | undefined) =>
    new Set(tokens.flatMap(([, sign, number]) => (sign === kind ? [number] : [])))
  const [marked, defined] = [numbersOf(MARK), numbersOf(TEXT)]
  return parts.map((part) =>
    part.replaceAll(TOKEN, (_, sign: string, number: string) => {
      const isNote = !isHtml(part) && marked.has(number) && defined.has(number)
      const label = isNote ? `[^${number}]` : isHtml(part) ? `[${number}]` : `\\[${number}\\]`
      return sign === MARK ? label : `${label}${isNote ? ':' : ''} `
    }),
  )
}

/** Returns the notes of WordPress's block editor as HTML; null if they cannot be read. */
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

/** Makes the block editor's marks lead to their notes. */
export function linkNotes(tree: Root): void {
  const ids = new Set([...elementsIn(tree)].map(({ properties }) => String(properties['id'])))
  for (const mark of elementsIn(tree)) {
    const note = String(mark.properties['dataFn'] ?? '')
    if (mark.tagName !== 'sup' || note === '') continue
    for (const link of elementsIn(mark))
      if (ids.has(note)) link.properties = { href: `#${note}`, id: `${note}-link` }
      else link.tagName = 'span'
  }
}

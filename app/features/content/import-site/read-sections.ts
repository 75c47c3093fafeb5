import type { SiteSection } from './site-page.ts'

const TEXT = 3
const ELEMENT = 1
const skipped = new Set('NAV FOOTER FORM BUTTON SELECT TEXTAREA HEADER ASIDE DIALOG ADDRESS'.split(' '))
const blocks = new Set(
  'ARTICLE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE HR MAIN P PRE SECTION TABLE TBODY TR TD TH'.split(' '),
)
const MOST_SECTIONS = 60

type NodeLike = {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: ArrayLike<NodeLike>
  getAttribute?(name: string): string | null
}

/** Private characters that mark bold words and links in a text until it becomes Markdown. The marks never nest. */
const marks = {
  bold: '\uE000',
  boldEnd: '\uE001',
  link: '\uE002',
  words: '\uE003',
  linkEnd: '\uE004',
} as const
const anyMark = /[\uE000-\uE004]/g
const markedPieces = /\uE000([^\uE001]*)\uE001|\uE002([^\uE003]*)\uE003([^\uE004]*)\uE004|[^\uE000\uE002]+/g

type Piece = { text: string; isBold: boolean; address: string | null }

export function piecesOf(text: string): Piece[] {
  return [...text.matchAll(markedPieces)].map(([whole, bold, address, linked]) => ({
    text: bold ?? linked ?? whole,
    isBold: bold !== undefined,
    address: address ?? null,
  }))
}

/**
 * Returns the text of a node. Adjacent elements are separated by a space, so that two figures do not merge; markup
 * inside a word adds none.
 */
export function wordsIn(node: NodeLike | null): string {
  if (!node) return ''
  if (node.nodeType === TEXT) return (node.textContent || '').replaceAll(anyMark, '')
  let words = ''
  let isAfterElement = false
  for (const child of Array.from(node.childNodes)) {
    const isElement = child.nodeType === ELEMENT
    if (!isElement && child.nodeType !== TEXT) continue
    const isApart = isElement && (isAfterElement || isBlock(child))
    words += `${isApart ? ' ' : ''}${wordsIn(child)}${isElement && isBlock(child) ? ' ' : ''}`
    isAfterElement = isElement
  }
  return words
}

function isBlock({ nodeName }: NodeLike): boolean {
  return (
    blocks.has(nodeName.toUpperCase()) || /^(?:H[1-6]|UL|OL|LI|BR|HEADER|FOOTER|NAV|FORM)$/i.test(nodeName)
  )
}

/**
 * Returns the text between headings, without menus, footers and forms. The first heading is the page's title.
 * @param base the address to which relative links belong; null for words without `marks`
 */
export function readSections(document: Document, base: string | null): SiteSection[] {
  const sections: SiteSection[] = [{ heading: '', parts: [] }]
  let inline = ''

  const last = () => sections.at(-1) ?? { heading: '', parts: [] }
  function flush(): void {
    const text = tidy(inline)
    inline = ''
    if (text !== '') last().parts.push({ kind: 'paragraph', text })
  }
  function visit(node: NodeLike): void {
    if (node.nodeType === TEXT) inline += wordsIn(node)
    if (node.nodeType !== ELEMENT) return
    const name = node.nodeName.toUpperCase()
    // The heading of a page is often in its header.
    if (skipped.has(name) && !(name === 'HEADER' && hasHeading(node))) return
    if (/^H[1-6]$/.test(name)) {
      flush()
      const heading = tidy(wordsIn(node))
      if (heading !== '' && name !== 'H1') sections.push({ heading, parts: [] })
    } else if (name === 'UL' || name === 'OL') {
      flush()
      const items = itemsOf(node, base)
      const isNumbered = name === 'OL' && items.length <= within(node, /^LI$/).length
      if (items.length > 0) last().parts.push({ kind: 'list', items, isNumbered })
    } else if (name === 'TR' && !cellsOf(node).some(hasBlock)) {
      flush()
      const cells = cellsOf(node).map((cell) => tidy(markedWords(cell, base)))
      if (cells.some((cell) => cell !== '')) last().parts.push({ kind: 'row', cells })
    } else if (name === 'BR') inline += ' '
    else if (base !== null && isMarked(name) && !hasBlock(node)) inline += markedWords(node, base)
    else if (blocks.has(name)) {
      flush()
      visitChildren(node)
      flush()
    } else visitChildren(node)
  }
  function visitChildren(node: NodeLike): void {
    let isAfterElement = false
    for (const child of Array.from(node.childNodes)) {
      if (isAfterElement && child.nodeType === ELEMENT) inline += ' '
      visit(child)
      isAfterElement = child.nodeType === ELEMENT
    }
  }

  visit(contentOf(document))
  flush()
  return sections.filter(({ heading, parts }) => heading !== '' || parts.length > 0).slice(0, MOST_SECTIONS)
}

/** Of several articles, only the one with most of their words is the content; others are lists of posts. */
export function contentOf(document: Document): HTMLElement {
  const main = document.querySelector<HTMLElement>('main, [role="main"]')
  if (main) return main
  const articles = [...document.querySelectorAll('article')].map((article) => {
    return { article, length: tidy(wordsIn(article)).length }
  })
  const all = articles.reduce((sum, { length }) => sum + length, 0)
  return articles.find(({ length }) => length * 2 > all)?.article ?? document.body
}

const isMarked = (name: string) => /^(?:A|B|STRONG)$/.test(name)
/** Old sites use tables for layout, so a cell may contain headings and paragraphs. */
const cellsOf = (row: NodeLike) => within(row, /^T[HD]$/)

const isList = ({ nodeName }: NodeLike) => /^[UO]L$/i.test(nodeName)

const within = (node: NodeLike, name: RegExp) =>
  Array.from(node.childNodes).filter((child) => name.test(child.nodeName.toUpperCase()))

function itemsOf(list: NodeLike, base: string | null): string[] {
  return within(list, /^LI$/).flatMap((item) => [
    ...[tidy(markedWords(item, base, isList))].filter((text) => text !== ''),
    ...within(item, /^[UO]L$/).flatMap((inner) => itemsOf(inner, base)),
  ])
}

/** Returns the words of a node with `marks` for what is bold or leads somewhere. */
function markedWords(node: NodeLike, base: string | null, leavesOut?: (child: NodeLike) => boolean): string {
  if (node.nodeType !== ELEMENT) return wordsIn(node)
  const name = node.nodeName.toUpperCase()
  if (name === 'BR') return ' '
  const isPlain = base === null || !isMarked(name) || hasBlock(node)
  let words = ''
  let isAfterElement = false
  for (const child of Array.from(node.childNodes)) {
    if (leavesOut?.(child)) continue
    const isElement = child.nodeType === ELEMENT
    const isApart = isElement && (isAfterElement || isBlock(child))
    const said = isPlain ? markedWords(child, base) : wordsIn(child)
    words += `${isApart ? ' ' : ''}${said}${isElement && isBlock(child) ? ' ' : ''}`
    isAfterElement = isElement
  }
  if (isPlain || words.trim() === '') return words
  if (name !== 'A') return `${marks.bold}${words.trim()}${marks.boldEnd}`
  const href = node.getAttribute?.('href')?.trim()
  const target = href && !href.startsWith('#') ? URL.parse(href, base) : null
  return target && /^(?:https?|mailto|tel):$/.test(target.protocol)
    ? `${marks.link}${target.href}${marks.words}${words.trim()}${marks.linkEnd}`
    : words
}

function hasBlock(node: NodeLike): boolean {
  return Array.from(node.childNodes).some((child) => isBlock(child) || hasBlock(child))
}

function hasHeading(node: NodeLike): boolean {
  return Array.from(node.childNodes).some((child) => /^H[1-6]$/i.test(child.nodeName) || hasHeading(child))
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

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
}

/**
 * Returns the text of a node. Adjacent elements are separated by a space, so that two figures do not merge; markup
 * inside a word adds none.
 */
export function wordsIn(node: NodeLike | null): string {
  if (!node) return ''
  if (node.nodeType === TEXT) return node.textContent || ''
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

/** Returns the text between headings, without menus, footers and forms. The first heading is the page's title. */
export function readSections(document: Document): SiteSection[] {
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
      const items = Array.from(node.childNodes)
        .filter((child) => child.nodeName.toUpperCase() === 'LI')
        .map((child) => tidy(wordsIn(child)))
        .filter((text) => text !== '')
      if (items.length > 0) last().parts.push({ kind: 'list', items, isNumbered: name === 'OL' })
    } else if (name === 'BR') inline += ' '
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

  visit(document.querySelector('main') ?? document.querySelector('article') ?? document.body)
  flush()
  return sections.filter(({ heading, parts }) => heading !== '' || parts.length > 0).slice(0, MOST_SECTIONS)
}

function hasHeading(node: NodeLike): boolean {
  return Array.from(node.childNodes).some((child) => /^H[1-6]$/i.test(child.nodeName) || hasHeading(child))
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { SectionWriter } from '../passages/section.ts'

type HtmlNode = {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: ArrayLike<HtmlNode>
}

const TEXT_NODE = 3
const ELEMENT_NODE = 1

const hidden = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT CANVAS HEAD NAV FORM BUTTON SELECT TEXTAREA'.split(' '),
)
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER HEADER HR LI MAIN OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)

/** Writes an element's content as headings and paragraphs; a table row becomes one line. */
export function writeBlocks(root: HtmlNode, writer: SectionWriter): void {
  let inline = ''

  function flush(prefix = ''): void {
    const text = inline.replaceAll(/[^\S\n]+/g, ' ').trim()
    inline = ''
    if (text !== '') writer.block(prefix + text)
  }

  function visit(node: HtmlNode): void {
    if (node.nodeType === TEXT_NODE) inline += textOf(node).replaceAll(/\s+/g, ' ')
    if (node.nodeType !== ELEMENT_NODE) return
    const name = node.nodeName.toUpperCase()
    const level = /^H([1-6])$/.exec(name)?.[1]
    if (hidden.has(name)) return
    if (name === 'BR') inline += '\n'
    else if (level !== undefined) {
      flush()
      writer.heading(Number(level), flatText(node))
    } else if (name === 'PRE') {
      flush()
      writer.block(textOf(node))
    } else if (name === 'TR' && !isLayoutRow(node)) {
      flush()
      writer.block(cellsOf(node).join(' | '))
    } else if (blocks.has(name)) {
      flush()
      visitChildren(node)
      flush(name === 'LI' ? '- ' : '')
    } else visitChildren(node)
  }

  function visitChildren(node: HtmlNode): void {
    for (const child of Array.from(node.childNodes)) visit(child)
  }

  visitChildren(root)
  flush()
}

/** Old pages use tables for layout: a row that holds blocks is not a row of data. */
function isLayoutRow(row: HtmlNode): boolean {
  return Array.from(row.childNodes).some((cell) =>
    Array.from(cell.childNodes).some(({ nodeName }) => /^(table|p|div|h[1-6]|ul|ol|br)$/i.test(nodeName)),
  )
}

function cellsOf(row: HtmlNode): string[] {
  return Array.from(row.childNodes)
    .filter(({ nodeName }) => /^t[dh]$/i.test(nodeName))
    .map(flatText)
    .filter((text) => text !== '')
}

function flatText(node: HtmlNode): string {
  return textOf(node).replaceAll(/\s+/g, ' ').trim()
}

function textOf({ textContent }: HtmlNode): string {
  return assertDefined(textContent, 'only documents and their types have no text')
}

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { LeftOutReason } from './coverage.ts'
import type { SourceBlock } from './left-out-words.ts'

type HtmlNode = {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: ArrayLike<HtmlNode>
  getAttribute?(name: string): string | null
}

type Sink = { heading(level: number, text: string): void; block(text: string): void }

const TEXT_NODE = 3
const ELEMENT_NODE = 1

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const wordless = names('SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT CANVAS HEAD')
const blocks = names(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER HEADER HR LEGEND LI MAIN MENU OL OPTGROUP OPTION P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL',
)
const skipped: Readonly<Record<string, LeftOutReason>> = {
  NAV: 'navigation',
  FORM: 'form',
  BUTTON: 'form',
  SELECT: 'form',
  TEXTAREA: 'form',
}
/** Values of `data-sample` on our own pages: examples, and text that is shown twice. */
const samples: Readonly<Record<string, LeftOutReason>> = {
  dialogue: 'dialogue',
  calculator: 'calculator',
  repeated: 'repeated',
}
const places: Readonly<Record<string, LeftOutReason>> = { HEADER: 'frame', FOOTER: 'frame', ASIDE: 'aside' }

/** Writes an element's content as headings and paragraphs; a table row becomes one line. */
export function writeBlocks(root: HtmlNode, writer: Sink): void {
  walk(root, writer, null)
}

/** Returns all of a page's text in the same pieces, including what `writeBlocks` skips, and why each may be omitted. */
export function sourceBlocksOf(root: HtmlNode): SourceBlock[] {
  const found: SourceBlock[] = []
  const reasons: LeftOutReason[] = []
  const add = (text: string) => {
    found.push({ text, reason: reasons[0] ?? 'outside', page: null })
  }
  walk(root, { heading: (_, text) => add(text), block: add }, (reason, visit) => {
    reasons.push(reason)
    visit()
    reasons.pop()
  })
  return found
}

/** Null skips the elements that are never kept. */
type Enter = ((reason: LeftOutReason, visit: () => void) => void) | null

function walk(root: HtmlNode, sink: Sink, enter: Enter): void {
  let inline = ''
  let isAfterLink = false

  function flush(prefix = ''): void {
    const text = inline.replaceAll(/[^\S\n]+/g, ' ').trim()
    inline = ''
    if (text !== '') sink.block(prefix + text)
  }

  function visit(node: HtmlNode): void {
    if (node.nodeType === TEXT_NODE) {
      inline += textOf(node).replaceAll(/\s+/g, ' ')
      isAfterLink = false
    }
    if (node.nodeType !== ELEMENT_NODE) return
    const name = node.nodeName.toUpperCase()
    if (wordless.has(name)) return
    // Links without a space between them are usually buttons in a row.
    if (name === 'A' && isAfterLink) inline += ' '
    // A footnote's number is not part of the word before it.
    if (node.getAttribute?.('role') === 'doc-noteref') inline += ' '
    const skip = sampleOf(node) ?? skipped[name]
    const reason = skip ?? (blocks.has(name) ? placeOf(node, name) : undefined)
    if (skip && !enter) inline += ' '
    else if (reason && enter) {
      flush()
      enter(reason, () => visitChildren(node))
    } else write(node, name)
    isAfterLink = name === 'A'
  }

  function write(node: HtmlNode, name: string): void {
    const level = /^H([1-6])$/.exec(name)?.[1]
    if (name === 'BR') inline += '\n'
    else if (level !== undefined) {
      flush()
      sink.heading(Number(level), flatText(node))
      if (enter) for (const sample of samplesIn(node)) enter(sample.reason, () => visitChildren(sample.node))
    } else if (name === 'PRE') {
      flush()
      sink.block(textOf(node))
    } else if (name === 'TR' && isDataRow(node)) {
      flush()
      sink.block(Array.from(node.childNodes, flatText).filter(Boolean).join(' | '))
    } else if (blocks.has(name)) {
      flush()
      visitChildren(node, name === 'LI' ? '- ' : '')
    } else for (const child of Array.from(node.childNodes)) visit(child)
  }

  function visitChildren(node: HtmlNode, prefix = ''): void {
    for (const child of Array.from(node.childNodes)) visit(child)
    flush(prefix)
  }

  visitChildren(root)
}

function sampleOf(node: HtmlNode): LeftOutReason | undefined {
  return samples[String(node.getAttribute?.('data-sample'))]
}

function samplesIn(root: HtmlNode): { node: HtmlNode; reason: LeftOutReason }[] {
  return Array.from(root.childNodes).flatMap((node) => {
    const reason = sampleOf(node)
    return reason ? [{ node, reason }] : samplesIn(node)
  })
}

function placeOf(node: HtmlNode, name: string): LeftOutReason | undefined {
  const isHidden = [node.getAttribute?.('hidden'), node.getAttribute?.('aria-hidden')].some(
    (value) => typeof value === 'string' && value !== 'false',
  )
  return isHidden ? 'hidden' : places[name]
}

/** Old pages use tables for layout, so only rows of plain cells are rows of data. */
function isDataRow(row: HtmlNode): boolean {
  return Array.from(row.childNodes).every((cell) =>
    cell.nodeType === ELEMENT_NODE
      ? /^t[dh]$/i.test(cell.nodeName) &&
        !Array.from(cell.childNodes).some(({ nodeName }) => /^(table|p|div|h[1-6]|ul|ol|br)$/i.test(nodeName))
      : cell.nodeType !== TEXT_NODE || textOf(cell).trim() === '',
  )
}

/** Returns the text in one line, with spaces between blocks and without scripts. */
function flatText(root: HtmlNode): string {
  let text = ''
  const collect = (node: HtmlNode) => {
    const name = node.nodeName.toUpperCase()
    if (node.nodeType === TEXT_NODE) text += textOf(node)
    if (node.nodeType !== ELEMENT_NODE || wordless.has(name) || sampleOf(node)) return
    const space = name === 'BR' || blocks.has(name) ? ' ' : ''
    text += space
    for (const child of Array.from(node.childNodes)) collect(child)
    text += space
  }
  collect(root)
  return text.replaceAll(/\s+/g, ' ').trim()
}

function textOf({ textContent }: HtmlNode): string {
  return assertDefined(textContent, 'only documents and their types have no text')
}

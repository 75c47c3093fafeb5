import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'

import { blockNames, blocksOf, paragraphOf } from '#app/features/editing/html-blocks.ts'
import { codeOf, elementsIn, rawText, textOf } from '#app/features/editing/html-tree.ts'
import { asTags, writeBlocks } from '#app/features/editing/write-markdown.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { linkBareAddresses } from '../content/html-transforms.server.ts'
import { markdown as renderer } from '../content/markdown.ts'
import { parseHtml, safeHtml } from '../content/safe-html.server.ts'

import { takeFootnotes, writeFootnotes } from './html-footnotes.ts'
import { isHidden, prepareHtml } from './prepare-html.server.ts'

/**
 * Converts a fragment of HTML to Markdown that is shown the same. What Markdown cannot express stays as an HTML block.
 * @param prepare changes the parsed fragment before
 * @returns the Markdown, and a sentence for each thing that was left out
 */
export function htmlToMarkdown(
  html: string,
  prepare?: (tree: Root) => void,
): { markdown: string; warnings: string[] } {
  const warnings = new Set<string>()
  let tree: Root
  try {
    tree = parseHtml(html)
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    warnings.add('Its markup was too complex, so only its text was kept.')
    tree = textTree(html)
  }
  prepare?.(tree)
  prepareHtml(tree, warnings)
  takeFootnotes(tree)
  withoutUsualLanguage(tree)
  const safe = safeHtml(tree)
  withoutEmptySpans(safe)
  linkBareAddresses(safe)
  const parts = writeFootnotes(partsOf(blocksOf(safe.children, 0)))
  return { markdown: parts.filter((part) => part !== '').join('\n\n'), warnings: [...warnings] }
}

export function hidesPart(markdown: string): boolean {
  if (!markdown.includes('<') || !/hidden|style/i.test(markdown)) return false
  try {
    return [...elementsIn(parseHtml(renderer.render(markdown)))].some(
      (element) => isHidden(element) && element.tagName !== 'svg',
    )
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    return true
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
const WRAPPER = /^(?:article|body|div|main|section)$/

/** Removes a `dir` and `lang` that say nothing new. Blogger and Google Docs write them on every element. */
function withoutUsualLanguage(tree: Root): void {
  const text = textOf(tree)
  const isLeftToRight = !RIGHT_TO_LEFT.test(text)
  for (const element of elementsIn(tree)) {
    const { tagName, properties } = element
    if (isLeftToRight && /^(?:ltr|auto)$/i.test(String(properties['dir']))) delete properties['dir']
    if (properties['lang'] && WRAPPER.test(tagName) && textOf(element).length * 2 > text.length)
      delete properties['lang']
  }
}

/** Replaces `span` elements without attributes by their content. */
function withoutEmptySpans(parent: Root | Element): void {
  const children: (RootContent | ElementContent)[] = []
  for (const child of parent.children) {
    if (child.type === 'element') withoutEmptySpans(child)
    const isEmpty =
      child.type === 'element' && child.tagName === 'span' && Object.keys(child.properties).length === 0
    if (isEmpty) for (const inner of child.children) children.push(inner)
    else children.push(child)
  }
  parent.children = children as typeof parent.children
}

function textTree(html: string): Root {
  const parts = html.replaceAll(/<[^<>]{0,10000}>/g, ' ').split(/\n\s*\n/)
  return {
    type: 'root',
    children: parts.map((value) => paragraphOf([{ type: 'text', value }])),
  }
}

function partsOf(blocks: readonly Element[]): string[] {
  const plain = new Set(blocks.filter(isPlain))
  const parts = writeBlocks(blocks, (block) => plain.has(block))
  const doubtful: number[] = []
  for (const [at, block] of blocks.entries()) {
    if (!plain.has(block)) parts[at] = htmlBlock(block)
    else if (!isSure(block)) doubtful.push(at)
  }
  verify(doubtful, blocks, parts)
  return parts
}

/** Replaces blocks whose Markdown is shown differently by their HTML. Halving finds them with few comparisons. */
function verify(doubtful: readonly number[], blocks: readonly Element[], parts: string[]): void {
  const [first] = doubtful
  if (first === undefined || isShownAs(doubtful, blocks, parts)) return
  if (doubtful.length === 1) {
    parts[first] = htmlBlock(assertDefined(blocks[first], 'each part has its block'))
    return
  }
  const middle = Math.ceil(doubtful.length / 2)
  verify(doubtful.slice(0, middle), blocks, parts)
  verify(doubtful.slice(middle), blocks, parts)
}

/** Whether readers see the same words, code, links and pictures in the Markdown as in the blocks. */
function isShownAs(some: readonly number[], blocks: readonly Element[], parts: readonly string[]): boolean {
  const tree: Root = { type: 'root', children: some.flatMap((at) => blocks[at] ?? []) }
  try {
    const shown = safeHtml(parseHtml(renderer.render(some.map((at) => parts[at]).join('\n\n'))))
    return signature(shown) === signature(tree)
  } catch (error) {
    // All blocks together may have more elements than one text may have.
    if (!(error instanceof FieldErrors)) throw error
    return false
  }
}

/** Paragraphs and headings without any character that Markdown could take for markup need no comparison. */
function isSure(block: Element): boolean {
  return /^(?:p|h[1-6])$/.test(block.tagName) && isSureText(block.children)
}

function isSureText(children: readonly ElementContent[]): boolean {
  return children.every((child) => {
    if (child.type === 'text') return !/[\\`*_[\]<>&~|#!\uE000-\uE005\u00A0]/.test(child.value)
    if (child.type !== 'element') return false
    const { tagName, properties } = child
    const isSafeLink =
      tagName === 'a' && /^https?:\/\/[\w./?=-]+$/.test(String(properties['href'])) && !properties['title']
    return (isSafeLink || tagName === 'em' || tagName === 'strong') && isSureText(child.children)
  })
}

/** Elements that Markdown can express. */
const inMarkdown: ReadonlySet<string> = new Set(
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i img input li ol p pre s strike strong table tbody td th thead tr ul'.split(
    ' ',
  ),
)

function isPlain(block: Element): boolean {
  const elements = [block, ...elementsIn(block)]
  for (const { tagName, properties } of elements) {
    if (!inMarkdown.has(tagName) && !asTags.has(tagName)) return false
    if (properties['dir'] || properties['lang'] || properties['colSpan'] || properties['rowSpan'])
      return false
    if (tagName === 'ol' && (properties['type'] || properties['reversed'])) return false
    if (tagName === 'li' && properties['value']) return false
  }
  const pictures = elements.filter(({ tagName }) => tagName === 'pre')
  if (
    pictures.some((pre) =>
      [...elementsIn(pre)].some(({ tagName }) => /^(?:a|img)$/.test(tagName) || blockNames.has(tagName)),
    )
  )
    return false
  if (block.tagName !== 'table') return elements.every(({ tagName }) => tagName !== 'table')
  if (elements.some(({ tagName }, at) => at > 0 && (blockNames.has(tagName) || tagName === 'br')))
    return false
  const rows = elements.filter(({ tagName }) => tagName === 'tr')
  const widths = new Set(rows.map((row) => row.children.filter((cell) => cell.type === 'element').length))
  const isHeaded =
    rows[0]?.children.every((cell) => cell.type !== 'element' || cell.tagName === 'th') ?? false
  return widths.size === 1 && isHeaded
}

/** The words of a tree, its code with each character, and its links, pictures and blocks. */
function signature(tree: Root): string {
  const parts = [textOf(tree)]
  for (const element of elementsIn(tree)) {
    const { tagName, properties } = element
    if (tagName === 'pre') parts.push(`pre ${codeOf(element).text}`)
    if (tagName === 'code') parts.push(`code ${rawText(element).replaceAll(/\s+/g, ' ').trim()}`)
    if (tagName === 'a' && properties['href'] && textOf(element) !== '')
      parts.push(`a ${decoded(properties['href'])}`)
    if (tagName === 'img')
      parts.push(
        `img ${decoded(properties['src'])} ${(properties['alt'] ?? '').replaceAll(/\s+/g, ' ').trim()}`,
      )
    if (/^(?:h[1-6]|li|blockquote|td|th|hr|br|table)$/.test(tagName)) parts.push(tagName)
  }
  return parts.join('\n')
}

function decoded(value: unknown): string {
  const address = typeof value === 'string' ? value.trim() : ''
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** HTML in Markdown ends at a blank line, and a line such as `|-|` would make a table of it. */
function htmlBlock(block: Element): string {
  escapeLineEnds(block, false)
  return toHtml(block)
    .replaceAll(LINE_END, '&#10;')
    .replaceAll(/\n(?=[|: \t-]*$)/gm, ' ')
    .trim()
}

/** Stands for a line end of code until the HTML is written. */
const LINE_END = '\u{F8FF}'

function escapeLineEnds(parent: Element, isCode: boolean): void {
  const isWithin = isCode || parent.tagName === 'pre'
  for (const child of parent.children) {
    if (child.type === 'text' && isWithin) child.value = child.value.replaceAll('\n', LINE_END)
    if (child.type === 'element') escapeLineEnds(child, isWithin)
  }
}

import type { Element as HastElement, ElementContent, Properties } from 'hast'

import { blocksOf } from '../html-blocks.ts'
import { hidesCells, tableOfCells } from '../pasted-cells.ts'
import { writeBlocks } from '../write-markdown.ts'

import { cleanPasted, hasMarks, isCodeOfEditor } from './clean-pasted.ts'
import { textOf } from './pasted-layouts.ts'

/** The format of a field's text: Markdown, the marks that replies or texts of pages allow, or plain text. */
export type PasteStyle = 'markdown' | 'reply' | 'page' | 'words'

const marksOf = {
  reply: { strong: '**', em: '_', heading: '' },
  page: { strong: '**', em: '*', heading: '## ' },
}
type Marks = (typeof marksOf)['reply'] | null

export type Pasted = {
  text: string
  /** Pictures within the HTML. `held` stands for each in the text until it is uploaded. */
  pictures: readonly PastedPicture[]
  lostPictures: number
}

export type PastedPicture = { held: string; alt: string; file: File }

/** Writes what a clipboard holds as the text of a field. */
export function textOfPaste(html: string, plain: string, style: PasteStyle): Pasted {
  const cells = tableOfCells(html, plain)
  const asIs = { text: plain, pictures: [], lostPictures: 0 }
  if (cells !== null && style === 'markdown') return { ...asIs, text: `\n${cells}\n` }
  if (cells !== null && !hidesCells(html)) return asIs
  if (isCodeOfEditor(html)) return asIs
  const { body, lostPictures, isReviewed } = cleanPasted(html)
  if (!hasMarks(body) && !isReviewed) return { ...asIs, lostPictures }
  const shown = body.querySelectorAll('img')
  if (style !== 'markdown')
    return { text: wordsOf(body, style), pictures: [], lostPictures: lostPictures + shown.length }
  const pictures = [...shown].flatMap((picture, n) => holdPicture(picture, n + 1))
  return { text: markdownOf(body), pictures, lostPictures }
}

function holdPicture(picture: HTMLImageElement, number: number): PastedPicture[] {
  const name = `picture ${number}`
  const file = fileOfPicture(picture, name)
  if (!file) {
    if (picture.src.startsWith('data:')) picture.remove()
    return []
  }
  const alt = picture.alt || 'What it shows'
  picture.alt = `Uploading ${name}…`
  picture.setAttribute('src', '')
  return [{ held: `![Uploading ${name}…]()`, alt, file }]
}

/** Returns a picture that stands in the HTML itself as a file. */
export function fileOfPicture(picture: HTMLImageElement, name: string): File | null {
  const [, type = '', data = ''] = /^data:(image\/[\w.+-]+);base64,(.*)$/is.exec(picture.src) ?? []
  if (data === '') return null
  try {
    return new File([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], name, { type })
  } catch {
    return null
  }
}

function markdownOf(body: Element): string {
  return writeBlocks(blocksOf(childrenOf(body)))
    .filter((part) => part !== '')
    .join('\n\n')
}

const NAMES: Readonly<Record<string, string>> = { class: 'className', colspan: 'colSpan', rowspan: 'rowSpan' }

function childrenOf(parent: Element): ElementContent[] {
  return [...parent.childNodes].flatMap((node): ElementContent[] => {
    if (node.nodeType === 3) return [{ type: 'text', value: textOf(node) }]
    return node.nodeType === 1 ? [elementOf(node as Element)] : []
  })
}

function elementOf(element: Element): HastElement {
  const properties: Properties = {}
  for (const { name, value } of element.attributes)
    if (/^(?:href|title|src|alt|start|align|class|checked)$/.test(name))
      properties[NAMES[name] ?? name] = name === 'checked' ? true : value
  return { type: 'element', tagName: element.localName, properties, children: childrenOf(element) }
}

/** Writes readable text: paragraphs, lists with their marks, and the address of each link behind its words. */
function wordsOf(body: Element, style: PasteStyle): string {
  const lines: string[] = []
  const marks = style === 'reply' || style === 'page' ? marksOf[style] : null
  addBlocks(childrenOf(body), '', lines, marks)
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function addBlocks(children: readonly ElementContent[], indent: string, lines: string[], marks: Marks): void {
  for (const block of blocksOf(children)) {
    const { tagName } = block
    if (tagName === 'ul' || tagName === 'ol') addItems(block, indent, lines, marks)
    else if (tagName === 'table') {
      for (const row of block.children) if (row.type === 'element') lines.push(...rowsOf(row, marks))
    } else if (tagName === 'blockquote') addBlocks(block.children, `${indent}> `, lines, marks)
    else if (tagName === 'hr') lines.push('—')
    else {
      const text = inlineOf(block.children, marks, tagName === 'pre').trim()
      const isTitle = /^h[1-6]$/.test(tagName) && marks !== null && !text.includes('*')
      for (const line of text.split('\n')) lines.push(indent + (isTitle ? titleOf(line, marks) : line))
    }
    if (indent.trim() === '' || indent.startsWith('>')) lines.push('')
  }
}

function rowsOf(row: HastElement, marks: Marks): string[] {
  if (row.tagName !== 'tr')
    return row.children.flatMap((each) => (each.type === 'element' ? rowsOf(each, marks) : []))
  return [
    row.children
      .map((cell) => (cell.type === 'element' ? inlineOf(cell.children, marks).trim() : ''))
      .join(' | '),
  ]
}

function titleOf(line: string, { heading }: NonNullable<Marks>): string {
  return heading === '' ? `**${line}**` : heading + line
}

function addItems(list: HastElement, indent: string, lines: string[], marks: Marks): void {
  let number = Number(list.properties['start'] ?? 1)
  for (const item of list.children) {
    if (item.type !== 'element') continue
    const isList = (node: ElementContent) => node.type === 'element' && /^[ou]l$/.test(node.tagName)
    if (isList(item)) {
      addItems(item, `${indent}  `, lines, marks)
      continue
    }
    const text = inlineOf(
      item.children.filter((node) => !isList(node)),
      marks,
    )
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim()
    lines.push(`${indent}${list.tagName === 'ol' ? `${number}.` : '-'} ${text}`)
    number += 1
    for (const node of item.children)
      if (node.type === 'element' && isList(node)) addItems(node, `${indent}  `, lines, marks)
  }
}

function inlineOf(children: readonly ElementContent[], marks: Marks, isCode = false): string {
  return children
    .map((node): string => {
      if (node.type === 'text') return isCode ? node.value : node.value.replaceAll(/[ \t\n\r\f]+/g, ' ')
      if (node.type !== 'element') return ''
      const { tagName, properties } = node
      const text = inlineOf(node.children, marks, isCode)
      const words = text.trim()
      if (tagName === 'br') return '\n'
      if (words === '') return text
      if (tagName === 'a') return linkOf(words, String(properties['href']), marks)
      const isMarked = marks !== null && (tagName === 'strong' || tagName === 'em') && !/[*_\n]/.test(words)
      const mark = isMarked ? marks[tagName] : undefined
      if (mark) return text.replace(words, () => `${mark}${words}${mark}`)
      return /^(?:p|div)$/.test(tagName) ? `${text}\n` : text
    })
    .join('')
}

function linkOf(words: string, href: string, marks: Marks): string {
  if (words === href || `mailto:${words}` === href || `tel:${words}` === href) return words
  return marks !== null && !/[[\]\n]/.test(words) && !/[\s()]/.test(href) && !href.startsWith('tel:')
    ? `[${words}](${href})`
    : `${words} (${href.replace(/^(?:mailto|tel):/, '')})`
}

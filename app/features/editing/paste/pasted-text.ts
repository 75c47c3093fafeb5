import type { Element as HastElement, ElementContent, Properties } from 'hast'

import { blocksOf } from '../html-blocks.ts'
import { tableOfCells } from '../pasted-cells.ts'
import { writeBlocks } from '../write-markdown.ts'

import { cleanPasted, hasMarks, isCodeOfEditor } from './clean-pasted.ts'

/** How a field writes what it holds: Markdown, the few marks of replies, or words alone. */
export type PasteStyle = 'markdown' | 'reply' | 'words'

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
  if (cells !== null) return { ...asIs, text: style === 'markdown' ? `\n${cells}\n` : plain }
  if (isCodeOfEditor(html)) return asIs
  const { body, lostPictures } = cleanPasted(html)
  if (!hasMarks(body)) return { ...asIs, lostPictures }
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
    if (node.nodeType === 3) return [{ type: 'text', value: node.nodeValue ?? '' }]
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
  const isReply = style === 'reply'
  const lines: string[] = []
  addBlocks(childrenOf(body), '', lines, isReply)
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function addBlocks(
  children: readonly ElementContent[],
  indent: string,
  lines: string[],
  isReply: boolean,
): void {
  for (const block of blocksOf(children)) {
    const { tagName } = block
    if (tagName === 'ul' || tagName === 'ol') addItems(block, indent, lines, isReply)
    else if (tagName === 'table') {
      for (const row of block.children) if (row.type === 'element') lines.push(...rowsOf(row, isReply))
    } else if (tagName === 'blockquote') addBlocks(block.children, `${indent}> `, lines, isReply)
    else if (tagName === 'hr') lines.push('—')
    else {
      const text = inlineOf(block.children, isReply, tagName === 'pre').trim()
      const isTitle = /^h[1-6]$/.test(tagName) && isReply && !text.includes('*')
      for (const line of text.split('\n')) lines.push(indent + (isTitle ? `**${line}**` : line))
    }
    if (indent.trim() === '' || indent.startsWith('>')) lines.push('')
  }
}

function rowsOf(row: HastElement, isReply: boolean): string[] {
  if (row.tagName !== 'tr')
    return row.children.flatMap((each) => (each.type === 'element' ? rowsOf(each, isReply) : []))
  return [
    row.children
      .map((cell) => (cell.type === 'element' ? inlineOf(cell.children, isReply).trim() : ''))
      .join(' | '),
  ]
}

function addItems(list: HastElement, indent: string, lines: string[], isReply: boolean): void {
  let number = Number(list.properties['start'] ?? 1)
  for (const item of list.children) {
    if (item.type !== 'element') continue
    const isList = (node: ElementContent) => node.type === 'element' && /^[ou]l$/.test(node.tagName)
    if (isList(item)) {
      addItems(item, `${indent}  `, lines, isReply)
      continue
    }
    const text = inlineOf(
      item.children.filter((node) => !isList(node)),
      isReply,
    )
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim()
    lines.push(`${indent}${list.tagName === 'ol' ? `${number}.` : '-'} ${text}`)
    number += 1
    for (const node of item.children)
      if (node.type === 'element' && isList(node)) addItems(node, `${indent}  `, lines, isReply)
  }
}

function inlineOf(children: readonly ElementContent[], isReply: boolean, isCode = false): string {
  return children
    .map((node): string => {
      if (node.type === 'text') return isCode ? node.value : node.value.replaceAll(/[ \t\n\r\f]+/g, ' ')
      if (node.type !== 'element') return ''
      const { tagName, properties } = node
      const text = inlineOf(node.children, isReply, isCode)
      const words = text.trim()
      if (tagName === 'br') return '\n'
      if (words === '') return text
      if (tagName === 'a') return linkOf(words, String(properties['href']), isReply)
      const mark = isReply && !/[*_\n]/.test(words) ? { strong: '**', em: '_' }[tagName] : undefined
      if (mark) return text.replace(words, () => `${mark}${words}${mark}`)
      return /^(?:p|div)$/.test(tagName) ? `${text}\n` : text
    })
    .join('')
}

function linkOf(words: string, href: string, isReply: boolean): string {
  if (words === href || `mailto:${words}` === href || `tel:${words}` === href) return words
  return isReply && !/[[\]\n]/.test(words) && !/[\s()]/.test(href) && !href.startsWith('tel:')
    ? `[${words}](${href})`
    : `${words} (${href.replace(/^(?:mailto|tel):/, '')})`
}

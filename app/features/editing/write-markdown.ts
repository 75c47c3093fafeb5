import type { Element, ElementContent } from 'hast'

import { codeOf, elementsIn, openTag, rawText } from './html-tree.ts'

/** Inline elements that stay as tags within Markdown. */
export const asTags: ReadonlySet<string> = new Set(
  'abbr cite dfn ins kbd mark q ruby rb rt rp rtc samp small span sub sup time tt u var'.split(' '),
)

const blockTags = /^(?:p|h[1-6]|ul|ol|pre|blockquote|table|hr)$/

/**
 * Writes each block as Markdown. What that cannot express is shown otherwise, so the caller compares it.
 * @param isWanted says which blocks are written; the others are empty
 */
export function writeBlocks(blocks: readonly Element[], isWanted?: (block: Element) => boolean): string[] {
  let isOther = false
  return blocks.map((block, n) => {
    // Two lists in a row would be one if their marks were the same.
    isOther = blocks[n - 1]?.tagName === block.tagName && !isOther
    return isWanted?.(block) === false ? '' : writeBlock(block, isOther)
  })
}

function joined(blocks: readonly Element[]): string {
  return writeBlocks(blocks).filter(Boolean).join('\n\n')
}

function writeBlock(block: Element, isOther: boolean): string {
  const { tagName, children } = block
  if (/^h[1-6]$/.test(tagName)) {
    const text = onOneLine(writeInline(children)).replace(/(?<=^|\s)#+$/, String.raw`\$&`)
    return `${'#'.repeat(Number(tagName[1]))} ${text}`.trimEnd()
  }
  if (tagName === 'hr') return '---'
  switch (tagName) {
    case 'pre':
      return writeCode(block)
    case 'blockquote':
      return prefixed(joined(blocksIn(children)), '> ', '> ').replaceAll(/^> $/gm, '>')
    case 'ul':
    case 'ol':
      return writeList(block, isOther)
    case 'table':
      return writeTable(block)
    default:
      return protectStarts(writeInline(children))
  }
}

/** Text between blocks is a paragraph. */
function blocksIn(children: readonly ElementContent[]): Element[] {
  const blocks: Element[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    if (run.some((node) => node.type === 'element' || (node.type === 'text' && node.value.trim() !== '')))
      blocks.push({ type: 'element', tagName: 'p', properties: {}, children: run })
    run = []
  }
  for (const child of children) {
    if (child.type !== 'element' || !blockTags.test(child.tagName)) {
      run.push(child)
      continue
    }
    endRun()
    blocks.push(child)
  }
  endRun()
  return blocks
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, n) => (n === 0 ? first + line : line === '' && others.trim() === '' ? '' : others + line))
    .join('\n')
}

function writeList({ tagName, properties, children }: Element, isOther: boolean): string {
  const items: Element[] = []
  for (const child of children) {
    if (child.type !== 'element') continue
    // Old editors put a nested list beside its item.
    const last = items.at(-1)
    if (child.tagName === 'li' || !last) items.push(child)
    else items[items.length - 1] = { ...last, children: [...last.children, child] }
  }
  const isLoose = items.some(({ children: inner }) =>
    inner.some((node) => node.type === 'element' && node.tagName === 'p'),
  )
  const first = Number(properties['start'] ?? 1)
  return items
    .map((item, n) => {
      const mark = tagName === 'ul' ? (isOther ? '* ' : '- ') : `${first + n}${isOther ? ')' : '.'} `
      const [start, ...others] = item.children
      const isTask = start?.type === 'element' && start.tagName === 'input'
      const box = isTask ? `[${start.properties['checked'] ? 'x' : ' '}] ` : ''
      const blocks = blocksIn(isTask ? others : item.children)
      const parts = blocks.map((block, at) => writeBlock(block, blocks[at - 1]?.tagName === block.tagName))
      const isApart = isLoose || blocks.some(({ tagName: name }, at) => at > 0 && !/^[uo]l$/.test(name))
      const inner = parts.filter((part) => part !== '').join(isApart ? '\n\n' : '\n')
      return prefixed(box + inner, mark, ' '.repeat(mark.length)).trimEnd()
    })
    .join(isLoose ? '\n\n' : '\n')
}

function writeTable(table: Element): string {
  const rows = [...elementsIn(table)]
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => row.children.filter((cell) => cell.type === 'element'))
  const lines = rows.map((cells) => {
    const texts = cells.map((cell) => onOneLine(writeInline(cell.children)).replaceAll('|', String.raw`\|`))
    return `| ${texts.join(' | ')} |`
  })
  const sides: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }
  const line = rows[0]?.map((cell) => sides[String(cell.properties['align'])] ?? '---') ?? []
  return [lines[0], `| ${line.join(' | ')} |`, ...lines.slice(1)].join('\n')
}

/** Characters at which a line would begin a heading, a list, a quote, a rule or a table. */
const STARTS = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=](?=[-=\s]*$)|[|:-](?=[|:\s-]*$))/gm

function protectStarts(text: string): string {
  return text.replaceAll(STARTS, String.raw`\$&`).replaceAll(/^(\d{1,9})([.)])(?=\s|$)/gm, String.raw`$1\$2`)
}

/** Stand for the marks of emphasis until the characters beside them are known. */
const KINDS = [
  { names: /^(?:b|strong)$/, open: '\uE000', close: '\uE001', tag: 'strong', marks: ['**'] },
  { names: /^(?:em|i)$/, open: '\uE002', close: '\uE003', tag: 'em', marks: ['_', '*'] },
  { names: /^(?:del|s|strike)$/, open: '\uE004', close: '\uE005', tag: 'del', marks: ['~~'] },
]
const SIGNS = /[\uE000-\uE005]/

/** A character of a text at which its Markdown continues on a new line, which readers see as a space. */
export const LINE_END = '\v'

const BREAK = '\\\n'

function onOneLine(text: string): string {
  return text.replaceAll(BREAK, '<br>').replaceAll('\n', ' ')
}

function writeInline(children: readonly ElementContent[]): string {
  const parts: string[] = []
  addInline(children, parts, '')
  const text = parts.join('')
  const marked = SIGNS.test(text) ? withMarks(text) : text
  return marked
    .slice(0, endOfText(marked))
    .replaceAll(/[ \v]*(\\\n)[ \v]*/g, '$1')
    .replace(/^(?:\s|\\\n)+/, '')
    .replaceAll(/ *\v[ \v]*/g, '\n')
}

/** Where a text ends that is followed by spaces and line breaks. */
function endOfText(text: string): number {
  const end = text.trimEnd().length
  // A line end is always that of a break, with its backslash.
  return text.includes('\n', end) && text.charAt(end - 1) === '\\' ? endOfText(text.slice(0, end - 1)) : end
}

function addInline(children: readonly ElementContent[], parts: string[], within: string): void {
  for (const child of children) {
    if (child.type === 'text') parts.push(escaped(child.value))
    if (child.type !== 'element') continue
    const { tagName, properties } = child
    if (tagName === 'br') parts.push(BREAK)
    else if (tagName === 'code') addCode(child, parts)
    else if (tagName === 'img') parts.push(`!${linkTo(escaped(textOr(properties['alt'])), child, 'src')}`)
    else if (tagName === 'a' && typeof properties['href'] === 'string') addLink(child, parts, within)
    else addSpan(child, parts, within)
  }
}

function addLink(element: Element, parts: string[], within: string): void {
  const href = textOr(element.properties['href'])
  const inner: string[] = []
  addInline(element.children, inner, within)
  const last = parts.at(-1)
  if (last?.endsWith('!')) parts[parts.length - 1] = `${last.slice(0, -1)}\\!`
  const isBare =
    href === rawText(element) && /^https?:\/\/[\w./:?=#~,;+@-]+$/.test(href) && !element.properties['title']
  parts.push(isBare ? `<${href}>` : aroundText(inner.join(''), (text) => linkTo(text, element, 'href')))
}

function linkTo(text: string, { properties }: Element, name: 'href' | 'src'): string {
  const address = textOr(properties[name])
    .trim()
    .replaceAll(/[\s<>"\\^`{|}]/g, encodeURIComponent)
    .replaceAll(/[()]|&(?=#?\w{1,40};)/g, String.raw`\$&`)
  const title = textOr(properties['title'])
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["\\]|&(?=#?\w{1,40};)/g, String.raw`\$&`)
  return `[${text}](${address}${title.trim() === '' ? '' : ` "${title}"`})`
}

function addSpan({ tagName, properties, children }: Element, parts: string[], within: string): void {
  const inner: string[] = []
  const kind = KINDS.find(({ names }) => names.test(tagName))
  if (kind && !within.includes(kind.open)) {
    addInline(children, inner, within + kind.open)
    parts.push(aroundText(inner.join(''), (text) => kind.open + text + kind.close))
    return
  }
  addInline(children, inner, within)
  if (!asTags.has(tagName)) {
    parts.push(...inner)
    return
  }
  parts.push(openTag(tagName, properties), ...inner, `</${tagName}>`)
}

/** Spaces and line breaks at the ends stay outside of marks, within which they would not be seen as marks. */
function aroundText(text: string, write: (text: string) => string): string {
  const before = /^(?:\s|\\\n)*/.exec(text)?.[0] ?? ''
  if (before.length === text.length) return text
  const end = endOfText(text)
  return before + write(text.slice(before.length, end)) + text.slice(end)
}

/** Chooses marks that Markdown recognizes beside their neighbours, or else tags. */
function withMarks(text: string): string {
  const pieces = text.split(/([\uE000-\uE005])/)
  const open: number[] = []
  const chosen = [...pieces]
  for (const [at, piece] of pieces.entries()) {
    const kind = KINDS.find((one) => one.open === piece || one.close === piece)
    if (at % 2 === 0 || !kind) continue
    if (piece === kind.open) {
      open.push(at)
      continue
    }
    const start = open.pop() ?? at
    const [before, first] = [sideOf(pieces, start - 1, -1), sideOf(pieces, start + 1, 1)]
    const [last, after] = [sideOf(pieces, at - 1, -1), sideOf(pieces, at + 1, 1)]
    const isFlanking =
      first !== 'space' &&
      last !== 'space' &&
      (first === 'word' || before !== 'word') &&
      (last === 'word' || after !== 'word')
    // The marks of two neighbours of one kind would run together.
    const isFree =
      !(pieces[start - 1] === '' && pieces[start - 2] === kind.close) &&
      !(pieces[at + 1] === '' && pieces[at + 2] === kind.open)
    const isApart = before !== 'word' && after !== 'word'
    const isAlone = before !== 'sign' && after !== 'sign'
    const [usual = '', other] = kind.marks
    const mark = usual === '_' && !isApart ? (isAlone ? other : undefined) : isFree ? usual : undefined
    chosen[start] = isFlanking && mark !== undefined ? mark : `<${kind.tag}>`
    chosen[at] = isFlanking && mark !== undefined ? mark : `</${kind.tag}>`
  }
  return chosen.join('')
}

/** What stands at one side of a mark: a letter, a space or an end, a punctuation mark, or another mark. */
function sideOf(pieces: readonly string[], at: number, step: 1 | -1): 'word' | 'space' | 'point' | 'sign' {
  const piece = pieces[at] ?? ''
  if (piece === '') return pieces[at + step] === undefined ? 'space' : 'sign'
  const char = (step === 1 ? /^./su : /.$/su).exec(piece)?.[0] ?? ' '
  return /\s/.test(char) ? 'space' : /[\p{P}\p{S}]/u.test(char) ? 'point' : 'word'
}

/** Escapes what Markdown would take for markup. White space is one space, as HTML shows it, except `LINE_END`. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[ \t\n\r\f]+/g, ' ')
    .replaceAll(
      /[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?]|$)|&(?=#?\w{1,40};)/giu,
      String.raw`\$&`,
    )
}

function addCode(code: Element, parts: string[]): void {
  if ([...elementsIn(code)].some(({ tagName }) => tagName !== 'span')) {
    parts.push('<code>')
    addInline(code.children, parts, '')
    parts.push('</code>')
    return
  }
  const text = rawText(code).replaceAll(/\s*[\n\v]\s*/g, ' ')
  if (text === '') return
  const fence = '`'.repeat(longest(text, /`+/g) + 1)
  const pad = /^`|`$|^ .*[^ ].* $/.test(text) ? ' ' : ''
  parts.push(fence + pad + text + pad + fence)
}

function writeCode(pre: Element): string {
  const { text, language } = codeOf(pre)
  const fence = '`'.repeat(Math.max(3, longest(text, /`{3,}/g) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function longest(text: string, runs: RegExp): number {
  return Array.from(text.matchAll(runs)).reduce((most, [run]) => Math.max(most, run.length), 0)
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

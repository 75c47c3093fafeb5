import { targetOf } from '../html-tree.ts'

import { writeFormulas } from './formulas.ts'
import { listsOfWordOnline } from './lists-of-word-online.ts'
import {
  attributeOf,
  dropHiddenColumns,
  dropReview,
  headingsOfCocoa,
  isBlank,
  labelCells,
  linesOfMail,
  listsOfWord,
  previousOf,
  textOf,
} from './pasted-layouts.ts'

/** What a clipboard holds besides its text, which cannot be kept. */
export type Cleaned = { body: HTMLElement; lostPictures: number; isReviewed: boolean }

const DROPPED =
  'script, style, template, title, meta, link, head, noscript, svg, math, canvas, button, select, textarea, object, embed, input:not([type=checkbox]), [hidden], [aria-hidden=true], .sr-only'
const BLOCKS =
  /^(?:address|article|aside|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|header|html|main|nav|section|summary)$/
const KEPT =
  /^(?:h[1-6]|p|ul|ol|li|blockquote|pre|hr|br|table|tr|td|th|a|strong|em|del|code|sub|sup|kbd|mark|img|input)$/
const RENAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  cite: 'em',
  s: 'del',
  strike: 'del',
  tt: 'code',
  samp: 'code',
}
const MONOSPACE = /monospace|consolas|courier|menlo|monaco|source code|roboto mono|jetbrains/i

/** Reduces pasted HTML to the elements that Markdown has, whichever program it comes from. */
export function cleanPasted(html: string): Cleaned {
  const page = new DOMParser().parseFromString(html.replaceAll(/<\/?o:p>/gi, ''), 'text/html')
  const { body } = page
  const isReviewed = dropReview(body)
  headingsOfCocoa(page)
  listsOfWord(body)
  writeFormulas(body)
  dropHiddenColumns(body)
  for (const node of comments(page)) node.remove()
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of all(body)) if (isUnseen(element)) element.remove()
  listsOfWordOnline(body)
  linesOfMail(body)
  for (const element of all(body)) keepStyle(element)
  for (const link of body.querySelectorAll('a')) cleanLink(link)
  const lostPictures = cleanPictures(body)
  for (const element of all(body)) reduce(element)
  labelCells(body)
  keepSpaces(page)
  return { body, lostPictures, isReviewed }
}

/** Code editors copy coloured text, whose plain text is what is meant. */
export function isCodeOfEditor(html: string): boolean {
  const [, style = ''] = /<(?:div|pre)\b[^>]*?\sstyle=(?:"([^"]*)"|'[^']*')/i.exec(html) ?? []
  const isMarked = /<(?:p|h[1-6]|a|b|strong|em|i|ul|ol|table|img)\b/i.test(html)
  return !isMarked && MONOSPACE.test(style) && /white-space:\s*pre|<pre/i.test(html)
}

/** Whether anything but words and line ends is left. */
export function hasMarks(body: Element): boolean {
  return (
    body.querySelector(
      'h1,h2,h3,h4,h5,h6,ul,ol,blockquote,pre,hr,table,a,strong,em,del,code,sub,sup,kbd,mark,img,input',
    ) !== null
  )
}

function all(body: HTMLElement): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>('*')].filter(({ isConnected }) => isConnected)
}

function comments(page: Document): ChildNode[] {
  const walker = page.createTreeWalker(page.body, 128)
  const found: ChildNode[] = []
  while (walker.nextNode()) found.push(walker.currentNode as ChildNode)
  return found
}

/** Browsers drop unknown declarations such as `mso-hide`, so the text of the style is read. */
export function styleOf(element: Element): string {
  return attributeOf(element, 'style')
    .toLowerCase()
    .replaceAll(/\s*([:;])\s*/g, '$1')
}

function isUnseen(element: HTMLElement): boolean {
  return /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all)/.test(styleOf(element))
}

/** Replaces styles by elements with the same meaning, such as `font-weight: bold` by `strong`. */
function keepStyle(element: HTMLElement): void {
  const style = styleOf(element)
  const name = element.localName
  if (/^(?:b|strong|i|em)$/.test(name)) {
    const isNot = /^[bs]/.test(name) ? /(?:^|;)font-weight:(?:normal|400)/ : /(?:^|;)font-style:normal/
    if (isNot.test(style)) rename(element, 'span')
    return
  }
  if (style === '' || /^(?:table|tr|td|th|ul|ol|li|pre|h[1-6])$/.test(name)) return
  const isWithin = (names: string) => element.closest(names) !== null
  const marks = [
    /(?:^|;)font-weight:(?:bold|[6-9]00)/.test(style) &&
      !isWithin('b,strong,h1,h2,h3,h4,h5,h6,th') &&
      'strong',
    /(?:^|;)font-style:italic/.test(style) && !isWithin('i,em') && 'em',
    /text-decoration[a-z-]*:[^;]*line-through/.test(style) && !isWithin('s,del,strike') && 'del',
    /vertical-align:super/.test(style) && 'sup',
    /vertical-align:sub/.test(style) && 'sub',
    name === 'span' &&
      MONOSPACE.test(/font-family:([^;]*)/.exec(style)?.[1] ?? '') &&
      !isWithin('pre,code') &&
      'code',
  ]
  for (const mark of marks) if (mark) wrapContent(element, mark)
}

function wrapContent(element: HTMLElement, name: string): void {
  if (textOf(element).trim() === '') return
  const isAround = element.querySelector('p,div,ul,ol,li,table,h1,h2,h3,h4,h5,h6,blockquote,pre') !== null
  if (isAround) return
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

function rename(element: Element, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function cleanLink(link: HTMLAnchorElement): void {
  const address = targetOf(attributeOf(link, 'href').trim())
  if (link.closest('h1,h2,h3,h4,h5,h6') && /^[#¶§]$/.test(textOf(link).trim())) link.replaceChildren()
  const isShown = textOf(link).trim() !== '' || link.querySelector('img') !== null
  if (!isShown || !/^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address)) unwrap(link)
  else link.setAttribute('href', address)
}

/** @returns how many pictures are files that the browser may not read. */
function cleanPictures(body: HTMLElement): number {
  let lost = 0
  for (const picture of body.querySelectorAll('img')) {
    const address = attributeOf(picture, 'src').trim()
    const alt = attributeOf(picture, 'alt')
    const isDot = ['width', 'height'].every((side) => Number(picture.getAttribute(side) ?? 9) <= 1)
    const isSign = /^(?:\p{Extended_Pictographic}|\p{M}|\u200D)+$/u.test(alt)
    if (isSign) picture.replaceWith(alt)
    else if (isDot || picture.closest('[role=checkbox]')) picture.remove()
    else if (!/^(?:https?:|data:image\/|\/(?!\/))/i.test(address)) {
      if (address !== '') lost += 1
      picture.remove()
    }
  }
  return lost
}

function reduce(element: HTMLElement): void {
  const name = element.localName
  if (name === 'iframe' || name === 'video' || name === 'audio') replacePlayer(element)
  else if (name === 'input' || /^(?:thead|tbody|tfoot|colgroup|col|caption)$/.test(name)) {
    if (name.startsWith('col')) element.remove()
  } else if (RENAMED[name]) rename(element, RENAMED[name])
  else if (element.getAttribute('role') === 'heading')
    rename(element, `h${Math.min(6, Number(element.getAttribute('aria-level')) || 2)}`)
  else if (name === 'pre') keepCode(element)
  else if (name === 'code' && element.querySelector('br')) keepLines(element)
  else if (/^h[1-6]$/.test(name) && isBlank(element)) element.remove()
  else if (name === 'li') addBox(element)
  else if (/^[uo]l$/.test(name)) joinList(element)
  else if (name === 'dt') wrapContent(rename(element, 'p'), 'strong')
  else if (name === 'figcaption' || name === 'summary' || name === 'dd') rename(element, 'p')
  else if (BLOCKS.test(name)) {
    if (name !== 'div') rename(element, 'div')
  } else if (!KEPT.test(name)) unwrap(element)
}

function replacePlayer(player: HTMLElement): void {
  const address = player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src') ?? ''
  if (!/^https?:/.test(address)) {
    player.remove()
    return
  }
  const link = rename(player, 'a')
  link.setAttribute('href', address)
  link.textContent = address
}

function keepCode(pre: HTMLElement): void {
  const code = pre.querySelector('code')
  const named = `${pre.className} ${pre.parentElement?.className ?? ''} ${code?.className ?? ''}`
  const [, language = ''] = /\b(?:lang(?:uage)?-|highlight-source-)([\w+#.-]+)/.exec(named) ?? []
  for (const line of pre.querySelectorAll('br')) line.replaceWith('\n')
  for (const line of pre.querySelectorAll('div, p')) line.append('\n')
  const text = textOf(pre)
  const kept = pre.ownerDocument.createElement('code')
  kept.textContent = text
  if (language) kept.className = `language-${language.toLowerCase()}`
  pre.replaceChildren(kept)
}

function keepLines(code: HTMLElement): void {
  if (code.closest('pre')) return
  const pre = code.ownerDocument.createElement('pre')
  code.before(pre)
  pre.append(code)
  if (code.dataset['language']) code.className = `language-${code.dataset['language']}`
  keepCode(pre)
}

/** Some programs write a nested list as a list within a list, without an item around it. */
function joinList(list: HTMLElement): void {
  const isFirst = list.previousElementSibling === null
  const item = list.closest('li')
  const above = item === null ? null : previousOf(item)
  if (item && above?.localName === 'li' && textOf(item).trim() === textOf(list).trim()) {
    above.append(list)
    item.remove()
  }
  if (isFirst && /^[uo]l$/.test(list.parentElement?.localName ?? '')) unwrap(list)
}

/** Google Docs, Notion and editors mark tasks each in their own way. */
function addBox(item: HTMLElement): void {
  const parts = [...item.children].filter(({ localName }) => /^(?:p|div)$/.test(localName))
  if (parts.length === 1) for (const part of parts) if (part.className !== 'checkbox') unwrap(part)
  const first = item.ownerDocument.createTreeWalker(item, 4).nextNode()
  const typed = /^\s*\[([ x])\]\s+/.exec(first?.nodeValue ?? '')
  const box = item.querySelector(':scope > .checkbox')
  const isTask = item.getAttribute('role') === 'checkbox' || box !== null || typed !== null
  const own = item.querySelector('input')
  if (own?.parentElement?.localName === 'label' || own?.parentElement?.localName === 'p') item.prepend(own)
  if (!isTask || own) return
  const isDone =
    item.getAttribute('aria-checked') === 'true' ||
    typed?.[1] === 'x' ||
    /checkbox-on/.test(box?.className ?? '')
  if (typed && first) first.nodeValue = textOf(first).slice(typed[0].length)
  const made = item.ownerDocument.createElement('input')
  made.type = 'checkbox'
  if (isDone) made.setAttribute('checked', '')
  item.prepend(made)
}

/** No-break spaces stay between two words only, where someone may have typed them. */
function keepSpaces(page: Document): void {
  const walker = page.createTreeWalker(page.body, 4)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.parentElement?.closest('pre')) continue
    node.nodeValue = textOf(node)
      .replaceAll(/(?<=\s|^)\u00A0|\u00A0(?=\s|$)/g, ' ')
      .replaceAll('\u200B', '')
  }
}

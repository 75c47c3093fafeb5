import { isLinkAddress } from '../fields.ts'

import type { ProposedPage, Sourced } from './proposal.ts'
import { piecesOf } from './read-sections.ts'
import { type SitePage, type SiteSection, squeezed } from './site-page.ts'

const MAX_TITLE = 120
const MAX_TEXT = 5500
const MOST_BLOCKS = 50

type Block = { id: string; type: string; version: 1; props: Record<string, unknown> }

const SERVICE_PATH =
  /^\/(?:services?|solutions?|products?|offers?|leistung(?:en)?|angebote?|prestations?)\/[^/]+/i
const CONTACT_PATH = /^\/(?:contact|contact-us|kontakt|get-in-touch)(?:\/|\.\w+)?$/i

/** Proposes a draft in the page's own words: a head, a text per heading, its questions, and a form if it had one. */
export function proposePage(page: SitePage): ProposedPage {
  const { pathname } = new URL(page.url)
  const sentences: Sourced[] = []
  const say = (text: string, most = Infinity): string => {
    // Leave room for the space that `plain` adds to each brace.
    const said = cut(withoutMarks(text), most - text.split('{').length + 1)
    const words = plain(said)
    // Only text that occurs on the page is proposed, however it was parsed.
    if (words === '' || !page.whole.includes(squeezed(said))) return ''
    sentences.push({ text: words, url: page.url })
    return words
  }
  const title = say(page.title, MAX_TITLE)
  const name = say(page.title, 60)
  const [lead, sections] = leadOf(page)
  const blocks: Block[] = [
    { id: 'head', type: 'page-head', version: 1, props: { title, text: say(lead) } },
    ...sections.flatMap((section, index) => textBlocks(section, index, title, say)),
    ...questionsBlock(page, title, say),
    ...(page.hasForm || CONTACT_PATH.test(pathname)
      ? [{ id: 'contact', type: 'contact', version: 1 as const, props: { title } }]
      : []),
  ]
  const isService = SERVICE_PATH.test(pathname)
  const [price = ''] = page.prices
  return {
    kind: isService ? 'service' : 'page',
    path: pathFor(pathname),
    url: page.url,
    document: {
      name,
      metaTitle: say(page.metaTitle, MAX_TITLE),
      description: say(page.description, 300),
      ...(isService && {
        service: { summary: say(page.description || lead, 300), price: say(price, 80), ...currencyOf(price) },
      }),
      blocks: blocks.slice(0, MOST_BLOCKS),
    },
    sentences: [...new Map(sentences.map((each) => [each.text, each])).values()],
  }
}

/** Returns the first paragraph, if it comes before the first heading, and the rest. */
function leadOf({ sections }: SitePage): [lead: string, sections: readonly SiteSection[]] {
  const [first, ...others] = sections
  if (!first) return ['', sections]
  const [part, ...parts] = first.parts
  if (first.heading !== '' || part?.kind !== 'paragraph' || part.text.length > 600) return ['', sections]
  return [part.text, parts.length > 0 ? [{ heading: '', parts }, ...others] : others]
}

type Say = (text: string, most?: number) => string

/** Returns one block, or several if the text is longer than one allows. */
function textBlocks({ heading, parts }: SiteSection, index: number, pageTitle: string, say: Say): Block[] {
  const title = say(heading, MAX_TITLE) || pageTitle
  const texts: string[] = []
  let isAfterRow = false
  const sayMarked = (text: string) => {
    const words = say(text, MAX_TEXT)
    const shown = marked(text)
    return words !== '' && shown.length <= MAX_TEXT ? shown : words
  }
  for (const part of parts) {
    const said = saidOf(part, sayMarked)
    if (said === '') continue
    const before = texts.at(-1)
    const between = part.kind === 'row' && isAfterRow ? '\n' : '\n\n'
    isAfterRow = part.kind === 'row'
    if (before === undefined || before.length + said.length > MAX_TEXT) texts.push(said.slice(0, MAX_TEXT))
    else texts[texts.length - 1] = `${before}${between}${said}`
  }
  return texts.map((text, n) => ({
    id: `text-${index + 1}-${n + 1}`,
    type: 'rich-text',
    version: 1,
    props: { title, text },
  }))
}

/** Returns a part as Markdown. A row of a table is an item of a list: its first cell, and the others after a colon. */
function saidOf(part: SiteSection['parts'][number], say: (text: string) => string): string {
  if (part.kind === 'paragraph') return unmarked(say(part.text))
  const said = (part.kind === 'list' ? part.items : part.cells).map(say).filter((text) => text !== '')
  const [first = '', ...others] = said
  if (part.kind === 'row')
    return first === '' ? '' : `- ${[first, others.join(' · ')].filter(Boolean).join(': ')}`
  return said.map((item, index) => `${part.isNumbered ? `${index + 1}.` : '-'} ${item}`).join('\n')
}

const withoutMarks = (text: string) =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('')

function marked(text: string): string {
  return piecesOf(text)
    .map(({ text: words, isBold, address }) => {
      const shown = plain(words)
      if (isBold) return `**${shown}**`
      const target = address?.replaceAll(/[()*{]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
      const isLink = target !== undefined && isLinkAddress(target) && !/[[\]]/.test(shown)
      return isLink ? `[${shown}](${target})` : shown
    })
    .join('')
}

function questionsBlock({ questions }: SitePage, title: string, say: Say): Block[] {
  const entries = questions
    .map(({ question, answer }) => ({ question: say(question, 200), answer: say(answer, 1500) }))
    .filter(({ question, answer }) => question !== '' && answer !== '')
  return entries.length === 0 ? [] : [{ id: 'questions', type: 'faq', version: 1, props: { title, entries } }]
}

/** Shortens a text to `most` characters, at the end of a word. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const short = text.slice(0, most)
  return short.slice(0, Math.max(short.lastIndexOf(' '), 1)).trim()
}

/** Keeps braces and asterisks from being read as facts or Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\{(?=\S)/g, '{ ').replaceAll(/\*/g, '∗')
}

/** Keeps a paragraph from being read as a list item or heading; a list would be renumbered. */
function unmarked(text: string): string {
  return text.replace(/^(\d{1,3}[.)]|[-*]|#{1,6}) /, '$1\u00A0')
}

const currencies = { '€': 'EUR', '£': 'GBP', $: 'USD', Fr: 'CHF' } as const

function currencyOf(price: string): { currency?: string } {
  const found = Object.entries(currencies).find(
    ([sign, code]) => price.includes(sign) || price.includes(code),
  )
  return found ? { currency: found[1] } : {}
}

/** Returns the page's path, as far as paths here allow it. */
export function pathFor(pathname: string): string {
  const parts = pathname
    .normalize('NFKD')
    .toLowerCase()
    .split('/')
    .map((part) =>
      decodedPart(part)
        .replace(/\.(?:html?|php|aspx?)$/, '')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 50),
    )
    .filter((part) => part !== '' && part !== 'index')
    .slice(0, 4)
  const path = `/${parts.join('/')}`
  return path === '/' ? '/start' : path.slice(0, 110).replace(/[-/]+$/, '')
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  } catch {
    return part
  }
}

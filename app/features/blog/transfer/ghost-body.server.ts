import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'

import { FieldErrors } from '#app/platform/errors.ts'

import { classesOf, elementsIn, textOf } from '#app/features/editing/html-tree.ts'
import { markdown } from '../content/markdown.ts'
import { parseHtml } from '../content/safe-html.server.ts'

import { paragraphs } from './feed-post.server.ts'
import { type BodyState, card, EMAIL_ONLY, type Row, textIn } from './ghost-cards.ts'
import { fromLexical, fromMobiledoc } from './ghost-editors.ts'

export type GhostBody = {
  html: string
  warnings: string[]
  /** Whether a part of it is for members only. */
  isRestricted: boolean
}

/** Returns a post's text as neutral HTML: from its HTML or, where that has none, from what its editor stored. */
export function ghostBody(post: Row): GhostBody {
  const state: BodyState = { warnings: new Set(), isRestricted: false }
  const sources = ['html', 'lexical', 'mobiledoc'].map((name) => textIn(post, name))
  if (sources.some((source) => MEMBERS_ONLY.test(source))) state.isRestricted = true
  const reads = [
    () => withoutGates(textIn(post, 'html'), state),
    () => fromLexical(textIn(post, 'lexical'), state),
    () => fromMobiledoc(textIn(post, 'mobiledoc'), state),
    () => markdown.render(textIn(post, 'markdown')),
    () => paragraphs(textIn(post, 'plaintext')),
  ]
  let html = ''
  for (const read of reads) if (!hasContent(html)) html = read()
  return { html: tidied(html, state), warnings: [...state.warnings], isRestricted: state.isRestricted }
}

/** Marks of a part that only members see, in HTML and in both editors' formats. */
const MEMBERS_ONLY =
  /<!--\s{0,9}members-only\s{0,9}-->|"type"\s{0,9}:\s{0,9}"paywall"|\[\s{0,9}"paywall"|"nonMember"\s{0,9}:\s{0,9}false\s{0,9},\s{0,9}"memberSegment"\s{0,9}:\s{0,9}"[^"]/i

function hasContent(html: string): boolean {
  return /<(?:img|iframe|video|audio|picture|embed|object)\b|[^\s&]/i.test(
    html.replaceAll(
      /<!--[^]*?(?:-->|$)|<(?!img|iframe|video|audio|picture|embed|object)[^<>]*>|&nbsp;/gi,
      '',
    ),
  )
}

/** Looks for parts that only some readers may see, and leaves out those that only emails had. */
function withoutGates(html: string, state: BodyState): string {
  return html
    .split(/(?=<!--\s{0,9}kg-gated-block:begin)/)
    .map((part) => {
      const isGated = part.startsWith('<!--') && part.includes('kg-gated-block:begin')
      const [, said = ''] = /^<!--\s{0,9}kg-gated-block:begin([^>]{0,1000})-->/.exec(part) ?? []
      if (!isGated || /nonMember:\s{0,9}true/.test(said)) return part
      if (!/memberSegment:\s{0,9}(?:""|''|&quot;&quot;)/.test(said)) {
        state.isRestricted = true
        return part
      }
      const end = part.search(/<!--\s{0,9}kg-gated-block:end/)
      if (end === -1) return part
      state.warnings.add(EMAIL_ONLY)
      return part.slice(end)
    })
    .join('')
}

/** Turns the cards in a post's HTML into plain elements, without the parts of players that only look well there. */
function tidied(html: string, state: BodyState): string {
  if (!/\bkg-/.test(html)) return html
  try {
    const tree = parseHtml(html)
    tidyChildren(tree, state)
    return toHtml(tree)
  } catch (error) {
    // The converter reads this HTML next. It keeps only the text of HTML that is too complex, and says so.
    if (error instanceof FieldErrors) return html
    throw error
  }
}

function tidyChildren(parent: Root | Element, state: BodyState): void {
  parent.children = parent.children.flatMap((child: RootContent | ElementContent) => {
    if (child.type !== 'element') return [child]
    const kind = classesOf(child)
      .map((name) => /^kg-([\w-]+)-card$/.exec(name)?.[1])
      .find((name) => name !== undefined && Object.hasOwn(readers, name))
    const made = kind === undefined ? null : readers[kind]?.(child, state)
    if (made != null) return parseHtml(made).children
    tidyChildren(child, state)
    return [child]
  }) as typeof parent.children
}

const partOf = (element: Element, name: string) =>
  [...elementsIn(element)].find((one) => one.tagName === name || classesOf(one).includes(name))
const textAt = (element: Element, name: string) => {
  const part = partOf(element, name)
  return part ? textOf(part) : ''
}
const htmlAt = (element: Element, name: string) => {
  const part = partOf(element, name)
  return part ? toHtml(part.children) : ''
}
const addressAt = (element: Element, name: string, attribute: 'href' | 'src') => {
  const address = partOf(element, name)?.properties[attribute]
  return typeof address === 'string' ? address : ''
}

/** Removes the drawings of buttons and the scripts of players, which are not part of the post. */
function withoutDecoration(element: Element): void {
  element.children = element.children.filter(
    (child) => child.type !== 'element' || !['svg', 'button', 'script'].includes(child.tagName),
  )
  for (const child of element.children) if (child.type === 'element') withoutDecoration(child)
}

type CardReader = (element: Element, state: BodyState) => string | null

/** What each kind of card in HTML becomes; null to keep what is in it. */
const readers: Readonly<Record<string, CardReader>> = {
  bookmark: (element, state) =>
    card(
      'bookmark',
      {
        url: addressAt(element, 'a', 'href'),
        title: textAt(element, 'kg-bookmark-title'),
        description: textAt(element, 'kg-bookmark-description'),
        author: textAt(element, 'kg-bookmark-author'),
        publisher: textAt(element, 'kg-bookmark-publisher'),
        caption: htmlAt(element, 'figcaption'),
      },
      state,
    ),
  audio: (element, state) =>
    card(
      'audio',
      { src: addressAt(element, 'audio', 'src'), title: textAt(element, 'kg-audio-title') },
      state,
    ),
  video: (element, state) =>
    card('video', { src: addressAt(element, 'video', 'src'), caption: htmlAt(element, 'figcaption') }, state),
  file: (element, state) =>
    card(
      'file',
      {
        src: addressAt(element, 'a', 'href'),
        fileTitle: textAt(element, 'kg-file-card-title') || textAt(element, 'a'),
        fileCaption: textAt(element, 'kg-file-card-caption'),
        fileName: textAt(element, 'kg-file-card-filename'),
      },
      state,
    ),
  toggle: (element, state) =>
    card(
      'toggle',
      {
        heading: htmlAt(element, 'kg-toggle-heading-text'),
        content: tidied(htmlAt(element, 'kg-toggle-content'), state),
      },
      state,
    ),
  callout: (element, state) =>
    card(
      'callout',
      { calloutEmoji: textAt(element, 'kg-callout-emoji'), calloutText: htmlAt(element, 'kg-callout-text') },
      state,
    ),
  code(element) {
    const code = partOf(element, 'pre')
    return code ? `${toHtml(code)}${captionOf(element)}` : null
  },
  embed(element) {
    withoutDecoration(element)
    const shown = element.children.filter(
      (child) => child.type !== 'element' || child.tagName !== 'figcaption',
    )
    return `${toHtml(shown)}${captionOf(element)}`
  },
  gallery(element) {
    const pictures = [...elementsIn(element)].filter(({ tagName }) => tagName === 'img')
    const caption = htmlAt(element, 'figcaption')
    return `<figure>${toHtml(pictures)}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`
  },
  signup(element, state) {
    withoutForms(element)
    state.warnings.add('A form to sign up was left out.')
    return toHtml(element.children)
  },
  product(element) {
    const stars = [...elementsIn(element)].filter((one) =>
      classesOf(one).includes('kg-product-card-rating-star'),
    )
    const active = stars.filter((one) => classesOf(one).includes('kg-product-card-rating-active')).length
    withoutDecoration(element)
    const rating = partOf(element, 'kg-product-card-rating')
    if (rating)
      rating.children = [
        { type: 'text', value: '★'.repeat(active) + '☆'.repeat(Math.max(0, stars.length - active)) },
      ]
    return null
  },
  header(element, state) {
    if (/background-image/.test(`${element.properties['style']}`))
      state.warnings.add('The background picture of a header was left out.')
    return null
  },
}

function captionOf(element: Element): string {
  const caption = htmlAt(element, 'figcaption')
  return caption === '' ? '' : `<p>${caption}</p>`
}

function withoutForms(element: Element): void {
  element.children = element.children.filter((child) => child.type !== 'element' || child.tagName !== 'form')
  for (const child of element.children) if (child.type === 'element') withoutForms(child)
}

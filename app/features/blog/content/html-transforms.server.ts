import type { Element, ElementContent, Root, Text } from 'hast'

import { imageSources, parseImageAddress } from '#app/features/images/image-address.ts'

import { slugOf } from '#app/features/editing/slugs.ts'

import { elementsIn, replaceTexts, textOf } from '#app/features/editing/html-tree.ts'
import { bareLinks } from './markdown.ts'

/** A heading of a post; `id` is its anchor, `level` is 2 to 6. */
export type OutlineEntry = { id: string; text: string; level: number }

const PROSE = '(min-width: 48rem) 44rem, 100vw'

const notLinked: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'tt'])

/** Links URLs that Markdown has not linked, such as in pasted HTML. */
export function linkBareAddresses(tree: Root): void {
  replaceTexts(tree, notLinked, ({ value }) => {
    const found = /:|www\./i.test(value) ? bareLinks.match(value) : null
    if (!found) return null
    const made: ElementContent[] = []
    let end = 0
    for (const { index, lastIndex, url, text } of found) {
      if (index > end) made.push(textNode(value.slice(end, index)))
      made.push({ type: 'element', tagName: 'a', properties: { href: url }, children: [textNode(text)] })
      end = lastIndex
    }
    if (end < value.length) made.push(textNode(value.slice(end)))
    return made
  })
}

/** Opens external links in a new tab without access to this one, loads pictures lazily and names task checkboxes. */
export function finishLinksAndPictures(tree: Root): void {
  for (const element of elementsIn(tree)) {
    const { tagName, properties } = element
    const { href } = properties
    if (tagName === 'a' && typeof href === 'string' && /^(https?:)?\/\//i.test(href))
      Object.assign(properties, { target: '_blank', rel: ['noopener'] })
    if (tagName === 'img') {
      properties['alt'] ??= ''
      Object.assign(properties, { loading: 'lazy', decoding: 'async' })
    }
    if (tagName === 'input') properties['ariaLabel'] = properties['checked'] ? 'Done' : 'Not done'
  }
}

/** Adds sizes and formats to uploaded pictures, so that they load at the right width without layout shift. */
export function sizeOwnPictures(parent: Root | Element): void {
  for (const [n, child] of parent.children.entries()) {
    // In pasted HTML, a picture element may have its own sources.
    if (child.type !== 'element' || child.tagName === 'picture') continue
    const image = child.tagName === 'img' ? parseImageAddress(String(child.properties['src'])) : null
    if (!image) {
      sizeOwnPictures(child)
      continue
    }
    const { width, height } = image
    Object.assign(child.properties, { srcSet: imageSources(image, 'webp'), sizes: PROSE, width, height })
    const avif = { type: 'image/avif', srcSet: imageSources(image, 'avif'), sizes: PROSE }
    const source: Element = { type: 'element', tagName: 'source', properties: avif, children: [] }
    parent.children[n] = { type: 'element', tagName: 'picture', properties: {}, children: [source, child] }
  }
}

/** Adds anchors to headings and returns them. The page's title is its h1, so headings of a post with an h1 move down one level. */
export function outlineOf(tree: Root): OutlineEntry[] {
  const headings = [...elementsIn(tree)].filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const shift = headings.some(({ tagName }) => tagName === 'h1') ? 1 : 0
  const taken = new Map<string, number>()
  const outline: OutlineEntry[] = []
  for (const heading of headings) {
    const level = Math.min(6, Number(heading.tagName[1]) + shift)
    heading.tagName = `h${level}`
    const text = textOf(heading)
    if (!text) continue
    const id = takeId(`s-${slugOf(text, 'section')}`, taken)
    heading.properties['id'] = id
    outline.push({ id, text, level })
  }
  return outline
}

/** Returns an unused id: the slug or, if that is taken, with a number. @param taken the last number of each slug */
function takeId(slug: string, taken: Map<string, number>): string {
  let times = taken.get(slug) ?? 1
  let id = slug
  while (taken.has(id)) {
    times += 1
    id = `${slug}-${times}`
  }
  taken.set(id, 1).set(slug, times)
  return id
}

/** Wraps each table in a focusable element that scrolls sideways, so that wide tables do not widen the page. */
export function wrapTables(parent: Root | Element): void {
  for (const [n, child] of parent.children.entries()) {
    if (child.type !== 'element') continue
    if (child.tagName !== 'table') {
      wrapTables(child)
      continue
    }
    parent.children[n] = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-scroll'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
      children: [child],
    }
  }
}

function textNode(value: string): Text {
  return { type: 'text', value }
}

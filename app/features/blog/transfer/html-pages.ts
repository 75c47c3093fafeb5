import type { Element, Root, RootContent } from 'hast'

import { classesOf, elementsIn, textOf } from '#app/features/editing/html-tree.ts'

/** Endings of HTML pages. */
export const PAGE = /\.x?html?$/i

export type PageFacts = {
  title: string
  date: string
  canonical: string
  author: string
  excerpt: string
  picture: string
  language: string
  tags: string[]
  /** Directives for search engines. */
  robots: string
  isMedium: boolean
}

/** Reads what a page says of itself. */
export function factsOf(tree: Root, html: string): PageFacts {
  const all = [...elementsIn(tree)]
  const find = (test: (element: Element) => boolean) => all.find(test)
  const textIn = (element: Element | undefined) => (element ? textOf(element) : '')
  const attribute = (element: Element | undefined, name: string) => {
    const value = element?.properties[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const metas = all.filter(({ tagName }) => tagName === 'meta')
  const meta = (...names: string[]) =>
    names
      .map((name) =>
        metas.find(({ properties }) =>
          [properties['name'], properties['property'], properties['itemProp']]
            .flat()
            .some((one) => String(one).toLowerCase() === name),
        ),
      )
      .map((one) => attribute(one, 'content'))
      .find(Boolean) ?? ''
  const withClass = (name: string) => find((element) => classesOf(element).includes(name))
  const isMedium = find((element) => element.properties['dataField'] === 'body') !== undefined
  const stamp = find(({ properties }) => properties['id'] === 'timestamp')
  const time = withClass('dt-published') ?? find(({ tagName }) => tagName === 'time')
  const tags = all.filter((element) => classesOf(element).some((name) => name === 'p-tag' || name === 'tag'))
  const canonical =
    attribute(withClass('p-canonical'), 'href') ||
    attribute(
      find(
        ({ tagName, properties }) =>
          tagName === 'link' && String(properties['rel'] ?? '').includes('canonical'),
      ),
      'href',
    ) ||
    meta('og:url')
  return {
    title:
      textIn(withClass('p-name')) ||
      textIn(find(({ tagName }) => tagName === 'h1')) ||
      meta('og:title') ||
      textIn(find(({ tagName }) => tagName === 'title')),
    date:
      meta('article:published_time', 'date', 'dcterms.date') || attribute(time, 'dateTime') || textIn(stamp),
    canonical: /^https?:\/\//i.test(canonical) ? canonical : '',
    author: textIn(withClass('p-author')) || meta('author', 'article:author').replace(/^https?:.*$/, ''),
    excerpt:
      textIn(find((element) => element.properties['dataField'] === 'subtitle')) ||
      meta('description', 'og:description'),
    picture: meta('og:image'),
    language: /<html[^>]{0,500}\slang=["']?([\w-]{2,20})/i.exec(html)?.[1] ?? '',
    tags: [
      ...new Set([
        ...tags.map((one) => textOf(one)),
        ...metas
          .filter(({ properties }) => properties['property'] === 'article:tag')
          .map((one) => attribute(one, 'content')),
        ...meta('keywords')
          .split(',')
          .map((one) => one.trim()),
      ]),
    ].filter(Boolean),
    robots: metas
      .filter(({ properties }) => /^(?:robots|googlebot)$/i.test(String(properties['name'])))
      .map((one) => attribute(one, 'content'))
      .join(','),
    isMedium,
  }
}

const bodies: readonly ((element: Element) => boolean)[] = [
  ({ properties }) => String(properties['dataField']) === 'body',
  (element) => classesOf(element).includes('e-content'),
  ({ properties }) => String(properties['itemProp']) === 'articleBody',
  ({ tagName }) => tagName === 'article',
  ({ tagName }) => tagName === 'main',
]

/** Finds the text among what a page has around it. Its title is a field of its own. */
export function bodyOf(tree: Root, title: string): RootContent[] {
  const all = [...elementsIn(tree)]
  const body = bodies.map((test) => all.filter(test)).find(({ length }) => length === 1)?.[0]
  const root: Root = { type: 'root', children: body ? body.children : tree.children }
  if (!body || body.tagName === 'main') withoutAround(root)
  withoutTitle(root, title)
  withoutFirstRule(root)
  return root.children
}

function withoutAround(parent: Root | Element): void {
  parent.children = parent.children.filter(
    (child) =>
      child.type !== 'element' ||
      !(
        ['nav', 'footer', 'aside', 'title', 'meta', 'link', 'base'].includes(child.tagName) ||
        child.properties['id'] === 'footer'
      ),
  ) as typeof parent.children
  for (const child of parent.children) if (child.type === 'element') withoutAround(child)
}

/** Medium draws a line above each section, also the first one. */
function withoutFirstRule(parent: Root | Element): boolean {
  for (const [at, child] of parent.children.entries()) {
    if (child.type === 'text' && child.value.trim() === '') continue
    if (child.type !== 'element') return true
    if (child.tagName === 'hr') parent.children.splice(at, 1)
    if (child.tagName === 'hr' || child.children.length === 0 || withoutFirstRule(child)) return true
  }
  return false
}

/** Removes the first heading if it is the title. */
export function withoutTitle(parent: Root | Element, title: string): boolean {
  for (const [at, child] of parent.children.entries()) {
    if (child.type !== 'element') continue
    if (/^h[1-6]$/.test(child.tagName)) {
      if (textOf(child) === title) parent.children.splice(at, 1)
      return true
    }
    if (withoutTitle(child, title)) return true
  }
  return false
}

export function nameOf(place: string): string {
  return place
    .replace(PAGE, '')
    .replace(/(?<=[^/])\/index$/i, '')
    .replace(/^.*\//, '')
}

/** `2024-05-01_My-post-0123456789ab.html` is `My-post`. */
export function slugOf(place: string): string {
  return nameOf(place.replace(/\/+$/, ''))
    .replace(/^\d{4}-\d\d-\d\d[_-]/, '')
    .replace(/-[0-9a-f]{10,12}$/, '')
    .replace(/^draft_/, '')
}

import type { Element, ElementContent, Root, RootContent } from 'hast'

import { elementsIn } from '#app/features/editing/html-tree.ts'
import { htmlToMarkdown } from '#app/features/blog/transfer/html-to-markdown.server.ts'

import { contentOf } from './read-sections.ts'

/** Characters of HTML that are converted, and of the text that is kept. */
const MAX_HTML = 500_000
const MAX_BODY = 100_000
const MAX_ADDRESS = 2000

const around: ReadonlySet<string> = new Set(
  'nav footer form aside dialog address button select textarea'.split(' '),
)
const addresses = ['href', 'src', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigSrc', 'poster'] as const
const pictureSets = ['srcSet', 'dataSrcSet'] as const

/** Returns the text of a page as Markdown, without its title and what stands around it. Run only in the pool. */
export function readBody(document: Document, base: string): string {
  const html = contentOf(document).innerHTML.slice(0, MAX_HTML)
  const { markdown } = htmlToMarkdown(html, (tree) => {
    withoutAround(tree)
    for (const element of elementsIn(tree)) useWholeAddresses(element, base)
  })
  if (markdown.length <= MAX_BODY) return markdown
  return markdown.slice(0, Math.max(markdown.lastIndexOf('\n\n', MAX_BODY), MAX_BODY / 2))
}

function withoutAround(parent: Root | Element): void {
  const kept: (RootContent | ElementContent)[] = []
  for (const child of parent.children) {
    if (child.type !== 'element') {
      kept.push(child)
      continue
    }
    const isTitle = child.tagName === 'h1'
    const isFrame = child.tagName === 'header' && !hasHeading(child)
    if (isTitle || isFrame || around.has(child.tagName)) continue
    withoutAround(child)
    kept.push(child)
  }
  parent.children = kept as typeof parent.children
}

function hasHeading(element: Element): boolean {
  return [...elementsIn(element)].some(({ tagName }) => /^h[1-6]$/.test(tagName))
}

/** Makes addresses absolute, because relative ones would lead to pages of this site. */
function useWholeAddresses({ properties }: Element, base: string): void {
  for (const name of addresses) {
    const address = properties[name]
    if (typeof address === 'string' && !address.startsWith('#') && !/^data:/i.test(address))
      properties[name] = URL.parse(address, base)?.href.slice(0, MAX_ADDRESS) ?? address
  }
  for (const name of pictureSets) {
    const [first, ...others] = String(properties[name] || '')
      .trim()
      .split(/\s+/)
    if (first) properties[name] = [URL.parse(first, base)?.href ?? first, ...others].join(' ')
  }
}

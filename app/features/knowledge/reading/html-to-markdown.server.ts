import { parseHTML } from 'linkedom'

import { createSectionWriter } from '../passages/section.ts'

import { writeBlocks } from './html-blocks.ts'

/** A page of our own as Markdown: what stands in its `main`, or all of it, headings at their depth. */
export function htmlToMarkdown(html: string): string {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const writer = createSectionWriter()
  writeBlocks(document.querySelector('main') ?? document.documentElement, writer)
  let above: readonly string[] = []
  const parts = writer.sections().flatMap(({ headings, text }) => {
    const before = above
    above = headings
    // Only the headings that are new: a section repeats those it stands under.
    const first = headings.findIndex((heading, depth) => heading !== before[depth])
    const fresh = first === -1 ? [] : headings.slice(first)
    return [...fresh.map((heading, at) => `${'#'.repeat(Math.max(first, 0) + at + 1)} ${heading}`), text]
  })
  return parts.join('\n\n')
}

import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

import { decodeHtml } from '#app/lib/decode-html.ts'

import { createSectionWriter } from '../passages/section.ts'

import { type Coverage, coverageOf } from './coverage.ts'
import { sourceBlocksOf, writeBlocks } from './html-blocks.ts'
import { leftOutWords } from './left-out-words.ts'
import type { ReadDocument } from './reading.ts'

type FetchedPage = { bytes: Uint8Array; contentType: string; url: string }

/** Reads a page's article, or all of its text if Readability finds none. */
export function readHtml({ bytes, contentType, url }: FetchedPage): ReadDocument {
  const html = decodeHtml(bytes, contentType)
  const document = parse(html)
  const article = readArticle(html)
  const found = article?.content ? readBlocks(parse(article.content)) : null
  const { sections, kept } = found?.sections.length ? found : readBlocks(document)
  const title = article?.title ?? document.title
  const isTitle = (text: string) => text === title.replaceAll(/\s+/g, ' ').trim()
  return {
    title,
    address: canonicalUrl(document, url),
    declaredLanguage: document.documentElement.getAttribute('lang'),
    sections,
    kept,
    source: sourceBlocksOf(document.documentElement).map((block) =>
      isTitle(block.text) ? { ...block, reason: 'title' } : block,
    ),
    omissions: [],
  }
}

function readBlocks(document: Document): Pick<ReadDocument, 'sections' | 'kept'> {
  const writer = createSectionWriter()
  writeBlocks(document.documentElement, writer)
  return { sections: writer.sections(), kept: writer.texts() }
}

/** Unlike browsers, linkedom does not add a missing html or body element. */
function parse(html: string): Document {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  return parseHTML(whole).document
}

/** Readability modifies its document, so it gets its own copy. */
function readArticle(html: string): { title?: string | null; content?: string | null } | null {
  try {
    return new Readability(parse(html)).parse()
  } catch {
    return null
  }
}

/** Accepts the page's canonical URL only if it has the same host. */
function canonicalUrl(document: Document, url: string): string {
  const fetched = new URL(url)
  fetched.hash = ''
  const href = document.querySelector('link[rel~="canonical"]')?.getAttribute('href')
  const canonical = href ? URL.parse(href, url) : null
  return canonical?.host === fetched.host && /^https?:$/.test(canonical.protocol)
    ? canonical.href
    : fetched.href
}

export type OwnPage = { text: string; coverage: Coverage }

export function readOwnPage(html: string): OwnPage {
  const document = parse(html)
  const writer = createSectionWriter()
  writeBlocks(document.querySelector('main') ?? document.documentElement, writer)
  let above: readonly string[] = []
  const parts = writer.sections().flatMap(({ headings, text }) => {
    const before = above
    above = headings
    // A section repeats the headings above it; write only the new ones.
    const first = headings.findIndex((heading, depth) => heading !== before[depth])
    const fresh = first === -1 ? [] : headings.slice(first)
    const lines = fresh.map((heading, at) => `${'#'.repeat(Math.max(first, 0) + at + 1)} ${heading}`)
    return text === '' ? lines : [...lines, text]
  })
  const { indexed, omissions } = leftOutWords(sourceBlocksOf(document.documentElement), writer.texts())
  return { text: parts.join('\n\n'), coverage: coverageOf(indexed, omissions) }
}

import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

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

/** Bytes in which the HTML standard (13.2.3.2) looks for a declaration. */
const PRESCANNED = 1024

/** Chooses the encoding as browsers do: byte order mark, header, declaration, valid UTF-8, windows-1252. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label =
    markedEncoding(bytes) ??
    /charset\s*=\s*["']?([^"'\s;]+)/i.exec(contentType)?.[1] ??
    declaredEncoding(bytes)
  if (label !== undefined) {
    const decoded = tryDecode(bytes, label, false)
    if (decoded !== null) return decoded
  }
  return tryDecode(bytes, 'utf-8', true) ?? new TextDecoder('windows-1252').decode(bytes)
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCANNED))
  const label = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1]
  // A declaration that is readable as ASCII cannot be in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function tryDecode(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

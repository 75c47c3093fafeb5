import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

import { createSectionWriter } from '../passages/section.ts'

import { writeBlocks } from './html-blocks.ts'
import type { ReadDocument } from './reading.ts'

type FetchedPage = { bytes: Uint8Array; contentType: string; url: string }

/** What a reader of a page came for, without menus, advertisements and the like: by readability, or else all of its text. */
export function readHtml({ bytes, contentType, url }: FetchedPage): ReadDocument {
  const html = decodeHtml(bytes, contentType)
  const document = parse(html)
  const article = readArticle(html)
  const writer = createSectionWriter()
  if (article?.content) writeBlocks(parse(article.content).documentElement, writer)
  if (writer.sections().length === 0) writeBlocks(document.documentElement, writer)
  return {
    title: article?.title ?? document.title,
    address: canonicalUrl(document, url),
    declaredLanguage: document.documentElement.getAttribute('lang'),
    sections: writer.sections(),
  }
}

/** A page may leave out its outermost tags, which linkedom, unlike browsers, does not add. */
function parse(html: string): Document {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  return parseHTML(whole).document
}

/** Readability takes the document apart, so it is given one of its own; what it cannot make out is read whole. */
function readArticle(html: string): { title?: string | null; content?: string | null } | null {
  try {
    return new Readability(parse(html)).parse()
  } catch {
    return null
  }
}

/** The address the page gives itself, believed within its own host alone; otherwise the one it was fetched from. */
function canonicalUrl(document: Document, url: string): string {
  const fetched = new URL(url)
  fetched.hash = ''
  const href = document.querySelector('link[rel~="canonical"]')?.getAttribute('href')
  const canonical = href ? URL.parse(href, url) : null
  return canonical?.host === fetched.host && /^https?:$/.test(canonical.protocol)
    ? canonical.href
    : fetched.href
}

/** A page of our own as Markdown: what stands in its `main`, or all of it, headings at their depth. */
export function htmlToMarkdown(html: string): string {
  const document = parse(html)
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

/** A declaration must stand within these (HTML standard, section 13.2.3.2). */
const PRESCANNED = 1024

/**
 * A page's bytes as text, in the encoding of its byte order mark, its header or its own declaration, in this order;
 * without any in UTF-8 where they are, otherwise in windows-1252, as browsers do.
 */
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
  // Read as ASCII, it cannot be UTF-16 whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function tryDecode(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

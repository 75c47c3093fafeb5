import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

import { createSectionWriter } from '../passages/section.ts'

import { decodeHtml } from './decode-html.ts'
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

import { parseHTML } from 'linkedom'

import { keepsOut } from '#app/features/content/import-site/robots.ts'
import { readSiteHtml } from '#app/features/content/import-site/read-site-page.server.ts'
import type { SitePage } from '#app/features/content/import-site/site-page.ts'
import { wordsIn } from '#app/features/content/import-site/read-sections.ts'
import type { Section } from '#app/features/knowledge/passages/section.ts'
import { splitPassages } from '#app/features/knowledge/passages/split-passages.ts'
import { decodeHtml } from '#app/lib/decode-html.ts'
import { detectLanguage, loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { termsOf } from '#app/features/knowledge/search/terms.ts'
import { visibleText } from '#app/lib/readable-text.ts'

import type { FileKind, NamedFile } from './measured.ts'
import { readSigns } from './read-signs.ts'
import type { TrialPassage, TrialReading } from './trial-page.ts'

const MAX_TITLE = 150
const MAX_TEXT = 20_000
const MAX_FOOT = 2000
const MOST_LINKS = 100
type PageInput = { bytes: Uint8Array; contentType: string; url: string }

/** Has no limit of time or memory of its own: call it only in the pool. */
export async function readTrialPage({ bytes, contentType, url }: PageInput): Promise<TrialReading> {
  const html = decodeHtml(bytes, contentType)
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  const page = readSiteHtml(html, url)
  const foot = footOf(document)
  const sections = sectionsOf(page, foot)
  const said = sections.map(({ text }) => text).join('\n')
  const language = await detectLanguage(said, document.documentElement.getAttribute('lang'))
  const files = findFiles(document, url)
  const inOrder = page.links.toSorted((one, other) => Number(other.isMenu) - Number(one.isMenu))
  return {
    page: {
      url,
      title: tidy(page.title).slice(0, MAX_TITLE) || new URL(url).pathname.slice(0, MAX_TITLE),
      language,
      passages: await passagesOf(sections, language),
      signs: readSigns(
        page,
        said,
        files.some(({ kind }) => kind === 'script'),
      ),
    },
    links: inOrder.slice(0, MOST_LINKS).map((link) => link.url),
    files,
    isKeptOut: keepsOut(page.robots),
  }
}

/** Phone numbers and opening hours often appear only in the footer. */
function footOf(document: Document): string {
  const foot = document.querySelector('body > footer, footer')
  if (!foot) return ''
  for (const script of foot.querySelectorAll('script, style, noscript, template')) script.remove()
  return tidy(wordsIn(foot)).slice(0, MAX_FOOT)
}

function sectionsOf(page: SitePage, foot: string): Section[] {
  const title = tidy(page.title).slice(0, MAX_TITLE)
  const section = (heading: string, text: string): Section => ({
    headings: [title, tidy(heading).slice(0, MAX_TITLE)].filter((each) => each !== ''),
    page: null,
    text,
  })
  const contacts = [...page.phones, ...page.emails, ...page.addresses].join('\n')
  const all = [
    section('', page.description),
    ...page.sections.map(({ heading, parts }) =>
      section(
        heading,
        parts
          .map((part) => {
            if (part.kind === 'list') return part.items.map((item) => `- ${item}`).join('\n')
            return part.kind === 'row' ? part.cells.join(' ') : part.text
          })
          .join('\n\n'),
      ),
    ),
    ...page.questions.map(({ question, answer }) => section(question, answer)),
    section('Contact', contacts),
    section('', foot),
  ]
  let left = MAX_TEXT
  return all.flatMap(({ headings, text }) => {
    const cut = visibleText(text).slice(0, left).toWellFormed().trim()
    left -= cut.length
    return cut === '' ? [] : [{ headings: headings.map(visibleText), page: null, text: cut }]
  })
}

async function passagesOf(sections: readonly Section[], code: string): Promise<TrialPassage[]> {
  const language = await loadLanguage(code)
  return splitPassages(sections).map(({ headings, text }) => ({
    headings,
    text,
    terms: termsOf(`${headings.join('\n')}\n${text}`, language),
  }))
}

function tidy(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').trim()
}

const MOST_FILES = 300
const NO_BROWSER_LOADS =
  /\b(?:application\/(?:ld\+json|json)|text\/(?:template|plain)|speculationrules|importmap)\b/i

/**
 * Lists the files that a page's HTML makes a browser load at once: scripts, styles, preloads, and images that are not
 * lazy. Files loaded later by scripts and styles are not included.
 */
function findFiles(document: Document, address: string): NamedFile[] {
  const named = document.querySelector('base[href]')?.getAttribute('href')
  const base = (named && URL.parse(named, address)?.href) || address
  const found = new Map<string, FileKind>()
  const add = (source: string | null, kind: FileKind) => {
    const url = source ? URL.parse(source, base) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 1000) return
    url.hash = ''
    if (found.size < MOST_FILES && !found.has(url.href)) found.set(url.href, kind)
  }
  for (const link of document.querySelectorAll('link[href]')) {
    const rel = ` ${link.getAttribute('rel')?.toLowerCase()} `
    const href = link.getAttribute('href')
    if (rel.includes(' stylesheet ') && !rel.includes(' alternate ')) {
      if (link.getAttribute('media')?.trim().toLowerCase() !== 'print') add(href, 'style')
    } else if (rel.includes(' modulepreload ')) add(href, 'script')
    else if (rel.includes(' preload ')) add(href, preloaded(link.getAttribute('as')))
  }
  for (const script of document.querySelectorAll('script[src]')) {
    const isLoaded =
      !script.hasAttribute('nomodule') && !NO_BROWSER_LOADS.test(String(script.getAttribute('type')))
    if (isLoaded) add(script.getAttribute('src'), 'script')
  }
  for (const picture of document.querySelectorAll('img[src]'))
    if (picture.getAttribute('loading')?.toLowerCase() !== 'lazy') add(picture.getAttribute('src'), 'picture')
  return Array.from(found, ([url, kind]) => ({ url, kind }))
}

function preloaded(as: string | null): FileKind {
  if (as === 'script' || as === 'style') return as
  return as === 'image' ? 'picture' : 'other'
}

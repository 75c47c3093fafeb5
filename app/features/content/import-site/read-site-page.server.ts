import { parseHTML } from 'linkedom'

import { languageOfTag } from '#app/features/blog/post-languages.ts'
import { decodeHtml } from '#app/features/knowledge/reading/read-html.server.ts'

import { mostUsedColours } from './most-used-colours.ts'
import { readSections, wordsIn } from './read-sections.ts'
import { type SitePage, squeezed } from './site-page.ts'

const MOST_LINKS = 300
const MOST_FOUND = 20
const MAX_WHOLE = 1_000_000

type PageInput = { bytes: Uint8Array; contentType: string; url: string }

/** Reads a page of another site. Its time and memory are unlimited, so call it only in the pool. */
export function readSitePage({ bytes, contentType, url }: PageInput): SitePage {
  return readSiteHtml(decodeHtml(bytes, contentType), url)
}

export function readSiteHtml(html: string, url: string): SitePage {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  const data = readData(document)
  const styles = [...document.querySelectorAll('style')].map(wordsIn).join('\n')
  const linked = linkedFiles(document, url)
  const menu = menuLinks(document)
  const links = readLinks(document, url, menu)
  const form = document.querySelector('form textarea, form input[type="email"]') !== null
  for (const each of document.querySelectorAll('script, style, noscript, template, svg, iframe'))
    each.remove()
  const said = wordsIn(document.body)
  const questions = [...data.questions, ...readDetails(document)]
  const meta = (name: string) =>
    line(document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content'))
  const metaTitle = line(document.querySelector('title')?.textContent)
  const description = meta('description') || meta('og:description')
  const contacts = readContacts(document)
  const title = line(wordsIn(document.querySelector('h1'))) || metaTitle
  const siteName = meta('og:site_name') || data.name
  return {
    url,
    title,
    metaTitle,
    description,
    siteName,
    sections: readSections(document),
    questions: questions.slice(0, 30),
    links,
    ...contacts,
    addresses: unique([...contacts.addresses, ...data.addresses]),
    prices: unique([...said.matchAll(PRICE)].map(([price]) => price)),
    colours: unique([meta('theme-color'), ...mostUsedColours(styles)]).filter((text) => COLOUR.test(text)),
    logo: readLogo(document, data.logo, url),
    ...linked,
    hasForm: form,
    isArticle: /^(?:article|blog)/i.test(meta('og:type')) || data.isArticle,
    language: languageOfTag(line(document.documentElement.getAttribute('lang'))),
    whole: squeezed(
      [said, metaTitle, description, siteName, ...data.texts, ...contacts.emails].join(' '),
    ).slice(0, MAX_WHOLE),
  }
}

const AMOUNT = String.raw`\d+(?:[.,’'\u00A0\u202F]\d{3})*(?:[.,]\d{1,2})?`
const PRICE = new RegExp(
  `(?:[$€£]|(?:USD|EUR|GBP|CHF)) ?${AMOUNT}|${AMOUNT} ?(?:[€£]|EUR|USD|GBP|CHF)(?!\\p{L})`,
  'gu',
)
const COLOUR = /^#[\da-f]{6}$/i

function line(text: string | null | undefined): string {
  return text ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.map(line))].filter((text) => text !== '').slice(0, MOST_FOUND)
}

function menuLinks(document: Document): Set<Element> {
  return new Set(document.querySelectorAll('nav a[href], header a[href], [role="navigation"] a[href]'))
}

function readLinks(document: Document, base: string, menu: ReadonlySet<Element>): SitePage['links'] {
  const links: SitePage['links'] = []
  for (const element of document.querySelectorAll('a[href]')) {
    const target = URL.parse(String(element.getAttribute('href')), base)
    if (!target || target.host !== new URL(base).host || !/^https?:$/.test(target.protocol)) continue
    target.hash = ''
    links.push({ url: target.href, text: line(wordsIn(element)).slice(0, 120), isMenu: menu.has(element) })
    if (links.length >= MOST_LINKS) break
  }
  return links
}

function readDetails(document: Document): SitePage['questions'] {
  return [...document.querySelectorAll('details')].flatMap((details) => {
    const summary = details.querySelector('summary')
    const question = line(wordsIn(summary))
    summary?.remove()
    const answer = line(wordsIn(details))
    details.remove()
    return question && answer ? [{ question, answer }] : []
  })
}

function readContacts(document: Document): Pick<SitePage, 'phones' | 'emails' | 'addresses'> {
  const hrefs = (scheme: string) =>
    [...document.querySelectorAll(`a[href^="${scheme}:"]`)].map((element) => ({
      text: line(wordsIn(element)),
      target: decoded(
        String(element.getAttribute('href'))
          .slice(scheme.length + 1)
          .replace(/\?.*/, ''),
      ),
    }))
  return {
    phones: unique(
      hrefs('tel').map(({ text, target }) => (/\d{3}/.test(text.replaceAll(/\D/g, '')) ? text : target)),
    ),
    emails: unique(hrefs('mailto').map(({ target }) => target)).filter((text) =>
      /^[^@\s]+@[^@\s]+$/.test(text),
    ),
    addresses: unique([...document.querySelectorAll('address')].map(wordsIn)),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readLogo(document: Document, ofData: string | null, base: string): string | null {
  const picture = document.querySelector(
    'header img[src], img[class*="logo" i][src], img[alt*="logo" i][src], img[id*="logo" i][src]',
  )
  const source = picture?.getAttribute('src') ?? ofData
  const url = source ? URL.parse(source, base) : null
  return url && /^https?:$/.test(url.protocol) ? url.href.slice(0, 500) : null
}

function linkedFiles(document: Document, base: string): Pick<SitePage, 'feeds' | 'styles'> {
  const { host } = new URL(base)
  const addresses = (selector: string) =>
    [...document.querySelectorAll(selector)].flatMap((link) => {
      const target = URL.parse(String(link.getAttribute('href')), base)
      return target?.host === host && /^https?:$/.test(target.protocol) ? [target.href] : []
    })
  return {
    feeds: unique(addresses('link[type="application/rss+xml"], link[type="application/atom+xml"]')),
    styles: unique(addresses('link[rel="stylesheet"][href]')),
  }
}

type SiteData = Pick<SitePage, 'questions' | 'addresses' | 'logo' | 'isArticle'> & {
  name: string
  texts: string[]
}

/** Reads the page's JSON-LD, as far as it is understood. */
function readData(document: Document): SiteData {
  const found: SiteData = { questions: [], addresses: [], logo: null, isArticle: false, name: '', texts: [] }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      visitData(JSON.parse(wordsIn(script)), found, 0)
    } catch {
      // A site's data may be damaged; the page is read nevertheless.
    }
  }
  return found
}

function visitData(value: unknown, found: SiteData, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 8) return
  if (Array.isArray(value)) return value.forEach((each) => visitData(each, found, depth + 1))
  const node = value as Record<string, unknown>
  const text = (name: string) => (typeof node[name] === 'string' ? line(node[name]) : '')
  const type = String(node['@type'])
  if (/Article|BlogPosting/.test(type)) found.isArticle = true
  if (type === 'Question') {
    const answer = node['acceptedAnswer']
    const said = typeof answer === 'object' && answer !== null && 'text' in answer ? String(answer.text) : ''
    const question = { question: text('name'), answer: line(said.replaceAll(/<[^>]{0,500}>/g, ' ')) }
    if (question.question && question.answer) found.questions.push(question)
    found.texts.push(question.question, question.answer)
  }
  if (/Organization|Business|WebSite/.test(type)) {
    found.name ||= text('name')
    found.logo ??= text('logo') || null
  }
  if (type === 'PostalAddress') {
    const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry']
      .map(text)
      .filter(Boolean)
    found.addresses.push(parts.join(', '))
    found.texts.push(parts.join(', '))
  }
  for (const each of Object.values(node)) visitData(each, found, depth + 1)
}

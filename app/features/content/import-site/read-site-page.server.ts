import { parseHTML } from 'linkedom'

import { languageOfTag } from '#app/features/blog/post-languages.ts'
import { decodeHtml } from '#app/lib/decode-html.ts'

import { mostUsedColours } from './most-used-colours.ts'
import { readBody } from './read-body.server.ts'
import { readSections, wordsIn } from './read-sections.ts'
import { robotsOf } from './robots.ts'
import { type SitePage, squeezed } from './site-page.ts'

const MOST_LINKS = 300
const MOST_FOUND = 20
const MAX_WHOLE = 1_000_000
/** Characters; a page with a longer text is worth reading, although it also offers to sign in. */
const MOST_BESIDE_PASSWORD = 1500

type PageInput = { bytes: Uint8Array; contentType: string; url: string }

/** Reads a page of another site. Its time and memory are unlimited, so call it only in the pool. */
export function readSitePage({ bytes, contentType, url }: PageInput): SitePage {
  return readSiteHtml(decodeHtml(bytes, contentType), url, { withBody: true })
}

/** @param options.withBody also returns the whole text and its marks, which takes about as long as everything else */
export function readSiteHtml(html: string, address: string, { withBody = false } = {}): SitePage {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  const url = baseOf(document, address)
  const robots = robotsOf(html)
  const data = readData(document)
  const styles = [...document.querySelectorAll('style')].map(wordsIn).join('\n')
  const linked = linkedFiles(document, url)
  const menu = menuLinks(document)
  const links = /\bnofollow\b|\bnone\b/i.test(robots) ? [] : readLinks(document, { base: url, address, menu })
  const form = document.querySelector('form textarea, form input[type="email"]') !== null
  const asksPassword = document.querySelector('input[type="password"]') !== null
  openPageForms(document)
  dropUnseen(document)
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
    url: canonicalOf(document, url, address),
    robots,
    title,
    metaTitle,
    description,
    siteName,
    sections: readSections(document, withBody ? url : null),
    body: withBody ? readBody(document, url) : '',
    author:
      line(document.querySelector('[rel="author"], .p-author')?.textContent) || data.author || meta('author'),
    date:
      meta('article:published_time') ||
      data.date ||
      line(document.querySelector('article time[datetime], main time[datetime]')?.getAttribute('datetime')),
    questions: questions.slice(0, 30),
    links,
    ...contacts,
    addresses: unique([...contacts.addresses, ...data.addresses]),
    prices: unique([...said.matchAll(PRICE)].map(([price]) => price)),
    colours: unique([meta('theme-color'), ...mostUsedColours(styles)]).filter((text) => COLOUR.test(text)),
    logo: readLogo(document, data.logo, url),
    ...linked,
    hasForm: form,
    isSignIn: asksPassword && said.length < MOST_BESIDE_PASSWORD,
    isArticle: /^(?:article|blog)/i.test(meta('og:type')) || data.isArticle || isOneArticle(document),
    language: languageOfTag(line(document.documentElement.getAttribute('lang'))),
    whole: squeezed(
      [said, metaTitle, description, siteName, ...data.texts, ...contacts.emails].join(' '),
    ).slice(0, MAX_WHOLE),
  }
}

const withoutWords =
  'script, style, noscript, template, svg, iframe, input[type="hidden"], dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]'
const hidden = '[hidden]:not([hidden="until-found"]), [style*="display" i], [style*="visibility" i]'
const UNSEEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const CONSENT =
  /(?:^|[\s_-])(?:cookie-?(?:banner|bar|consent|notice|law-info)|(?:onetrust|cmplz|borlabs|Cybot|cky|klaro|usercentrics|didomi)(?=$|[\s_-]|Cookie))/i

/** Removes what visitors do not see unless they open it, and questions about cookies. Panels that a control opens stay. */
function dropUnseen(document: Document): void {
  const controlled = new Set<string>()
  for (const control of document.querySelectorAll(
    '[aria-controls], [data-target], [data-bs-target], a[href^="#"]',
  ))
    for (const name of ['aria-controls', 'data-target', 'data-bs-target', 'href'])
      controlled.add(String(control.getAttribute(name)).replace(/^#/, ''))
  for (const each of document.querySelectorAll(hidden)) {
    if (!each.hasAttribute('hidden') && !UNSEEN.test(String(each.getAttribute('style')))) continue
    if (each.getAttribute('role') !== 'tabpanel' && !controlled.has(each.id)) each.remove()
    for (const name of ['hidden', 'style']) each.removeAttribute(name)
  }
  for (const each of document.querySelectorAll('div[id], div[class], section[id], section[class]'))
    if (CONSENT.test(`${each.id} ${each.className}`)) each.remove()
  for (const each of document.querySelectorAll(withoutWords)) each.remove()
}
const pageParts = 'h1, main, article, header, nav, footer, input[name="__VIEWSTATE"]'

/** ASP.NET WebForms puts a form around the whole page, whose content is not that of a form. */
function openPageForms(document: Document): void {
  for (const form of [...document.querySelectorAll('form')].slice(0, MOST_FOUND)) {
    if (!form.querySelector(pageParts)) continue
    while (form.firstChild) form.before(form.firstChild)
    form.remove()
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

function isOneArticle(document: Document): boolean {
  const [article, another] = document.querySelectorAll('article')
  return Boolean(article?.querySelector('time[datetime]')) && another === undefined
}

function menuLinks(document: Document): Set<Element> {
  return new Set(document.querySelectorAll('nav a[href], header a[href], [role="navigation"] a[href]'))
}

/** Returns the address to which the page's relative addresses belong. */
function baseOf(document: Document, address: string): string {
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') || address, address)
  return base && /^https?:$/.test(base.protocol) ? base.href : address
}

/** Several addresses may show one page, and name the one that counts. */
function canonicalOf(document: Document, base: string, address: string): string {
  const named = document.querySelector('link[rel~="canonical" i][href]')?.getAttribute('href')
  const url = named ? URL.parse(named, base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(address).host) return address
  url.hash = ''
  return url.href
}

type LinksOf = { base: string; address: string; menu: ReadonlySet<Element> }

function readLinks(document: Document, { base, address, menu }: LinksOf): SitePage['links'] {
  const links: SitePage['links'] = []
  for (const element of document.querySelectorAll('a[href]')) {
    const target = URL.parse(String(element.getAttribute('href')), base)
    if (!target || target.host !== new URL(address).host || !/^https?:$/.test(target.protocol)) continue
    if (/\bnofollow\b/i.test(String(element.getAttribute('rel')))) continue
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

type SiteData = Pick<SitePage, 'questions' | 'addresses' | 'logo' | 'isArticle' | 'author' | 'date'> & {
  name: string
  texts: string[]
}

/** Reads the page's JSON-LD, as far as it is understood. */
function readData(document: Document): SiteData {
  const found: SiteData = {
    questions: [],
    addresses: [],
    logo: null,
    isArticle: false,
    author: '',
    date: '',
    name: '',
    texts: [],
  }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      visitData(JSON.parse(wordsIn(script)), found, 0)
    } catch {
      // A site's data may be damaged; the page is read nevertheless.
    }
  }
  return found
}

/** Returns the names of authors, which are objects, texts or a list of either. */
function namesIn(value: unknown): string {
  const people: unknown[] = Array.isArray(value) ? value.slice(0, 5) : [value]
  return people
    .map((one) => (typeof one === 'object' && one !== null && 'name' in one ? one.name : one))
    .filter((name) => typeof name === 'string')
    .map(line)
    .join(', ')
}

function visitData(value: unknown, found: SiteData, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 8) return
  if (Array.isArray(value)) return value.forEach((each) => visitData(each, found, depth + 1))
  const node = value as Record<string, unknown>
  const text = (name: string) => (typeof node[name] === 'string' ? line(node[name]) : '')
  const type = String(node['@type'])
  if (/Article|BlogPosting/.test(type)) {
    found.isArticle = true
    found.date ||= text('datePublished')
    found.author ||= namesIn(node['author'])
  }
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

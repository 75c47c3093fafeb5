import type { ProposedFact, ProposedPost, Proposal, Sourced } from './proposal.ts'
import { proposePage } from './propose-page.ts'
import { type SitePage, squeezed } from './site-page.ts'

const MOST_PRICES = 12
const MAX_FACT = 120

/** Returns drafts of the pages of another site, in its own words. What was not found stays empty. */
export function propose(
  address: string,
  pages: readonly SitePage[],
  left: Proposal['left'],
  look: Partial<Pick<Proposal, 'colours' | 'logoFile'>> = {},
): Proposal {
  const articles = pages.filter(isPost)
  const others = pages.filter((page) => !articles.includes(page))
  const first = others[0] ?? pages[0]
  return {
    address,
    name: first?.siteName ? sourced(first.siteName, first) : null,
    pages: others.map(proposePage),
    posts: articles.map(proposePost),
    facts: proposeFacts(others),
    menu: first ? menuOf(first) : [],
    colours: first ? first.colours.map((text) => sourced(text, first)) : [],
    logo: first?.logo ? sourced(first.logo, first) : null,
    logoFile: null,
    read: pages.map(({ url }) => url),
    left,
    ...look,
  }
}

const sourced = (text: string, { url }: SitePage): Sourced => ({ text, url })

const POST_PATH = /^\/(?:blog|news|articles?|posts?|magazin|aktuelles)\/[^/]+|^\/\d{4}\/\d{2}\//i

function isPost({ url, isArticle }: SitePage): boolean {
  const { pathname } = new URL(url)
  return pathname !== '/' && (isArticle || POST_PATH.test(pathname))
}

function proposePost({ title, body, description, language, author, date, ...page }: SitePage): ProposedPost {
  // Only text that occurs on the page is proposed.
  const say = (text: string) => (page.whole.includes(squeezed(text)) ? text : '')
  return {
    title: say(title).slice(0, 200),
    content: body,
    excerpt: say(description),
    language,
    author,
    date,
    url: page.url,
  }
}

function proposeFacts(pages: readonly SitePage[]): ProposedFact[] {
  const named = (name: string, title: string, pick: (page: SitePage) => readonly string[], most: number) => {
    const seen = new Map<string, string>()
    for (const page of pages)
      for (const value of pick(page))
        if (value.length <= MAX_FACT && !seen.has(value) && isSaid(value, page)) seen.set(value, page.url)
    return [...seen].slice(0, most).map(([value, url], index) => ({
      name: index === 0 ? name : `${name}${index + 1}`,
      title: index === 0 ? title : `${title} ${index + 1}`,
      value,
      url,
    }))
  }
  return [
    ...named('phone', 'Telephone', ({ phones }) => phones, 3),
    ...named('email', 'E-mail', ({ emails }) => emails, 3),
    ...named('address', 'Address', ({ addresses }) => addresses, 3),
    ...named('priceText', 'Price as written', ({ prices }) => prices, MOST_PRICES),
  ]
}

function menuOf(page: SitePage): Proposal['menu'] {
  const seen = new Set<string>()
  return page.links.flatMap(({ url: target, text, isMenu }) => {
    if (!isMenu || text === '' || seen.has(target) || !isSaid(text, page)) return []
    seen.add(target)
    return [{ text, target, url: page.url }]
  })
}

/** Returns whether the page contains the text, ignoring white space. A linked phone number need not be visible. */
export function isSaid(text: string, page: SitePage): boolean {
  return page.whole.includes(squeezed(text)) || page.phones.includes(text)
}

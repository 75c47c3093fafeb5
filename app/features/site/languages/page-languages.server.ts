import { listPostVersions, languagesWithPosts } from '#app/features/blog/post-languages.server.ts'
import { readVersionPaths } from '#app/features/content/languages/version-paths.server.ts'
import { makeWording } from '#app/features/content/wording/make-wording.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { siteTexts } from '../messages.ts'

import { type Links, withLocalLinks } from './local-addresses.ts'

/** A page's address in one of the site's languages, without the origin. */
export type Alternate = { tag: string; address: string }

export type PageLanguages = {
  /** The page in all languages in which it exists, itself among them; the first is the main one. */
  alternates: readonly Alternate[]
  links: Links
  /** What visitors who prefer a language are told in it, by its tag. */
  offers: ReadonlyMap<string, { text: string; close: string }>
}

/** Paths of the product's own pages that exist in all languages and that search engines may list. */
const inAll = /^\/book(\/[a-z0-9-]+)?$/

/**
 * Returns where a page exists in the site's languages; null for a site with one language.
 * @param path without the prefix of the context's language
 */
export async function readPageLanguages(ctx: Ctx, path: string): Promise<PageLanguages | null> {
  const shown = await shownLanguages(ctx)
  const [main] = shown
  if (main === undefined || shown.length < 2) return null
  const slug = slugIn(path)
  const [{ language }, { ids, paths }, findAlternates, offers] = await Promise.all([
    ctx.site(ctx),
    readVersionPaths(ctx),
    readAlternates(ctx, slug === undefined ? [] : [slug]),
    readOffers(ctx, shown),
  ])
  const rootOf = (tag: string) => (tag === main ? '' : rootOfLanguage(tag))
  const alternates = findAlternates(path)
  const homes = shown.flatMap((tag): [string, string][] =>
    tag === main || paths.get(tag)?.has('home') ? [[tag, rootOf(tag) || '/']] : [],
  )
  const mainIds = ids.get(main)
  return {
    alternates,
    offers,
    links: {
      root: rootOf(language),
      mainLanguage: main,
      hasPage: (other) => ids.get(language)?.has(other) ?? false,
      versionOf(other) {
        const known = mainIds?.get(other)
        return (known !== undefined && paths.get(language)?.get(known)) || null
      },
      languages: new Map([
        ...homes,
        ...alternates.map(({ tag, address }): [string, string] => [tag, address]),
      ]),
    },
  }
}

/**
 * Returns a function that finds a page of a language, by default the context's, in all others; it finds nothing if the
 * page is not in its own.
 * @param slugs of the posts that will be asked for; by default all
 */
export async function readAlternates(
  ctx: Ctx,
  slugs?: readonly string[],
): Promise<(path: string, language?: string) => readonly Alternate[]> {
  const shown = await shownLanguages(ctx)
  if (shown.length < 2) return () => []
  const [{ language: own }, { ids, paths }, posts, blogs] = await Promise.all([
    ctx.site(ctx),
    readVersionPaths(ctx),
    listPostVersions(ctx, slugs),
    languagesWithPosts(ctx),
  ])
  return (path, language = own) => {
    const id = ids.get(language)?.get(path)
    const versions = posts.get(String(slugIn(path)))
    const pathIn = (tag: string, at: number): string | undefined => {
      if (id !== undefined) return paths.get(tag)?.get(id)
      if (path === '/blog') return blogs.has(tag) || at === 0 ? path : undefined
      const slug = versions?.get(tag)
      if (slug !== undefined) return `/blog/${slug}`
      return inAll.test(path) ? path : undefined
    }
    const found = shown.flatMap((tag, at): Alternate[] => {
      const there = pathIn(tag, at)
      if (there === undefined) return []
      const root = at === 0 ? '' : rootOfLanguage(tag)
      return [{ tag, address: `${root}${there === '/' ? '' : there}` || '/' }]
    })
    return found.some(({ tag }) => tag === language) ? found : []
  }
}

const slugIn = (path: string) => /^\/blog\/([a-z0-9-]+)$/.exec(path)?.[1]

async function shownLanguages(ctx: Ctx): Promise<string[]> {
  const { languages } = await ctx.site(ctx)
  return languages.filter(({ isHidden }) => !isHidden).map(({ tag }) => tag)
}

async function readOffers(ctx: Ctx, tags: readonly string[]): Promise<PageLanguages['offers']> {
  const said = tags.map(async (tag): Promise<[string, { text: string; close: string }]> => {
    const translation = await ctx.translation(tag)
    const { nav } = makeWording({ changes: {}, facts: {}, pages: [], translation }).texts(siteTexts)
    return [tag, { text: nav.alsoHere, close: nav.closeOffer }]
  })
  return new Map(await Promise.all(said))
}

/** Returns the tags of the languages that the switcher offers: those with a home page; none for a site with one language. */
export async function offeredLanguages(ctx: Ctx): Promise<readonly string[]> {
  const shown = await shownLanguages(ctx)
  if (shown.length < 2) return []
  const { paths } = await readVersionPaths(ctx)
  const tags = shown.filter((tag, at) => at === 0 || paths.get(tag)?.has('home'))
  return tags.length > 1 ? tags : []
}

/** Links a rendered page to its versions in other languages, and its links and forms to pages in its own. */
export function inItsLanguage(
  html: string,
  { alternates, links, offers }: PageLanguages,
  publicUrl: string,
): string {
  const isListed = alternates.length > 1 && html.includes('<link rel="canonical"')
  const [main] = alternates
  const { origin } = new URL(publicUrl)
  const all = [...alternates, ...(main ? [{ ...main, tag: 'x-default' }] : [])]
  const head = all.map(({ tag, address }) => {
    const offer = offers.get(tag)
    const title = offer ? ` title="${escaped(offer.text)}" data-close="${escaped(offer.close)}"` : ''
    return `<link rel="alternate" hreflang="${tag}" href="${origin}${address}"${title}/>`
  })
  const local = withLocalLinks(html, links)
  return isListed ? local.replace('</head>', () => `${head.join('')}</head>`) : local
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

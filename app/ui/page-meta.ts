import type { MetaDescriptor } from 'react-router'

import { type Icons, starterIcons } from '#app/lib/look.ts'
import { fillAll } from '#app/lib/messages.ts'

import { SITE_LAYOUT_ID, type PublicSite } from './use-site.ts'

type IconLink = { rel: string; href: string; sizes?: string; type?: string }

export function iconLinksOf({ ico, svg, touch }: Icons): IconLink[] {
  return [
    { rel: 'icon', href: ico, sizes: '32x32' },
    { rel: 'icon', href: svg, type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: touch },
  ]
}

export const iconLinks = iconLinksOf(starterIcons)

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type PageMeta = {
  /** The route's matches, which contain the public layout's data. */
  matches: Matches
  /** `{siteName}` is replaced by the site's name. */
  title: string
  description: string
  path: string
  /** The path whose share image is used; the page's own by default. */
  imageOf?: string
  article?: { publishedAt: number; updatedAt: number; tags: readonly string[] }
  index?: boolean
  /** Whether the page names feeds of its own instead of the site's. */
  hasFeeds?: boolean
  jsonLd?: (site: PublicSite) => object[]
}

export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const site = siteOf(page.matches)
  if (!site) return [{ title: page.title }]
  const { index = true, hasFeeds = false, jsonLd = () => [] } = page
  const words = { title: page.title, description: page.description }
  const { title, description } = fillAll(words, { siteName: site.siteName })
  return [
    { title: titleOf(page, title, site.siteName) },
    { name: 'description', content: description },
    ...(hasFeeds ? [] : [feedLink(site)]),
    { name: 'theme-color', content: site.look.colours.ink },
    ...(index && !site.isClosed ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...(index ? shareCards({ ...page, title, description }, site) : []),
    ...jsonLd(site).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ]
}

function feedLink({ siteName: title, root }: PublicSite): MetaDescriptor {
  const href = `${root}/blog/rss.xml`
  return { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href }
}

/** Returns the title alone for a post, and with the site's name for other pages. */
function titleOf({ path, article }: PageMeta, title: string, siteName: string): string {
  if (article) return title
  return path === '/' ? `${siteName}: ${title}` : `${title} · ${siteName}`
}

function shareCards(
  { title, description, path, imageOf = path, article }: PageMeta,
  site: PublicSite,
): MetaDescriptor[] {
  const address = addressOf(site, path)
  const own = site.look.shareImage
  const image = `${site.publicUrl}${own ?? shareImagePath(imageOf)}`
  return [
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: article ? 'article' : 'website' },
    ...(article ? articleTimes(article) : []),
    { property: 'og:site_name', content: site.siteName },
    { property: 'og:locale', content: openGraphLocale(site.language) },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: own === null ? 'image/png' : 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${title} · ${site.siteName}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ]
}

/** Returns the page's address. The home page of another language has no slash at its end. */
function addressOf({ publicUrl, root }: PublicSite, path: string): string {
  return root !== '' && path === '/' ? publicUrl : `${publicUrl}${path}`
}

/** Returns a language as Open Graph writes it, with its most likely region: `de_DE`. */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return [language, region].filter(Boolean).join('_')
}

function articleTimes({ publishedAt, updatedAt, tags }: NonNullable<PageMeta['article']>): MetaDescriptor[] {
  return [
    { property: 'article:published_time', content: new Date(publishedAt).toISOString() },
    { property: 'article:modified_time', content: new Date(updatedAt).toISOString() },
    ...tags.map((tag) => ({ property: 'article:tag', content: tag })),
  ]
}

/** Matches are untyped; the public layout's loader returns a PublicSite. */
function siteOf(matches: Matches): PublicSite | undefined {
  return matches.find((match) => match?.id === SITE_LAYOUT_ID)?.loaderData as PublicSite | undefined
}

/** For example `/share/home.png` for the home page and `/share/about.png` for /about. */
export function shareImagePath(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}

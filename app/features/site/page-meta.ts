import type { MetaDescriptor } from 'react-router'

import type { PublicSite } from './layout/public-site.server.ts'

type PageMeta = {
  title: string
  description: string
  /** Path of the page, from which the canonical address is made. */
  path: string
  /** Null while an error page is shown. */
  site: PublicSite | undefined
  /** False for pages that search engines shall not list. */
  index?: boolean
}

/** Title, description, canonical address and share cards of a public page. */
export function pageMeta({ title, description, path, site, index = true }: PageMeta): MetaDescriptor[] {
  const siteName = site?.siteName ?? ''
  const address = `${site?.publicUrl ?? ''}${path === '/' ? '/' : path}`
  const fullTitle = path === '/' ? `${siteName}: ${title}` : `${title} · ${siteName}`
  const robots: MetaDescriptor[] = index ? [] : [{ name: 'robots', content: 'noindex' }]
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...robots,
  ]
}

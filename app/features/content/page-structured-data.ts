import type { SiteIdentity } from '#app/platform/context.server.ts'
import type { PublicSite } from '#app/ui/use-site.ts'

import type { Service } from './services.ts'

type PageFacts = {
  path: string
  name: string
  metaTitle: string
  description: string
  areaServed: string | undefined
  /** Set on a service's own page. */
  service: Service | undefined
  isMonthly: boolean
  plans: readonly { name: string; price: number }[]
  ofBlocks: readonly object[]
  /** Breadcrumbs from the home page to this page; empty for a page outside any hierarchy. */
  trail: readonly { name: string; path: string }[]
}

/** Returns the page's structured data for search engines and assistants (schema.org). */
export function pageStructuredData(page: PageFacts, site: SiteIdentity): object[] {
  const { publicUrl } = site
  const own =
    page.path === '/'
      ? siteStructuredData(site, page)
      : page.service
        ? [serviceData(page, page.service, site)]
        : []
  return [...own, ...(page.trail.length > 0 ? [breadcrumbs(publicUrl, page.trail)] : []), ...page.ofBlocks]
}

function serviceData(page: PageFacts, service: Service, { publicUrl, siteName }: SiteIdentity) {
  const { priceFrom, currency } = service
  const offers =
    page.plans.length > 0
      ? page.plans.map((plan) => offer(plan, currency))
      : priceFrom === null
        ? []
        : [offer({ name: page.metaTitle, price: priceFrom }, currency, page.isMonthly)]
  return {
    '@type': 'Service',
    name: service.name,
    description: page.description,
    url: `${publicUrl}${page.path}`,
    serviceType: service.name,
    ...(page.areaServed && { areaServed: page.areaServed }),
    provider: { '@type': 'Organization', name: siteName, url: publicUrl },
    ...(offers.length > 0 && { offers }),
  }
}

function offer({ name, price }: { name: string; price: number }, priceCurrency: string, isMonthly = false) {
  const specification = { '@type': 'UnitPriceSpecification', price, priceCurrency, unitText: 'month' }
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency,
    availability: 'https://schema.org/InStock',
    ...(isMonthly && { priceSpecification: specification }),
  }
}

function breadcrumbs(publicUrl: string, trail: PageFacts['trail']) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  }
}

/**
 * Describes the site and its business for search engines, as schema.org's WebSite and Organization.
 * @param business what the business does, in a sentence or two, and where
 */
export function siteStructuredData(
  site: Omit<PublicSite, 'year' | 'bookLabel' | 'isClosed' | 'root' | 'languages'>,
  { description, areaServed }: { description: string; areaServed: string | undefined },
): object[] {
  const { publicUrl, siteName, contactEmail, language, socialLinkedin, socialX, socialInstagram } = site
  const organization = `${publicUrl}/#organization`
  const profiles = [socialLinkedin, socialX, socialInstagram].filter(Boolean)
  return [
    {
      '@type': 'Organization',
      '@id': organization,
      name: siteName,
      url: `${publicUrl}/`,
      logo: { '@type': 'ImageObject', ...logoOf(site) },
      description,
      email: contactEmail,
      ...(areaServed && { areaServed }),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'sales',
        email: contactEmail,
        url: `${publicUrl}/contact`,
      },
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    {
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name: siteName,
      url: `${publicUrl}/`,
      inLanguage: language,
      publisher: { '@id': organization },
    },
  ]
}

function logoOf({ publicUrl, look }: Pick<PublicSite, 'publicUrl' | 'look'>) {
  const { png, width, height } = look.logo ?? { png: look.icons.large, width: 512, height: 512 }
  return { url: `${publicUrl}${png}`, width, height }
}

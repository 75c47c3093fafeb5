import { defaultLocale } from '#app/lib/messages.ts'
import type { SiteIdentity } from '#app/platform/context.server.ts'

import type { Service } from './services.ts'
import { siteStructuredData } from './structured-data.ts'

type PageFacts = {
  path: string
  name: string
  metaTitle: string
  description: string
  areaServed: string | undefined
  /** Of a service's own page. */
  service: Service | undefined
  isMonthly: boolean
  /** The plans shown on the page, and their prices. */
  plans: readonly { name: string; price: number }[]
  /** What its blocks tell by themselves. */
  ofBlocks: readonly object[]
  /** The pages above it and itself; nothing where it stands alone. */
  trail: readonly { name: string; path: string }[]
}

/** What search engines and assistants are told of a page (schema.org). */
export function pageStructuredData(page: PageFacts, site: SiteIdentity): object[] {
  const { publicUrl } = site
  const own =
    page.path === '/'
      ? siteStructuredData(site, page, defaultLocale)
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

import { defaultLocale } from '#app/lib/messages.ts'
import { pageMeta } from '#app/ui/page-meta.ts'

import { getService, type ServiceSlug } from '../services.ts'
import { servicesShared } from '../shared.ts'

import type { FaqEntry } from './faq.tsx'

type ServiceMeta = {
  matches: Parameters<typeof pageMeta>[0]['matches']
  slug: ServiceSlug
  title: string
  description: string
  /** Offers with a price, in US dollars. */
  offers?: readonly { name: string; price: number; perMonth?: boolean }[]
  faq?: readonly FaqEntry[]
}

/** A service page's metadata, with the service, its offers, its questions and where it stands as structured data. */
export function serviceMeta({ matches, slug, title, description, offers = [], faq = [] }: ServiceMeta) {
  const { name, path } = getService(slug, defaultLocale)
  const shared = servicesShared[defaultLocale]
  return pageMeta({
    matches,
    title,
    description,
    path,
    jsonLd: ({ publicUrl, siteName }) => [
      {
        '@type': 'Service',
        name,
        description,
        url: `${publicUrl}${path}`,
        serviceType: name,
        areaServed: 'Worldwide',
        provider: { '@type': 'Organization', name: siteName, url: publicUrl },
        ...(offers.length > 0 && { offers: offers.map(toOffer) }),
      },
      breadcrumbs(publicUrl, [
        [shared.home, '/'],
        [shared.services, '/services'],
        [name, path],
      ]),
      ...(faq.length > 0 ? [faqPage(faq)] : []),
    ],
  })
}

function toOffer({ name, price, perMonth }: { name: string; price: number; perMonth?: boolean }) {
  const specification = {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'USD',
    unitText: 'month',
  }
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    ...(perMonth && { priceSpecification: specification }),
  }
}

export function breadcrumbs(publicUrl: string, trail: readonly (readonly [name: string, path: string])[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  }
}

function faqPage(entries: readonly FaqEntry[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

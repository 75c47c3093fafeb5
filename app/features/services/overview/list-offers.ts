import type { Locale } from '#app/lib/messages.ts'
import type { LucideIcon } from '#app/ui/icons.tsx'

import { priceText } from '../service-messages.ts'
import { listServices, seoService } from '../services.ts'
import { servicesShared } from '../shared.ts'

export type Offer = {
  name: string
  path: string
  icon: LucideIcon
  summary: string
  bestFor: string
  timeline: string
  price: string
}

/** The six offers: five services with pages, and search engine optimisation, which leads to the contact form. */
export function listOffers(locale: Locale): readonly Offer[] {
  const { seo } = servicesShared[locale]
  return [
    ...listServices(locale).map((service) => ({ ...service, price: priceText(service.slug, locale) })),
    { ...seo, path: seoService.path, icon: seoService.icon },
  ]
}

import { getService, seoService, serviceSlugs } from '#app/features/services/services.ts'
import { servicesShared } from '#app/features/services/shared.ts'
import { findPlanName } from '#app/features/services/website-development/website-messages.ts'
import { defaultLocale, type Locale } from '#app/lib/messages.ts'

/** Whether links to the contact form may name such a service. */
export function isAskableService(slug: string): boolean {
  return slug === seoService.slug || serviceSlugs.some((known) => known === slug)
}

/** Whether they may name such a plan. */
export function isAskablePlan(slug: string): boolean {
  return findPlanName(slug, defaultLocale) !== null
}

/** The service and plan that a link to the contact form names; what is not ours to sell is ignored. */
export function findAskedFor(query: URLSearchParams, locale: Locale): { service?: string; plan?: string } {
  const wanted = query.get('service')
  if (wanted === seoService.slug) return { service: servicesShared[locale].seo.name }
  const slug = serviceSlugs.find((known) => known === wanted)
  if (slug === undefined) return {}
  const plan = slug === 'website-development' ? findPlanName(query.get('plan') ?? '', locale) : null
  return { service: getService(slug, locale).name, ...(plan !== null && { plan }) }
}

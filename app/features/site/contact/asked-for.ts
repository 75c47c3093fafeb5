import { getService, serviceSlugs } from '#app/features/services/services.ts'
import type { Locale } from '#app/lib/messages.ts'

import { siteMessages } from '../messages.ts'

const plans: Readonly<Record<string, string>> = {
  starter: 'Starter',
  professional: 'Professional',
  enterprise: 'Enterprise',
}

/** The service and plan that a link to the contact form names; what is not ours to sell is ignored. */
export function findAskedFor(query: URLSearchParams, locale: Locale): { service?: string; plan?: string } {
  const wanted = query.get('service')
  const slug = serviceSlugs.find((known) => known === wanted)
  if (slug === undefined)
    return wanted === 'seo-optimisation' ? { service: siteMessages[locale].home.intro.seoName } : {}
  const plan = slug === 'website-development' ? plans[query.get('plan') ?? ''] : undefined
  return { service: getService(slug, locale).name, ...(plan && { plan }) }
}

import type { Locale, Messages } from '#app/lib/messages.ts'

import { websitePlans } from '../figures.ts'

import { websiteDevelopmentEn } from './website-development.en.ts'

export const websiteMessages: Messages<typeof websiteDevelopmentEn> = { en: websiteDevelopmentEn }

/** Null for a plan that is not sold. */
export function findPlanName(slug: string, locale: Locale): string | null {
  const plan = websitePlans.find((known) => known.slug === slug)
  return plan ? websiteMessages[locale].plans[plan.slug].name : null
}

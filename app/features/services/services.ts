import type { Locale, Messages } from '#app/lib/messages.ts'
import { Bot, Clapperboard, Code2, type LucideIcon, PhoneCall, Search, Workflow } from '#app/ui/icons.tsx'

import { SEO_SLUG } from './service-names.ts'
import { type ServiceSlug, serviceSlugs, type ServiceTexts } from './service-texts.ts'
import { servicesEn } from './services.en.ts'

export type Service = ServiceTexts & { slug: ServiceSlug; path: string; icon: LucideIcon }

const icons: Record<ServiceSlug, LucideIcon> = {
  'website-development': Code2,
  'ai-video-production': Clapperboard,
  'ai-voice-agents': PhoneCall,
  'workflow-automation': Workflow,
  'ai-chatbots': Bot,
}

const texts: Messages<Record<ServiceSlug, ServiceTexts>> = { en: servicesEn }

export function listServices(locale: Locale): readonly Service[] {
  return serviceSlugs.map((slug) => getService(slug, locale))
}

export function getService(slug: ServiceSlug, locale: Locale): Service {
  return { slug, path: `/services/${slug}`, icon: icons[slug], ...texts[locale][slug] }
}

/** Sold, but without a page of its own: it leads to the contact form with the service filled in. */
export const seoService = {
  slug: SEO_SLUG,
  icon: Search,
  path: '/contact?service=seo-optimisation',
} as const

export { type ServiceSlug, serviceSlugs } from './service-texts.ts'

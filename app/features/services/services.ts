import { Bot, Clapperboard, Code2, type LucideIcon, PhoneCall, Search, Workflow } from 'lucide-react'

import type { Locale } from '#app/lib/messages.ts'

import { servicesEn } from './services.en.ts'

/** The five services that have a page, in the order of the menu. */
export const serviceSlugs = [
  'website-development',
  'ai-video-production',
  'ai-voice-agents',
  'workflow-automation',
  'ai-chatbots',
] as const

export type ServiceSlug = (typeof serviceSlugs)[number]

/** Texts of a service wherever it is named: menu, cards, footer, metadata. */
export type ServiceTexts = {
  name: string
  /** Beside the name in the menu. */
  menuText: string
  /** On cards: what it does for the visitor, in a sentence or two. */
  summary: string
  timeline: string
}

export type Service = ServiceTexts & { slug: ServiceSlug; path: string; icon: LucideIcon }

const icons: Record<ServiceSlug, LucideIcon> = {
  'website-development': Code2,
  'ai-video-production': Clapperboard,
  'ai-voice-agents': PhoneCall,
  'workflow-automation': Workflow,
  'ai-chatbots': Bot,
}

const textsByLocale = { en: servicesEn } satisfies Record<Locale, Record<ServiceSlug, ServiceTexts>>

export function listServices(locale: Locale): readonly Service[] {
  return serviceSlugs.map((slug) => getService(slug, locale))
}

export function getService(slug: ServiceSlug, locale: Locale): Service {
  return { slug, path: `/services/${slug}`, icon: icons[slug], ...textsByLocale[locale][slug] }
}

/** Sold, but without a page of its own: its card leads to the contact form with the service filled in. */
export const seoIcon = Search
export const seoContactPath = '/contact?service=seo-optimisation'

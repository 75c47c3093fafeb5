import { createContext, use } from 'react'

import type { Look } from '#app/lib/look.ts'
import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'

import { type WordedTexts, wordedOr } from './locale.tsx'

export const SITE_LAYOUT_ID = 'site-layout'

export type PublicSite = {
  siteName: string
  contactEmail: string
  socialLinkedin: string
  socialX: string
  socialInstagram: string
  /** Without a slash at the end. */
  publicUrl: string
  year: number
  look: Look
  /** Whether search engines are kept out until the owner has gone through what is left of the starter. */
  isClosed: boolean
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** For `meta`, which is no component. Matches are untyped; the public layout's loader returns the texts. */
export function textsFor<Strings>(matches: Matches, texts: PublicTexts<Strings>): Strings {
  const layout = matches.find((match) => match?.id === SITE_LAYOUT_ID)
  const { texts: worded } = (layout?.loaderData ?? {}) as { texts?: WordedTexts }
  return wordedOr(worded, texts, defaultLocale)
}

const SiteContext = createContext<PublicSite | null>(null)

export const SiteProvider = SiteContext.Provider

/** What the public layout's loader returned; null outside of it, as in the admin. */
export function useFrameData<Data>(): (PublicSite & Partial<Data>) | null {
  // The layout hands on everything that its loader returns.
  return use(SiteContext) as (PublicSite & Partial<Data>) | null
}

export function useSite(): PublicSite {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite is for pages inside the public layout.')
  return site
}

import { createContext, use } from 'react'

import type { Look } from '#app/lib/look.ts'
import type { PublicTexts } from '#app/lib/messages.ts'

import { type WordedTexts, wordedOr } from './locale.tsx'

export const SITE_LAYOUT_ID = 'site-layout'

export type PublicSite = {
  /** BCP 47 tag of the language that this page is in. */
  language: string
  /** Prefix of the addresses in that language; empty for the main one. */
  root: string
  /** Tags of the languages that the switcher offers; empty for a site with one. */
  languages: readonly string[]
  siteName: string
  contactEmail: string
  socialLinkedin: string
  socialX: string
  socialInstagram: string
  /** Without a trailing slash. */
  publicUrl: string
  year: number
  look: Look
  /** Whether search engines are excluded until the owner has reviewed what is left of the starter content. */
  isClosed: boolean
  /** Label of links to the free times; null if no meeting can be booked. */
  bookLabel: string | null
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** For `meta`, which is not a component. Matches are untyped; the public layout's loader returns the texts. */
export function textsFor<Strings>(matches: Matches, texts: PublicTexts<Strings>): Strings {
  const layout = matches.find((match) => match?.id === SITE_LAYOUT_ID)
  const { texts: worded } = (layout?.loaderData ?? {}) as { texts?: WordedTexts }
  return wordedOr(worded, texts)
}

/** Returns the prefix of the addresses in the page's language; empty for the main one. */
export function rootFor(matches: Matches): string {
  const layout = matches.find((match) => match?.id === SITE_LAYOUT_ID)
  const { root = '' } = (layout?.loaderData ?? {}) as { root?: string }
  return root
}

const SiteContext = createContext<PublicSite | null>(null)

export const SiteProvider = SiteContext.Provider

/** Returns the public layout's loader data; null outside of it, as in the admin. */
export function useFrameData<Data>(): (PublicSite & Partial<Data>) | null {
  // The layout passes on all of its loader's data, so the cast is safe.
  return use(SiteContext) as (PublicSite & Partial<Data>) | null
}

export function useSite(): PublicSite {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite is for pages inside the public layout.')
  return site
}

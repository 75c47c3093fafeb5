import { useRouteLoaderData } from 'react-router'

import type { Look } from '#app/lib/look.ts'

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
}

export function useSite(): PublicSite {
  const site = useRouteLoaderData<PublicSite>(SITE_LAYOUT_ID)
  if (!site) throw new Error('useSite is for pages inside the public layout.')
  return site
}

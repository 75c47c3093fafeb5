import { useRouteLoaderData } from 'react-router'

import type { Look } from '#app/lib/look.ts'

export const SITE_LAYOUT_ID = 'site-layout'

/** What public pages show of the business. */
export type PublicSite = {
  siteName: string
  contactEmail: string
  socialLinkedin: string
  socialX: string
  socialInstagram: string
  /** Origin, without a slash at its end. */
  publicUrl: string
  /** The present one, in the site's time zone. */
  year: number
  look: Look
}

/** The business as the public layout's loader read it. @throws {Error} outside that layout. */
export function useSite(): PublicSite {
  const site = useRouteLoaderData<PublicSite>(SITE_LAYOUT_ID)
  if (!site) throw new Error('useSite is for pages inside the public layout.')
  return site
}

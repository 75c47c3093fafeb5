import { useRouteLoaderData } from 'react-router'

import type { PublicSite } from './public-site.server.ts'

export const SITE_LAYOUT_ID = 'site-layout'

/** The business as the layout's loader read it. @throws {Error} outside the public layout. */
export function useSite(): PublicSite {
  const site = useRouteLoaderData<PublicSite>(SITE_LAYOUT_ID)
  if (!site) throw new Error('useSite is for pages inside the public layout.')
  return site
}

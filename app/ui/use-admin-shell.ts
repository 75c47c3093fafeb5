import { useRouteLoaderData } from 'react-router'

export const ADMIN_LAYOUT_ID = 'admin-layout'

/** Uses the loader's values, so that server and browser render the same text. */
export function useAdminShell(): { timeZone: string; now: number; siteName: string } {
  const shell = useRouteLoaderData<{ timeZone: string; now: number; siteName: string }>(ADMIN_LAYOUT_ID)
  if (!shell) throw new Error('useAdminShell is for pages inside the admin.')
  return shell
}

import { useRouteLoaderData } from 'react-router'

export const ADMIN_LAYOUT_ID = 'admin-layout'

type AdminShell = { timeZone: string; now: number; siteName: string; email: string }

/** Uses the loader's values, so that server and browser render the same text. */
export function useAdminShell(): AdminShell {
  const shell = useRouteLoaderData<AdminShell>(ADMIN_LAYOUT_ID)
  if (!shell) throw new Error('useAdminShell is for pages inside the admin.')
  return shell
}

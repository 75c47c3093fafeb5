/** Where this visit began and where it is now, from the tab's history; older browsers tell of this page alone. */
export function visitSource(): Record<'first_page' | 'last_page' | 'referrer', string> {
  const first = window.navigation?.entries().find((entry) => entry.url?.startsWith(location.origin))
  const state = first?.getState() as { referrer?: string } | null | undefined
  return {
    first_page: first?.url ?? location.href,
    last_page: location.href,
    referrer: state?.referrer ?? document.referrer,
  }
}

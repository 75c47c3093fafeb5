type EntryState = { referrer?: string } | null

/**
 * Remembers which site led here, in this tab's own history entry: no cookie and no storage is used, and it goes with the
 * tab. Called once on each page; only a landing has a foreign referrer.
 */
export function rememberReferrer(): void {
  const { referrer } = document
  if (!referrer || URL.parse(referrer)?.origin === location.origin) return
  window.navigation?.updateCurrentEntry({ state: { referrer } })
}

/** Where this visit began and where it is now, from the tab's history; older browsers tell of this page alone. */
export function visitSource(): Record<'first_page' | 'last_page' | 'referrer', string> {
  const first = window.navigation?.entries().find((entry) => entry.url?.startsWith(location.origin))
  const state = first?.getState() as EntryState
  return {
    first_page: first?.url ?? location.href,
    last_page: location.href,
    referrer: state?.referrer ?? document.referrer,
  }
}

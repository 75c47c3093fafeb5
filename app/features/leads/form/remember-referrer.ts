/**
 * Remembers which site led here, in this tab's own history entry: no cookie and no storage is used, and it goes with the
 * tab. Called once on each page; only a landing has a foreign referrer. `visitSource` reads it.
 */
export function rememberReferrer(): void {
  const { referrer } = document
  if (!referrer || URL.parse(referrer)?.origin === location.origin) return
  window.navigation?.updateCurrentEntry({ state: { referrer } })
}

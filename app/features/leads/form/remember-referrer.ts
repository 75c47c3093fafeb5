/** Stores the referring site in the tab's history entry, without cookies or storage; `visitSource` reads it. */
export function rememberReferrer(): void {
  const { referrer } = document
  if (!referrer || URL.parse(referrer)?.origin === location.origin) return
  window.navigation?.updateCurrentEntry({ state: { referrer } })
}

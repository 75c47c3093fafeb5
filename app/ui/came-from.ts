let here = ''
let before = ''

const keyOf = (path: string) => `list ${path}`

/** Stores each visited location of the admin, so that links back to a list can restore it. */
export function noteLocation({ pathname, search }: { pathname: string; search: string }): void {
  if (here !== pathname) [before, here] = [here, pathname]
  const query = new URLSearchParams(search)
  query.delete('deletion')
  sessionStorage.setItem(keyOf(pathname), query.size > 0 ? `?${query}` : '')
}

export function lastQueryOf(path: string): string {
  return sessionStorage.getItem(keyOf(path)) ?? ''
}

/** Whether going back in the history leads to this list, with its scroll position. */
export function isJustBefore(path: string): boolean {
  return before === path
}

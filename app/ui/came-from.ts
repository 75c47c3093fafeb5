let here = ''
let before = ''

const keyOf = (path: string) => `list ${path}`

/** Notes each address of the admin, so that a way back to a list leads to it as it was. */
export function noteLocation({ pathname, search }: { pathname: string; search: string }): void {
  if (here !== pathname) [before, here] = [here, pathname]
  const query = new URLSearchParams(search)
  query.delete('deletion')
  sessionStorage.setItem(keyOf(pathname), query.size > 0 ? `?${query}` : '')
}

/** The filters and the page with which a list was seen last. */
export function lastQueryOf(path: string): string {
  return sessionStorage.getItem(keyOf(path)) ?? ''
}

/** Whether going back in the history leads to this list, scrolled as it was. */
export function isJustBefore(path: string): boolean {
  return before === path
}

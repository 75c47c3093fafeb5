/** The page of the site on which something was written, as a reader names it. */
export function pageName(page: string | null): string {
  if (page === null) return 'Page unknown'
  return page === '/' ? 'Home page' : page
}

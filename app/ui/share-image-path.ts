/** Where the share image of a page stands: `/share/home.png` for the home page, `/share/about.png` for /about. */
export function shareImagePath(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}

/** Returns an address of the product in the language of the page, in the browser: `/de/api/chat` for `/api/chat`. */
export function localPath(path: string): string {
  const { root = '' } = document.documentElement.dataset
  return `${root}${path}`
}

/** Returns an address of the product in the language of the browser's page: `/de/api/chat` for `/api/chat`. */
export function localPath(path: string): string {
  const root = 'document' in globalThis ? document.documentElement.dataset['root'] : undefined
  return root === undefined ? path : `${root}${path}`
}

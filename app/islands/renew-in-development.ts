declare global {
  var __reactRouterDataRouter: { revalidate(): Promise<void> } | undefined
}

let served: Document | null = null

/** Shows changed sources on a public page, which has no router, without losing what was typed in its islands. */
export async function renewInDevelopment(): Promise<void> {
  served = await fetchPage()
  globalThis.__reactRouterDataRouter = { revalidate: async () => {} }
  import.meta.hot?.on('react-router:hmr', () => void renew())
}

async function renew(): Promise<void> {
  const before = served
  served = await fetchPage()
  if (before && !replaceChanged(document.body, before.body, served.body)) location.reload()
}

async function fetchPage(): Promise<Document> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Replaces the smallest elements that differ. Returns false if an island would lose its state. */
function replaceChanged(shown: Element, before: Element, after: Element): boolean {
  if (before.isEqualNode(after) || after.matches('script')) return true
  if (shown instanceof HTMLElement && after instanceof HTMLElement && after.dataset['island'])
    return isAwake(shown)
      ? before.getAttribute('data-props') === after.getAttribute('data-props')
      : refill(shown, after)
  const [old, next] = [[...before.children], [...after.children]]
  const isSameOutside = before.cloneNode().isEqualNode(after.cloneNode()) && textOf(before) === textOf(after)
  if (isSameOutside && old.length > 0 && old.length === next.length)
    return old.every((one, at) => {
      const [child, other] = [shown.children[at], next[at]]
      return child?.tagName === one.tagName && other !== undefined && replaceChanged(child, one, other)
    })
  if (shown.querySelector('[data-island]')) return false
  shown.replaceWith(document.importNode(after, true))
  return true
}

function isAwake(island: HTMLElement): boolean {
  return Object.keys(island).some((key) => key.startsWith('__reactContainer'))
}

function refill(island: HTMLElement, after: HTMLElement): boolean {
  Object.assign(island.dataset, after.dataset)
  island.replaceChildren(...document.importNode(after, true).childNodes)
  return true
}

function textOf(element: Element): string {
  return [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('|')
}

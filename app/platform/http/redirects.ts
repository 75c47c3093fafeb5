type Redirects = {
  /** Former paths to where their page stands now, which may bear a query of its own. */
  moved: Readonly<Record<string, string>>
  /** Whether a public page stands at a path. */
  hasPage(path: string): boolean
}

/** What may stand in a Location header and means the same to every browser: a backslash would be read as a slash. */
const PLAIN_ADDRESS = /^\/[!-[\]-~]*$/
const NOT_CANONICAL = /[A-Z]|\/\/|.\/$/

/**
 * Finds where a request for `/path?query` is to go instead: a page has one address, in lower case, with single slashes
 * and none at its end; what has moved is found under any spelling. Null where a request is to be answered as it is,
 * which is everything but a public page: files and the admin know upper case.
 *
 * The answer is always a path of ours. It begins with one slash, for it is the address of a page that exists.
 */
export function createRedirects({ moved, hasPage }: Redirects): (address: string) => string | null {
  const targets = new Map(Object.entries(moved))
  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    if (!NOT_CANONICAL.test(path) && !targets.has(path)) return null
    if (!PLAIN_ADDRESS.test(address)) return null
    const canonical = canonicalPath(path)
    const isPage = canonical !== path && hasPage(canonical)
    const target = targets.get(canonical) ?? (isPage ? canonical : null)
    return target === null || mark === -1 ? target : withQuery(target, address.slice(mark + 1))
  }
}

/** Escapes keep their case: `%C3` is how everybody writes it. */
function canonicalPath(path: string): string {
  const folded = path.replaceAll(/%[\dA-Fa-f]{2}|[A-Z]+/g, (part) =>
    part.startsWith('%') ? part : part.toLowerCase(),
  )
  const single = folded.replaceAll(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`
}

type Redirects = {
  /** Former paths to where their page stands now, which may bear a query of its own. */
  moved: Readonly<Record<string, string>>
  /** Whether a public page stands at a path. */
  hasPage(path: string): boolean
}

/** What may stand in a Location header and means the same to every browser: a backslash would be read as a slash. */
const PLAIN_ADDRESS = /^\/[!-[\]-~]*$/
/** What other spellings of a path have; most paths are told by this alone. */
const SUSPECT = /[^!-~]|[A-Z%#\\]|\/\/|.\/$/
const UNRESERVED = /[\w.~-]/

/** Whether a path is written the one way that the page cache keeps pages by. */
export function isCanonicalPath(path: string): boolean {
  if (!SUSPECT.test(path)) return true
  return PLAIN_ADDRESS.test(path) && !path.includes('#') && canonicalPath(path) === path
}

/**
 * Finds where a request for `/path?query` is to go instead: a page has one address, in lower case, with single slashes
 * and none at its end, and plain letters written plainly; what has moved is found under any spelling. Null where a request is to be answered as it is,
 * which is everything but a public page: files and the admin know upper case.
 *
 * The answer is always a path of ours. It begins with one slash, for it is the address of a page that exists.
 */
export function createRedirects({ moved, hasPage }: Redirects): (address: string) => string | null {
  const targets = new Map(Object.entries(moved))
  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    if (isCanonicalPath(path) && !targets.has(path)) return null
    if (!PLAIN_ADDRESS.test(address)) return null
    const canonical = canonicalPath(path)
    const isPage = canonical !== path && hasPage(canonical)
    const target = targets.get(canonical) ?? (isPage ? canonical : null)
    return target === null || mark === -1 ? target : withQuery(target, address.slice(mark + 1))
  }
}

/** Escapes of plain letters are undone, the others are written as everybody writes them: `%C3`. */
function canonicalPath(path: string): string {
  const plain = path.replaceAll(/%[\dA-Fa-f]{2}/g, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(letter) ? letter : escape.toUpperCase()
  })
  const folded = plain.replaceAll(/%[\dA-F]{2}|[A-Z]+/g, (part) =>
    part.startsWith('%') ? part : part.toLowerCase(),
  )
  const single = folded.replaceAll(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`
}

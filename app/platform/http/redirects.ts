type Redirects = {
  /** Returns the current path of a page that moved. */
  moved(path: string): string | undefined
  hasPage(path: string): boolean
}

/** Characters that all browsers treat alike in a Location header. They would treat a backslash as a slash. */
const PLAIN_ADDRESS = /^\/[!-[\]-~]*$/
/** A quick test, because most paths contain none of these. */
const SUSPECT = /[^!-~]|[A-Z%#\\]|\/\/|.\/$/
const UNRESERVED = /[\w.~-]/

export function isCanonicalPath(path: string): boolean {
  if (!SUSPECT.test(path)) return true
  return PLAIN_ADDRESS.test(path) && !path.includes('#') && canonicalPath(path) === path
}

/** Returns a path of this site to redirect to, or null unless the address is that of a misspelt or moved page. */
export function createRedirects({ moved, hasPage }: Redirects): (address: string) => string | null {
  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    if (isCanonicalPath(path) && moved(path) === undefined) return null
    if (!PLAIN_ADDRESS.test(address)) return null
    const canonical = canonicalPath(path)
    const isPage = canonical !== path && hasPage(canonical)
    const target = moved(canonical) ?? (isPage ? canonical : null)
    return target === null || mark === -1 ? target : withQuery(target, address.slice(mark + 1))
  }
}

/** Decodes escapes of unreserved characters and writes the others in upper case. */
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

import { mapOutsideCode } from './outside-code.ts'

/**
 * An address as links and redirects are compared: `host/path` of a URL, `/path` of a path, or `import:` with the name of
 * a file within the import. Without query, fragment, final slash and percent encoding. Null for anything else.
 */
export function addressKey(address: string): string | null {
  if (address.startsWith('import:')) return `import:${decoded(address.slice(7).replace(/[#?].*$/s, ''))}`
  const url = /^(?:https?:)?\/\//i.test(address) ? URL.parse(address, 'https://x') : null
  if (!url && (!address.startsWith('/') || address.startsWith('//'))) return null
  const path = decoded(url ? url.pathname : address.replace(/[#?].*$/s, ''))
    .replace(/\/index\.html?$/i, '/')
    .replace(/\/+$/, '')
    .normalize('NFC')
  if (path === '' || path.length > MAX_PATH) return null
  return url ? `${url.host.toLowerCase()}${path}` : path
}

const MAX_PATH = 500

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The path of a URL or path as visitors ask for it; null if it has none of its own. */
export function formerPathOf(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
  return addressKey(url ? url.pathname : address)
}

/** Targets of links and references in Markdown and HTML, with what stands before them. */
const LINKS =
  /(\]\(\s{0,9}<?|^[ \t]{0,3}\[[^\]\n]{1,300}\]:[ \t]{0,9}<?|\shref\s{0,9}=\s{0,9}["']?|<(?=https?:\/\/))((?:[^\s"'<>()]|\([^\s"'<>()]{0,200}\)){1,2000})/gim

/** Returns the links of a Markdown text with a key. */
export function linksIn(markdown: string): { target: string; key: string }[] {
  const links: { target: string; key: string }[] = []
  mapOutsideCode(markdown, (text) => {
    for (const [, , target = ''] of text.matchAll(LINKS)) {
      const key = addressKey(target)
      if (key !== null) links.push({ target, key })
    }
    return text
  })
  return links
}

/**
 * Lets the links of a Markdown text lead elsewhere. A link to a file of the import that leads nowhere becomes its text.
 * @param newPlaces from key to address
 */
export function moveLinks(markdown: string, newPlaces: ReadonlyMap<string, string>): string {
  const moved = mapOutsideCode(markdown, (text) =>
    text.replaceAll(LINKS, (all, before: string, target: string) => {
      const place = newPlaces.get(addressKey(target) ?? '')
      const [fragment = ''] = /#.*$/s.exec(target) ?? []
      return place === undefined ? all : `${before}${place}${fragment}`
    }),
  )
  return mapOutsideCode(moved, (text) =>
    text
      .replaceAll(/\[((?:[^[\]\\\n]|\\.){0,500})\]\(<?import:[^\s()<>]*>?(?:\s+"[^"\n]{0,300}")?\)/g, '$1')
      .replaceAll(/<a\s[^>]{0,500}href="import:[^">]*"[^>]{0,500}>([^<]{0,500})<\/a>/gi, '$1'),
  )
}

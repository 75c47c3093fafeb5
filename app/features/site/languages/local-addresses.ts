/** Addresses that exist once for all languages: files, pictures, the admin and what programs call. */
const shared =
  /^\/(admin|api\/v1|assets|bookings\.ics|flags|fonts|healthz|images|knowledge|mcp|oauth|preview|readyz|samples|videos)(\/|$)|^\/(?!blog\/|share\/).*\.(?:css|ico|jpe?g|js|json|png|svg|webmanifest|webp|woff2)$/

export function isShared(path: string): boolean {
  return shared.test(path)
}

/** Pages of the product itself, which exist in every language. */
const everywhere = /^\/(blog|book|booking|try|api(?=\/)|contact(?=\/))(\/|$)/

export type Links = {
  /** Prefix of this page's language; empty for the main one. */
  root: string
  mainLanguage: string
  /** Whether a page in this language has the path. */
  hasPage: (path: string) => boolean
  /** Returns the path in this language of a page of the main language; null if it has no version. */
  versionOf: (path: string) => string | null
  /** Addresses of this page, or of the home page, in the site's languages by tag. */
  languages: ReadonlyMap<string, string>
}

/** No page may have such a path. */
const LANGUAGE_LINK = '/~language/'

/** Returns what the switcher, which is the same on all pages, links to; `withLocalLinks` replaces it. */
export function languageLink(tag: string): string {
  return `${LANGUAGE_LINK}${tag}`
}

const TAG = /<(a|form)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g
const ADDRESS = /(\s(?:href|action)=)"(\/[^"]*)"/

/** Makes the links and forms of a page lead to pages in its language; links to pages without a version say their language. */
export function withLocalLinks(html: string, links: Links): string {
  return html.replaceAll(TAG, (tag, name: string, attributes: string) => {
    const found = ADDRESS.exec(attributes)
    if (!found) return tag
    const [, before = '', address = ''] = found
    const local = localAddress(address, { ...links, isForm: name === 'form' })
    if (local === null) return tag
    const language = local.isMain && name === 'a' ? ` hreflang="${links.mainLanguage}"` : ''
    return `<${name}${attributes.replace(ADDRESS, () => `${before}"${local.address}"${language}`)}>`
  })
}

function localAddress(
  address: string,
  { root, hasPage, versionOf, languages, isForm }: Links & { isForm: boolean },
): { address: string; isMain?: boolean } | null {
  if (address.startsWith(LANGUAGE_LINK))
    return { address: languages.get(address.slice(LANGUAGE_LINK.length)) ?? '/' }
  if (root === '' || address.startsWith('//')) return null
  const at = address.search(/[?#]|$/)
  const [path, rest] = [address.slice(0, at), address.slice(at)]
  if (shared.test(path)) return null
  // A form is answered in the language of its page.
  const own = versionOf(path) ?? (isForm || hasPage(path) || everywhere.test(path) ? path : null)
  if (own === null) return { address, isMain: true }
  return { address: `${root}${own === '/' ? '' : own}${rest}` }
}

export type SitemapPage = {
  /** The whole address. */
  address: string
  /** Milliseconds UTC; null for a page that nobody has changed. */
  changedAt: number | null
  /** The page in the site's languages, itself among them; the first is the main one. */
  alternates: readonly { tag: string; address: string }[]
}

/** Returns a sitemap (sitemaps.org 0.9) with the versions of pages as Google reads them. */
export function sitemapOf(pages: readonly SitemapPage[]): string {
  const hasOthers = pages.some(({ alternates }) => alternates.length > 1)
  // Each address occurs as a page and as a version of its page in every language.
  const written = new Map<string, string>()
  const write = (address: string): string => {
    const known = written.get(address) ?? escapeXml(new URL(address).href)
    written.set(address, known)
    return known
  }
  const linkOf = ({ tag, address }: Alternate) =>
    `    <xhtml:link rel="alternate" hreflang="${tag}" href="${write(address)}"/>`
  const names = hasOthers ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  const entries = pages.map(({ address, changedAt, alternates }) => {
    const lines = [
      `    <loc>${write(address)}</loc>`,
      ...(changedAt === null ? [] : [`    <lastmod>${new Date(changedAt).toISOString()}</lastmod>`]),
      ...(alternates.length > 1 ? withDefault(alternates).map(linkOf) : []),
    ]
    return `  <url>\n${lines.join('\n')}\n  </url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${names}>\n${entries.join('')}</urlset>\n`
}

type Alternate = SitemapPage['alternates'][number]

/** Adds the version for readers of all other languages: the first. */
export function withDefault(alternates: readonly Alternate[]): Alternate[] {
  const [first] = alternates
  return [...alternates, ...(first ? [{ ...first, tag: 'x-default' }] : [])]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** `changedAt` is in milliseconds UTC, or null for a page that nobody has changed. */
type SitemapPage = { path: string; changedAt: number | null }

/** Returns a sitemap (sitemaps.org 0.9). @param publicUrl origin without a trailing slash */
export function sitemapOf(pages: readonly SitemapPage[], publicUrl: string): string {
  const entries = pages.map(
    ({ path, changedAt }) =>
      `  <url>\n    <loc>${escapeXml(new URL(path, publicUrl).href)}</loc>\n${changedAt === null ? '' : `    <lastmod>${new Date(changedAt).toISOString()}</lastmod>\n`}  </url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
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

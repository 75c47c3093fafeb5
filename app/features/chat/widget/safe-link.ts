/**
 * Where a link in a reply may lead: to this site, to the owner's domains and their subdomains, and to the sources that
 * the reply cites. Anything else a model writes is shown as plain text, for a link is how secrets leave a page.
 * @returns the whole address, or null.
 */
export function safeLink(
  href: string,
  { origin, domains, sources }: { origin: string; domains: readonly string[]; sources: readonly string[] },
): string | null {
  const url = URL.parse(href, origin)
  if (!url || url.username || url.password) return null
  if (url.origin === origin || sources.includes(url.href)) return url.href
  const isOwn = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  return isOwn && url.protocol === 'https:' ? url.href : null
}

/** Letters, digits, hyphens and underscores, as the names of records have. */
export function isDomainName(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.')
  return name.length <= 253 && labels.length > 1 && labels.every((label) => /^[\w-]{1,63}$/.test(label))
}

/** The part of an address or of `Name <address>` behind the @, in the letters that DNS has. Null where there is none. */
export function domainOf(mailbox: string): string | null {
  const address = /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox
  const typed = address.slice(address.lastIndexOf('@') + 1).trim()
  const host = URL.parse(`http://${typed}`)?.hostname
  return host !== undefined && isDomainName(host) && !/^[\d.]+$/.test(host) ? host : null
}

/** RFC 2606 and RFC 6762: names that are in no DNS. */
export function isReserved(domain: string): boolean {
  return /(^|\.)(example|test|invalid|localhost|local|internal)$|(^|\.)example\.(com|net|org)$/.test(domain)
}

/** The domain and those above it, down to two labels: where a DMARC record may stand. */
export function domainsUpFrom(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

/** Allows letters, digits, hyphens and underscores, as in names of DNS records. */
export function isDomainName(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.')
  return name.length <= 253 && labels.length > 1 && labels.every((label) => /^[\w-]{1,63}$/.test(label))
}

/** Returns the domain of `a@b` or `Name <a@b>` in ASCII form, or null if there is none. */
export function domainOf(mailbox: string): string | null {
  const address = /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox
  const typed = address.slice(address.lastIndexOf('@') + 1).trim()
  const host = URL.parse(`http://${typed}`)?.hostname
  return host !== undefined && isDomainName(host) && !/^[\d.]+$/.test(host) ? host : null
}

/** Names that are never in public DNS (RFC 2606 and RFC 6762). */
export function isReserved(domain: string): boolean {
  return /(^|\.)(example|test|invalid|localhost|local|internal)$|(^|\.)example\.(com|net|org)$/.test(domain)
}

/** Returns the domain and its parents down to two labels, which may have a DMARC record. */
export function domainsUpFrom(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

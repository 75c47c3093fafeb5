const gmailDomains = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address is delivered to, as far as its form tells: without what follows a plus sign, which most
 * providers take for the owner's own label, and for Gmail without dots. For counting what is mailed to somebody; who a
 * person is, nothing but the whole address says.
 */
export function mailboxOf(address: string): string {
  const comparable = address.trim().toLowerCase()
  const at = comparable.lastIndexOf('@')
  const [name = ''] = comparable.slice(0, at).split('+', 1)
  const domain = comparable.slice(at + 1)
  return `${gmailDomains.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

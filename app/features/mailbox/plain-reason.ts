const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The server named in IMAP_URL does not exist.',
  EAI_AGAIN: 'The server named in IMAP_URL cannot be looked up at the moment.',
  ECONNREFUSED: 'The server in IMAP_URL accepts no connections on that port.',
  ETIMEDOUT: 'The mail server does not answer.',
  ECONNRESET: 'The mail server closed the connection.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The mail server cannot be reached.',
}

export function plainReason(error: unknown): string {
  const { code, authenticationFailed, mailboxMissing } = (error ?? {}) as Record<string, unknown>
  if (authenticationFailed === true) return 'The mail server refused the user or the password in IMAP_URL.'
  if (mailboxMissing === true) return 'The mail server does not have the folder named in IMAP_URL.'
  const name = typeof code === 'string' ? code : ''
  if (name.includes('CERT') || name.startsWith('ERR_TLS') || name === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return 'The certificate of the mail server is not valid.'
  return reasons[name] ?? 'The connection to the mailbox failed. It will be tried again.'
}

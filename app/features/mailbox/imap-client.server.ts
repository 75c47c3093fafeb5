import type { ImapFlow } from 'imapflow'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { ImapServer } from '#app/platform/email/mail-transport.server.ts'
import { checkedLookup, checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'

import { MAX_MAIL_BYTES } from './read-inbound.ts'

/** Servers and firewalls drop silent connections. Without IDLE, this is also the polling interval. */
const IDLE_FOR = MINUTE

/**
 * Imports imapflow here, so that a start without a mailbox does not load it.
 * @param isRefused whether the server refused the former sign-in. @throws for a typed address that leads inward
 */
export async function createImapClient(imap: ImapServer, isRefused = false): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { access } = imap.named ?? { access: null }
  return new ImapFlow({
    host: imap.host,
    port: imap.port ?? (imap.isEncrypted ? 993 : 143),
    secure: imap.isEncrypted,
    auth: {
      user: imap.user,
      ...(access ? { accessToken: await access.token(isRefused) } : { pass: imap.password }),
    },
    logger: false,
    autoIdleDelay: SECOND,
    maxIdleTime: IDLE_FOR,
    maxLiteralSize: MAX_MAIL_BYTES + 1024 * 1024,
    ...(imap.named && namedOptions(imap, imap.named)),
  })
}

function namedOptions({ host, port, isEncrypted }: ImapServer, { loopback }: { loopback: boolean }) {
  checkedUrl(`http://${host}:${port}`, { loopback, anyPort: true })
  const isHere = loopback && (host === 'localhost' || isLoopbackAddress(host))
  return {
    tls: { lookup: checkedLookup({ loopback }) },
    ...(!isEncrypted && !isHere && { doSTARTTLS: true }),
  }
}

import { createTransport, type SentMessageInfo } from 'nodemailer'

import { SECOND } from '#app/platform/clock.ts'

export type Mail = {
  /** The same for each try, so that a receiving server can tell a repeat. */
  messageId: string
  from: string
  to: string[]
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
}

/** Every end a sending can come to. `refused` is for good (SMTP 5xx for this mail); `failed` is worth another try. */
export type MailOutcome =
  | { kind: 'sent'; rejected: string[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string }

export type MailTransport = {
  send(mail: Mail): Promise<MailOutcome>
  /** Resolves to null when the server lets us in, otherwise to what it said. */
  verify(): Promise<string | null>
  close(): void
}

/** Sends through the SMTP server of `url` (smtp:// or smtps://, with user and password where needed). */
export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      try {
        const sent: SentMessageInfo = await transport.sendMail(mail)
        return { kind: 'sent', rejected: (sent.rejected ?? []).map(String) }
      } catch (error) {
        return classify(error)
      }
    },
    async verify() {
      try {
        await transport.verify()
        return null
      } catch (error) {
        return describe(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Sign-in failures are the owner's to mend in the settings, after which the backlog goes out: they are not for good. */
function classify(error: unknown): MailOutcome {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const forGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return { kind: forGood ? 'refused' : 'failed', reason: describe(error) }
}

/** What the server said, without line breaks. */
function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300)
}

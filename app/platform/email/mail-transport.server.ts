import { SECOND } from '#app/platform/clock.ts'

import { classifyMailError, type MailFailure } from './classify-mail-error.ts'
import type { MailCalendar } from './email-template.ts'

/** Milliseconds for a whole mail. A silent connection times out sooner. */
const PATIENCE = 60 * SECOND

export type Mail = {
  messageId: string
  from: string
  to: string[]
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
  inReplyTo?: string
  references?: string[]
  attachments?: { filename: string; contentType: string; content: Buffer }[]
  icalEvent?: MailCalendar & { filename: string }
}

export type MailOutcome =
  | { kind: 'sent'; rejected: string[] }
  | {
      kind: MailFailure
      reason: string
      /** The server may have accepted the mail nevertheless. */
      isUncertain?: boolean
    }

export type MailTransport = {
  /** The host in SMTP_URL. */
  readonly host: string
  /** @throws the signal's reason if it aborts; the server may have accepted the mail nevertheless. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>
  /** Resolves to null if the server accepts our credentials, otherwise to its reply. */
  verify(): Promise<string | null>
  close(): void
}

/** Imports nodemailer here, so that a start without a mail server does not load it. */
export async function createSmtpTransport(url: string): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxRequeues: 1,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    host: new URL(url).hostname,
    async send(mail, signal) {
      const late = AbortSignal.timeout(PATIENCE)
      const either = signal ? AbortSignal.any([signal, late]) : late
      const { subject, from, ...rest } = mail
      try {
        const sent = await transport.sendMail({
          ...rest,
          from: headerText(from),
          subject: headerText(subject),
          signal: either,
        })
        return { kind: 'sent', rejected: sent.rejected.map(String) }
      } catch (error) {
        signal?.throwIfAborted()
        if (late.aborted)
          return {
            kind: 'unavailable',
            reason: `The server did not take the mail within ${PATIENCE / SECOND} seconds.`,
            isUncertain: true,
          }
        return {
          kind: classifyMailError(error),
          reason: describe(error),
          isUncertain: !wasNeverAccepted(error),
        }
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

/** Nodemailer reports a broken connection as an error of CONN, whatever was being sent. */
function wasNeverAccepted(error: unknown): boolean {
  const { responseCode, syscall, code, command, message }: SendingError =
    typeof error === 'object' && error !== null ? error : {}
  if (responseCode !== undefined || syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (
    /^E(DNS|CONFIG|AUTH|NOAUTH|OAUTH2|ENVELOPE|MESSAGE|MAXRECIPIENTS|REQUIRETLS|TLS|PROXY)$/.test(code ?? '')
  )
    return true
  return command !== 'CONN' ? /^(EHLO|HELO|AUTH|MAIL|RCPT)/.test(command ?? '') : isEarly.test(message ?? '')
}

type SendingError = {
  responseCode?: number
  syscall?: string
  code?: string
  command?: string
  message?: string
}
const isEarly = /^(Connection timeout|Greeting never received)/

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** The start of an encoded word (RFC 2047). */
const encodedWord = /=\?(?=[^?]*\?[bq]\?)/gi

/** Breaks encoded words in user text, because mail programs would decode them, which could disguise a sender. */
export function headerText(text: string): string {
  return text.replaceAll(encodedWord, '= ?')
}

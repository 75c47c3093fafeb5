import { createTransport } from 'nodemailer'

import { SECOND } from '#app/platform/clock.ts'

import { classifyMailError, type MailFailure } from './classify-mail-error.ts'

/** For a whole mail. Silence ends sooner. */
const PATIENCE = 60 * SECOND

export type Mail = {
  messageId: string
  from: string
  to: string[]
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
}

export type MailOutcome = { kind: 'sent'; rejected: string[] } | { kind: MailFailure; reason: string }

export type MailTransport = {
  /** Of SMTP_URL. */
  readonly host: string
  /** @throws the signal's reason if it aborts; the server may have accepted the mail nevertheless. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>
  /** Resolves to null if the server accepts our sign-in, otherwise to its reply. */
  verify(): Promise<string | null>
  close(): void
}

export function createSmtpTransport(url: string): MailTransport {
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
          }
        return { kind: classifyMailError(error), reason: describe(error) }
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

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** The beginning of an encoded word (RFC 2047). */
const encodedWord = /=\?(?=[^?]*\?[bq]\?)/gi

/** Breaks encoded words in user text: mail programs would decode them, which could disguise a sender. */
export function headerText(text: string): string {
  return text.replaceAll(encodedWord, '= ?')
}

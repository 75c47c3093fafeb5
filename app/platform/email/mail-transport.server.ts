import { createTransport, type SentMessageInfo } from 'nodemailer'

import { SECOND } from '#app/platform/clock.ts'

import { classifyMailError, type MailFailure } from './classify-mail-error.ts'

/** Of one mail, from its first byte to the server's last word; silence alone ends sooner. */
const PATIENCE = 60 * SECOND

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

/** Every end a sending can come to. */
export type MailOutcome = { kind: 'sent'; rejected: string[] } | { kind: MailFailure; reason: string }

export type MailTransport = {
  /** @throws the signal's reason where it aborts; the server may have taken the mail all the same. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>
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
    // A connection that the server had closed while it was idle is made anew; other tries are the queue's.
    maxRequeues: 1,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      const late = AbortSignal.timeout(PATIENCE)
      const either = signal ? AbortSignal.any([signal, late]) : late
      const { subject, from, ...rest } = mail
      try {
        const sent: SentMessageInfo = await transport.sendMail({
          ...rest,
          from: headerText(from),
          subject: headerText(subject),
          signal: either,
        })
        return { kind: 'sent', rejected: (sent.rejected ?? []).map(String) }
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

/** What the server said, without line breaks. */
function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** The beginning of an encoded word (RFC 2047) that somebody typed. */
const encodedWord = /=\?(?=[^?]*\?[bq]\?)/gi

/**
 * A text for a header, in which nothing is taken for an encoded word: a mail program would show what it decodes to, so that
 * a name could look like another sender's or hide what stands in it.
 */
export function headerText(text: string): string {
  return text.replaceAll(encodedWord, '= ?')
}

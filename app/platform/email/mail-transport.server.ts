import { connect } from 'node:net'

import type { SMTPPoolOptions } from 'nodemailer'

import { SECOND } from '#app/platform/clock.ts'
import type { Env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { checkedLookup, checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'

import { classifyMailError, faultOf, type MailFailure, type MailFault } from './classify-mail-error.ts'
import type { MailCalendar } from './email-template.ts'

/** Milliseconds for a whole mail. A silent connection times out sooner. */
const PATIENCE = 60 * SECOND
const CONNECTING = 10 * SECOND
/** Ports on which TLS comes first; on others, STARTTLS is required. */
const implicitPorts = new Set([465, 2465])

/** A server that the owner named in the admin. */
export type NamedServer = {
  host: string
  port: number
  /** Empty if the server asks for no sign-in. */
  user: string
  password: string
  /** Whether this machine may be reached, for tests. */
  loopback: boolean
  /** Null if it takes the password. */
  access: MailAccess | null
}

/** What signs in to a provider's mail servers instead of a password. */
export type MailAccess = {
  provider: 'google' | 'microsoft'
  /** Milliseconds; changes with each sign-in of the owner. */
  since: number
  /** @param isRefused whether the server refused the former token. @throws {AppError} if there is none */
  token(isRefused: boolean): Promise<string>
}

/** `named` is null for IMAP_URL; otherwise the owner typed the host, so its addresses are checked. */
export type ImapServer = NonNullable<Env['imap']> & {
  named: { loopback: boolean; access: MailAccess | null } | null
}

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
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: Buffer }[]
  icalEvent?: MailCalendar & { filename: string }
}

export type MailOutcome =
  | { kind: 'sent'; rejected: string[] }
  | {
      kind: MailFailure
      reason: string
      fault: MailFault
      /** The server may have accepted the mail nevertheless. */
      isUncertain?: boolean
    }

export type MailTransport = {
  readonly host: string
  /** Whether it is the one in SMTP_URL. */
  readonly isVariable: boolean
  /** @throws the signal's reason if it aborts; the server may have accepted the mail nevertheless. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>
  /** Resolves to null if the server accepts our credentials, otherwise to its reply. */
  verify(): Promise<string | null>
  close(): void
}

/** Imports nodemailer at the first mail, so that a start does not load it. @param server SMTP_URL, or a server of the admin */
export function createSmtpTransport(server: string | NamedServer): MailTransport {
  let opening: ReturnType<typeof openTransport> | null = null
  const open = () => (opening ??= openTransport(server))
  return {
    host: typeof server === 'string' ? new URL(server).hostname : server.host,
    isVariable: typeof server === 'string',
    async send(mail, signal) {
      const late = AbortSignal.timeout(PATIENCE)
      const either = signal ? AbortSignal.any([signal, late]) : late
      const { subject, from, ...rest } = mail
      try {
        const transport = await open()
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
            fault: 'silent',
            isUncertain: true,
          }
        return {
          kind: classifyMailError(error),
          ...sayError(server, error),
          isUncertain: !wasNeverAccepted(error),
        }
      }
    },
    async verify() {
      try {
        await (await open()).verify()
        return null
      } catch (error) {
        return describe(error)
      }
    },
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
  }
}

/** Servers refuse a sign-in by token with reasons that a person can act on. */
function sayError(server: string | NamedServer, error: unknown): { reason: string; fault: MailFault } {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AppError) return { reason: cause.message, fault: 'access' }
  const [reason, fault] = [describe(error), faultOf(error)]
  const isByToken = typeof server !== 'string' && server.access !== null && fault === 'password'
  return isByToken
    ? { reason: `${server.host} refused the sign-in: ${reason}`, fault: 'access' }
    : { reason, fault }
}

async function openTransport(server: string | NamedServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...(typeof server === 'string' ? { url: server } : namedOptions(server)),
    pool: true,
    maxConnections: 2,
    maxRequeues: 1,
    connectionTimeout: CONNECTING,
    greetingTimeout: CONNECTING,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function namedOptions(server: NamedServer) {
  const { host, port, user, password, loopback, access } = server
  const isHere = loopback && (host === 'localhost' || isLoopbackAddress(host))
  const secure = implicitPorts.has(port)
  return {
    host,
    port,
    secure,
    requireTLS: !secure && !isHere,
    ...(user !== '' && { auth: access ? tokenAuth(user, access) : { user, pass: password } }),
    getSocket: guardedSocket(server),
  }
}

type GivesToken = (error: Error | null, token?: string) => void

function tokenAuth(user: string, access: MailAccess) {
  async function give(isRefused: boolean, done: GivesToken): Promise<void> {
    try {
      done(null, await access.token(isRefused))
    } catch (cause) {
      done(new Error('There is no access token.', { cause }))
    }
  }
  return {
    type: 'OAuth2' as const,
    user,
    provisionCallback: (_user: string, isRefused: boolean, done: GivesToken) => void give(isRefused, done),
  }
}

/** Connects only to addresses that are checked at that moment, so that a name cannot lead inward later. */
function guardedSocket({ host, port, loopback }: NamedServer): NonNullable<SMTPPoolOptions['getSocket']> {
  return (_options, done) => {
    const fail = (error: Error) => {
      socket?.destroy()
      const code = 'syscall' in error ? {} : { code: 'EDNS' }
      done(Object.assign(error, { command: 'CONN', ...code }), false)
    }
    let socket: ReturnType<typeof connect> | null = null
    try {
      checkedUrl(`http://${host}:${port}`, { loopback, anyPort: true })
    } catch {
      return fail(new Error('This address may not be reached.'))
    }
    const connecting = connect({ host, port, timeout: CONNECTING, lookup: checkedLookup({ loopback }) })
    socket = connecting
    const late = () =>
      fail(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT', syscall: 'connect' }))
    connecting.once('error', fail)
    connecting.once('timeout', late)
    connecting.once('connect', () => {
      connecting.off('error', fail).off('timeout', late).setTimeout(0)
      done(null, { connection: connecting })
    })
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

import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How the server treats mails until it is told otherwise. */
export type SmtpBehaviour =
  | { kind: 'accept' }
  /** 550 for these recipients, or for all without a list. */
  | { kind: 'refuse-recipient'; addresses?: readonly string[] }
  /** 451 after the whole mail. */
  | { kind: 'temporary' }
  /** No response after the whole mail. */
  | { kind: 'hang-after-data' }
  /** 535 for every user. */
  | { kind: 'refuse-auth' }
  /** Takes tokens only (XOAUTH2), and of those only these. */
  | { kind: 'tokens'; isGood(token: string): boolean }
  /** This reply at this point: as a greeting, to MAIL FROM, to RCPT TO, or after the whole mail. */
  | { kind: 'reply'; at: 'greeting' | 'sender' | 'recipient' | 'data'; code: number; text: string }

/** A received mail with decoded, unfolded headers, and with its text and HTML parts. */
type ReadMail = {
  raw: string
  /** In order, with names in lower case; a name may occur more than once. */
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
}

export type ArrivedMail = ReadMail & { envelope: { from: string; to: string[] }; isAccepted: boolean }

export type FakeSmtpServer = {
  /** Contains a user and a password, which it accepts unless it refuses all. */
  url: string
  /** All mails that arrived whole, in order, including refused ones. */
  arrived: ArrivedMail[]
  /** The credentials of every sign-in, including refused ones. */
  logins: { user: string; password: string }[]
  /** Returns how many connections were made, including refused ones. */
  connections(): number
  /** Returns how often it sent a `reply` that it was told to send. */
  replies(): number
  behave(behaviour: SmtpBehaviour): void
  /** Closes every open connection, as when the server's host goes away. */
  cut(): void
  close(): Promise<void>
}

/** Starts a real SMTP server on 127.0.0.1 that records its mails, so that tests cover what goes over the wire. */
export async function startSmtpServer(options: { port?: number } = {}): Promise<FakeSmtpServer> {
  const arrived: ArrivedMail[] = []
  const logins: FakeSmtpServer['logins'] = []
  let behaviour: SmtpBehaviour = { kind: 'accept' }
  let replies = 0
  const replyAt = (at: string) => {
    if (behaviour.kind !== 'reply' || behaviour.at !== at) return null
    replies += 1
    return reply(behaviour.code, behaviour.text)
  }
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth(auth, _session, done) {
      logins.push({ user: auth.username ?? '', password: auth.password ?? auth.accessToken ?? '' })
      // Answered as 334 with this as base64 of its JSON, and 535 once the client has sent an empty line.
      const refusal = { status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' }
      if (behaviour.kind === 'tokens' && !(auth.accessToken && behaviour.isGood(auth.accessToken)))
        return done(null, { data: refusal })
      if (behaviour.kind === 'refuse-auth') return done(reply(535, 'Authentication credentials invalid'))
      done(null, { user: auth.username })
    },
    onConnect(_session, done) {
      connections += 1
      done(replyAt('greeting'))
    },
    onMailFrom(_address, _session, done) {
      done(replyAt('sender'))
    },
    onRcptTo({ address }, _session, done) {
      const isRefused =
        behaviour.kind === 'refuse-recipient' && (behaviour.addresses?.includes(address) ?? true)
      done(isRefused ? reply(550, `No such user: ${address}`) : replyAt('recipient'))
    },
    async onData(stream, { envelope }, done) {
      const { kind } = behaviour
      // A client that leaves in the middle has sent no mail.
      const sent = await text(stream).catch(() => null)
      if (sent === null) return
      const mail = await readMail(sent)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      const refusal = kind === 'temporary' ? reply(451, 'Try again later') : replyAt('data')
      arrived.push({
        ...mail,
        envelope: { from, to },
        isAccepted: refusal === null && kind !== 'hang-after-data',
      })
      if (kind === 'hang-after-data') return
      done(refusal)
    },
  })
  // Clients that leave in the middle are part of the tests.
  server.on('error', () => {})
  const cut = () => {
    for (const connection of server.connections) connection.close()
  }
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://office:secret@127.0.0.1:${port}`,
    arrived,
    logins,
    connections: () => connections,
    replies: () => replies,
    behave(next) {
      behaviour = next
    },
    cut,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      cut()
      await closed
    },
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function readMail(raw: string): Promise<ReadMail> {
  const { headers, subject = '', html = '', ...parsed } = await PostalMime.parse(raw)
  return {
    raw,
    headers: headers.map(({ key, value }) => [key, value]),
    subject,
    text: parsed.text ?? '',
    html,
  }
}

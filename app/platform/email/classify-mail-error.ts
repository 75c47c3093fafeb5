/** See lib/errors.ts of nodemailer. */
type SmtpError = {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
  rejectedErrors?: readonly SmtpError[]
}

/** refused: this mail, permanently. deferred: this mail, for now. unavailable: the server accepts no mail from us. */
export type MailFailure = 'refused' | 'deferred' | 'unavailable'

/** Errors without a reply: of the network, of TLS, or timeouts. */
const withoutReply = new Set([
  'ECONNECTION',
  'ECONFIG',
  'EDNS',
  'EOAUTH2',
  'EPROTOCOL',
  'EPROXY',
  'EREQUIRETLS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
])

/** 421: the server is shutting down. Others: sign-in is required or failed (RFC 4954, section 6). */
const serverReplies = new Set([421, 432, 454, 530, 534, 535, 538])

/** Enhanced codes (RFC 3463) for system status and load, sending limits, and a refused sender. */
const serverStatuses = /^[45]\.(1\.[78]|3\.[12]|4\.5|5\.3|7\.(0|8|9|28))$/
const readerStatuses = /^[45]\.[12]\.\d+$/
const tooLarge = /^[45]\.(3\.4|2\.3)$/

const limitWords =
  /\b(daily|hourly|monthly|sending|outgoing|submission|rate)\b.{0,40}\b(limit|quota)|\b(limit|quota)\b.{0,20}\b(exceeded|reached)|too many (messages|e?mails)|\bthrottl/i
const notOurLimit = /mailbox|storage|inbox|over ?quota|size|recipients?\b/i
const signInWords =
  /authentication (is )?(required|failed)|must (first )?(be )?(authenticate|log ?in)|not (been )?authenticated|relay(ing)?( access)? (is )?(denied|not (permitted|allowed))|(not (allowed|permitted)|unable) to relay|sender address rejected/i
const blockedWords = /(client host|your ip|ip address|sending server).{0,80}(block|list|reputation)/i

type Facts = { code: string; command: string; reply: number | null; status: string; text: string }

const rules: readonly [fits: (facts: Facts) => boolean, failure: MailFailure][] = [
  [({ reply, code }) => reply === null && withoutReply.has(code), 'unavailable'],
  // Errors in greeting, handshake or sign-in do not depend on the mail.
  [({ command }) => /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)\b/.test(command), 'unavailable'],
  [({ code }) => code === 'EAUTH' || code === 'ENOAUTH', 'unavailable'],
  // Mails that were never sent: with invalid addresses, or too large.
  [({ reply, code }) => reply === null && /^E(MESSAGE|ENVELOPE|MAXRECIPIENTS)$/.test(code), 'refused'],
  [({ reply, status }) => tooLarge.test(status) && reply !== null && reply >= 500, 'refused'],
  [({ reply }) => reply !== null && serverReplies.has(reply), 'unavailable'],
  [({ command, reply }) => command === 'MAIL FROM' && reply !== 552, 'unavailable'],
  [({ status }) => serverStatuses.test(status), 'unavailable'],
  [({ status, reply }) => readerStatuses.test(status) && isForGood(reply), 'refused'],
  [({ status }) => readerStatuses.test(status), 'deferred'],
  [({ text }) => limitWords.test(text) && !notOurLimit.test(text), 'unavailable'],
  [({ text }) => signInWords.test(text) || blockedWords.test(text), 'unavailable'],
  [({ reply }) => isForGood(reply), 'refused'],
  [() => true, 'deferred'],
]

/** With several recipients, the most temporary failure counts. */
export function classifyMailError(error: unknown): MailFailure {
  const smtpError: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const failures = new Set([smtpError, ...(smtpError.rejectedErrors ?? [])].map(classifyOne))
  return (
    (['unavailable', 'deferred', 'refused'] as const).find((failure) => failures.has(failure)) ?? 'deferred'
  )
}

function classifyOne({ code = '', command = '', responseCode, response = '' }: SmtpError): MailFailure {
  const facts: Facts = {
    code,
    command,
    reply: responseCode ?? null,
    status: /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '',
    text: response.replaceAll(/\s+/g, ' '),
  }
  return rules.find(([fits]) => fits(facts))?.[1] ?? 'deferred'
}

/** 503 means that the session was in the wrong state, which is temporary. */
function isForGood(reply: number | null): boolean {
  return reply !== null && reply >= 500 && reply !== 503
}

/** Why a mail server could not be used, for sentences to the owner. */
export type MailFault =
  | 'password'
  /** Signing in by token; the reply is a sentence. */
  | 'access'
  | 'unknown-host'
  | 'refused'
  | 'certificate'
  | 'silent'
  | 'no-tls'
  | 'no-folder'
  | 'unreachable'
  | 'other'

const faults: readonly [MailFault, RegExp][] = [
  ['certificate', /certificate|altnames|self.signed|\bCERT_/i],
  ['no-tls', /wrong version number|packet length too long|EPROTO|STARTTLS|ETLS/i],
  ['unknown-host', /\b(ENOTFOUND|EAI_NODATA|EAI_NONAME)\b/],
  ['refused', /\bECONNREFUSED\b/],
  ['silent', /\b(ETIMEDOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ESOCKETTIMEDOUT)\b|timed? ?out/i],
  [
    'unreachable',
    /\b(EADDRESS|EDNS|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNRESET|ECONNECTION|ESOCKET|NoConnection)\b/,
  ],
]

/** Reads errors of nodemailer and of imapflow. */
export function faultOf(error: unknown): MailFault {
  if (typeof error !== 'object' || error === null) return 'other'
  const facts = new Map<string, unknown>(Object.entries(error))
  if (facts.get('authenticationFailed') === true || facts.get('mailboxMissing') === true)
    return facts.get('mailboxMissing') === true ? 'no-folder' : 'password'
  const reply = facts.get('responseCode')
  const names = ['code', 'originalCode'].map((name) => facts.get(name))
  if (names.includes('EAUTH') || reply === 535 || reply === 534) return 'password'
  if (typeof reply === 'number') return 'other'
  const inner = error instanceof AggregateError ? error.errors.map(String) : []
  const text = [...names, error instanceof Error ? error.message : '', ...inner].join(' ')
  return faults.find(([, words]) => words.test(text))?.[0] ?? 'other'
}

/** @param reply what the server said, for a fault without a name */
export function sayFault(
  fault: MailFault,
  { host, port, reply }: { host: string; port: number | null; reply: string },
): string {
  const at = port === null ? host : `${host}, port ${port},`
  const sentences: Record<MailFault, string> = {
    password: `${host} refused the user or the password.`,
    access: reply,
    'unknown-host': `There is no server named ${host}.`,
    refused: `${at} accepts no connections.`,
    certificate: `The certificate of ${host} is not valid.`,
    silent: `${at} did not answer in time.`,
    'no-tls': `${at} does not offer the encryption that this port needs.`,
    'no-folder': `${host} has no folder of this name.`,
    unreachable: `${at} cannot be reached.`,
    other: `${host} answered: ${reply}`,
  }
  return sentences[fault]
}

/** Without a reply of the server, which says nothing more over IMAP. */
export function sayRefusedAccess(host: string): string {
  return `${host} refused the sign-in. The account may have no mailbox, or its administrator does not allow it.`
}

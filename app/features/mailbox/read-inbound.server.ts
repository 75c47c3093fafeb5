import { isUtf8 } from 'node:buffer'

import { compile } from 'html-to-text'
import PostalMime, { type Address, type Attachment, type Email, type Header } from 'postal-mime'

import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { isMisread } from '#app/lib/csv-reader.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { safeFileName } from '#app/lib/safe-file-name.ts'

import { type Folded, foldQuotes } from './folding/fold-quotes.ts'
import { isAutomatic } from './is-automatic.ts'
import { isFromServer, readBounce, returnedId } from './read-bounce.ts'
import type { InboundAttachment, InboundMail, Mailbox } from './read-inbound.ts'
import { unwrapMail } from './unwrap-mail.server.ts'

/** In characters; longer values are cut. */
const MAX = { text: 200_000, html: 300_000, subject: 500, name: 200, id: 500 } as const
const MAX_ATTACHMENTS = 50
const MAX_RECIPIENTS = 100
const MAX_REFERENCES = 100
const LIMITS = {
  maxNestingDepth: 100,
  maxHeadersSize: 1024 * 1024,
  forceRfc822Attachments: true,
  attachmentEncoding: 'arraybuffer',
} as const
const TOO_LONG = 'This mail is longer than can be shown here. Open it in the mailbox.'
const TOO_MANY = `This mail has more than ${MAX_ATTACHMENTS} attachments. Open it in the mailbox for the others.`
const flowed = /\bformat\s*=\s*"?flowed\b/i
const dataStart = /\bdata:[\w/.+;=-]{0,100};base64,/gi
const dataEnd = /[^\w+/=%\s-]|\s(?!\s{0,4}[\w+/=%-]{40})/g
const recipientHeaders = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX.html, maxDepth: 100, maxChildNodes: 10_000, ellipsis: '…' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** Reads a mail of any sender, leaving out parts that cannot be read. */
export async function readInbound({ bytes }: { bytes: Uint8Array }): Promise<InboundMail> {
  const mail = await unwrapMail(await parse(bytes), parse)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const bounced = readBounce(mail, header)
  const attachments = bounced.length > 0 ? [] : mail.attachments
  const [from = { email: '', name: '' }] = mailboxesOf(
    mail.from ? [mail.from] : mail.sender ? [mail.sender] : [],
  )
  return {
    messageId: idsIn(mail.messageId)[0] ?? null,
    inReplyTo: idsIn(mail.inReplyTo)[0] ?? null,
    references: idsIn(mail.references).slice(-MAX_REFERENCES),
    from,
    replyTo: isNoReply(from.email) ? onlyPerson(mail.replyTo) : null,
    recipients: recipientsOf(mail),
    subject: line(mail.subject, MAX.subject),
    sentAt: timeOf(mail.date),
    ...bodyOf(mail, attachments.length > MAX_ATTACHMENTS),
    isAutomatic: bounced.length > 0 || isFromServer(mail, header) || isAutomatic(header, mail.subject),
    bounced,
    returnedId: bounced.length > 0 ? (idsIn(returnedId(mail))[0] ?? null) : null,
    attachments: attachments.slice(0, MAX_ATTACHMENTS).map(attachmentOf),
  }
}

/** If the parser refuses a mail, it is parsed again as headers with plain text. */
async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    const hard = withHardQuotes(bytes)
    const mail = await PostalMime.parse(hard, LIMITS)
    const isBodyMisread = isMisread(mail.text) || isMisread(mail.html)
    if (!isBodyMisread && !isMisread(mail.subject) && !isMisread(mail.from?.name)) return mail
    return await PostalMime.parse(withCharset(hard, isBodyMisread), LIMITS)
  } catch {
    return PostalMime.parse(headOf(bytes), LIMITS)
  }
}

/** Adds an encoding to a mail that names none, because the parser would take it for UTF-8. */
function withCharset(bytes: Uint8Array, isBodyMisread: boolean): Uint8Array {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const end = mail.search(/\r?\n\r?\n/)
  const head = end === -1 ? mail : mail.slice(0, end)
  const named = [...head.matchAll(/charset\s*=\s*"?([\w-]{2,40})|=\?([\w-]{2,40})\?[bq]\?/gi)]
  const charset =
    named
      .map(([, one, other]) => one ?? other)
      .find((name) => name && !/^(?:utf-?8|us-ascii)$/i.test(name)) ?? 'windows-1252'
  const inHexadecimal = (text: string) => Buffer.from(text, 'latin1').toString('hex').replaceAll(/../g, '=$&')
  const readable = isUtf8(Buffer.from(head, 'latin1'))
    ? head
    : head.replaceAll(/[^<>"(),;:@\r\n]+/g, (text) =>
        /[\x80-\xff]/.test(text)
          ? text.replace(text.trim(), (word) => `=?${charset}?Q?${inHexadecimal(word)}?=`)
          : text,
      )
  if (!isBodyMisread) return Buffer.from(readable + mail.slice(head.length), 'latin1')
  const typed = /^content-type:/im.test(head) ? '' : `Content-Type: text/plain; charset=${charset}\r\n`
  const body = `${readable}${mail.slice(head.length)}`.replaceAll(
    /^(content-type:\s*text\/(?:plain|html)\b)((?:[^\r\n]|\r?\n[ \t])*)/gim,
    (typing, type: string, rest: string) =>
      /charset/i.test(rest) ? typing : `${type}; charset=${charset}${rest}`,
  )
  return Buffer.from(typed + body, 'latin1')
}

/** Keeps the parser from joining a quoted line with the answer below it, which it does in flowed text (RFC 3676, 4.5). */
function withHardQuotes(bytes: Uint8Array): Uint8Array {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!flowed.test(mail)) return bytes
  const lines = mail.split('\n')
  let isFlowed = false
  for (const [at, text] of lines.entries()) {
    if (/^--[^\s-]/.test(text)) isFlowed = false
    else if (flowed.test(text)) isFlowed = true
    else if (isFlowed && (text.startsWith('>') || lines[at + 1]?.startsWith('>'))) lines[at] = hardLine(text)
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}

function hardLine(text: string): string {
  let end = text.length - (text.endsWith('\r') ? 1 : 0)
  const ending = text.slice(end)
  while (text[end - 1] === ' ' || text.slice(end - 3, end) === '=20') end -= text[end - 1] === ' ' ? 1 : 3
  return text.slice(0, end) + ending
}

function headOf(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, LIMITS.maxHeadersSize / 2)).toString('latin1')
  const end = head.search(/\r?\n\r?\n/)
  const kept = head
    .slice(0, end === -1 ? 20_000 : Math.min(end, 20_000))
    .split(/\r?\n(?![ \t])/)
    .filter((text) => !/^content-/i.test(text))
  return Buffer.from(
    `${kept.join('\r\n')}\r\n\r\nThis mail could not be read. Open it in the mailbox.`,
    'latin1',
  )
}

/** Returns the text. Its last sentences say what was left out, because a folded quote could hide them. */
function bodyOf({ text, html }: Email, hasMoreAttachments: boolean): Folded {
  const isPlain = text !== undefined && text.trim() !== ''
  const markup = isPlain || html === undefined ? '' : withoutData(html)
  const whole = clean(isPlain ? text : toText(markup.slice(0, MAX.html)))
  const isCut = markup.length > MAX.html || whole.length > MAX.text
  const folded = foldQuotes(whole.slice(0, MAX.text))
  const missing = [...(isCut ? [TOO_LONG] : []), ...(hasMoreAttachments ? [TOO_MANY] : [])]
  return { ...folded, text: [folded.text, ...missing].filter(Boolean).join('\n\n') }
}

/** Removes pictures that are written into the HTML. One can be longer than the part of the HTML that is read. */
function withoutData(html: string): string {
  let kept = ''
  let at = 0
  for (const { index, 0: start } of html.matchAll(dataStart)) {
    dataEnd.lastIndex = index + start.length
    kept += html.slice(at, dataEnd.lastIndex)
    at = dataEnd.exec(html)?.index ?? html.length
  }
  return kept + html.slice(at)
}

function recipientsOf({ to = [], cc = [], bcc = [], headers }: Email): string[] {
  const delivered = headers.flatMap(({ key, value }: Header) => (recipientHeaders.has(key) ? [value] : []))
  const named = mailboxesOf([...to, ...cc, ...bcc]).map(({ email }) => email)
  const addresses = [...named, ...delivered.map((value) => line(value.replaceAll(/[<>\s]/g, ''), MAX.id))]
  return [...new Set(addresses.filter(Boolean))].slice(0, MAX_RECIPIENTS)
}

const isNoReply = (address: string) =>
  /(?:^|[-_.+])(?:no|do[-_.]?not)[-_.]?reply(?:[-_.+\d].*)?@/i.test(address)

function onlyPerson(named: readonly Address[] = []): Mailbox | null {
  const [first, ...others] = mailboxesOf(named)
  if (!first || !isEmailAddress(first.email) || isNoReply(first.email)) return null
  const address = comparableAddress(first.email)
  return others.every(({ email }) => comparableAddress(email) === address) ? first : null
}

function mailboxesOf(addresses: readonly Address[]): Mailbox[] {
  return addresses
    .flatMap((entry) => (entry.group ? entry.group : [entry]))
    .map(({ address, name }) => ({ email: line(address, 320), name: line(name, MAX.name) }))
}

/** Some programs omit the angle brackets, so any word with an @ counts as an id. */
function idsIn(text = ''): string[] {
  const words = text.slice(0, 100_000).split(/[\s<>,]+/)
  return words.filter((word) => word.includes('@') && word.length <= MAX.id).map((word) => clean(word))
}

function timeOf(date = ''): number | null {
  const time = Date.parse(date)
  return Number.isNaN(time) ? null : time
}

function attachmentOf({ filename, mimeType, content }: Attachment, at: number): InboundAttachment {
  const type = mimeType.slice(0, 127)
  const isMail = type === 'message/rfc822'
  return {
    name: safeFileName(filename ?? (isMail ? 'message.eml' : `attachment-${at + 1}`)),
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}

function line(text = '', most: number): string {
  const flat = clean(text).replaceAll(/\s+/g, ' ')
  return Array.from(flat.slice(0, 4 * most).trim())
    .slice(0, most)
    .join('')
}

/** PostgreSQL cannot store NUL, and neither database a lone surrogate. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

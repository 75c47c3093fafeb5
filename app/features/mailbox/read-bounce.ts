import type { Email } from 'postal-mime'

import type { Bounced } from './read-inbound.ts'

type HeaderOf = (name: string) => string

const MAX_ADDRESSES = 50
const MAX_REPORTS = 5
const LONGEST = 300
/** Statuses (RFC 3463) that do not blame the address: wrong sender, full mailbox, network, size and content. */
const notItsFault = /^5\.(1\.[78]|2\.[23]|[346]\.\d+)$/
const noSuchUser =
  /\b(user unknown|unknown (user|recipient)|no such (user|recipient|mailbox)|does(n.t| not) exist|recipient address rejected|address not found|mailbox unavailable|mailbox not found|no mailbox here|invalid (final delivery )?(recipient|user|userid|address)|(name is )?not recognized|account (is )?disabled|unrouteable address)\b/i
const byPolicy = /\b(?:polic(?:y|ies)|block(?:ed|list)|blacklist|denied|reputation|spam|sender)/i
const noSuchDomain =
  /\bNXDOMAIN\b|\b(no such domain|(host or )?domain name not found|host unknown|no relevant answers|does(n.t| not) receive e?-?mail)\b/i
const undelivered = /\b(un|non)?deliver|did not reach|could not (be )?sen[dt]|returned (mail|to sender)/i
const notices =
  /^(undeliver|unzustellbar|non remis|returned mail|(mail )?(delivery|system) (status notification|fail|error)|mail could not be delivered|failure notice)/i
const daemons = /^(mailer-daemon|mail-daemon|mdaemon|mail\.delivery\.system)(@|$)/i
const postmaster = /^postmaster(@|$)/i
const addressInText = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]{3,253}/gi

/** Returns the addresses that a bounce reports as failed. Empty if the mail is not a bounce. */
export function readBounce(mail: Email, header: HeaderOf): Bounced[] {
  // Some servers label their explanation in words as a report too.
  const reports = mail.attachments.filter(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  )
  const bounced =
    reports.length > 0
      ? reports.slice(0, MAX_REPORTS).flatMap(({ content }) => readReport(textOf(content)))
      : readOther(mail, header)
  return [...new Map(bounced.map((entry) => [entry.address.toLowerCase(), entry])).values()].slice(
    0,
    MAX_ADDRESSES,
  )
}

/** Whether a mail server wrote the mail. A person may write as postmaster, so such a mail must also look like a report. */
export function isFromServer(mail: Email, header: HeaderOf): boolean {
  if (isFromDaemon(mail) || /^\s*multipart\/report\b/i.test(header('content-type'))) return true
  const isReturned = hasNoSender(header) || postmaster.test(senderOf(mail))
  const { subject = '' } = mail
  return isReturned && notices.test(subject.slice(0, LONGEST).trim())
}

const senderOf = ({ from }: Email) => from?.address || from?.name || ''
const isFromDaemon = (mail: Email) => daemons.test(senderOf(mail))
const hasNoSender = (header: HeaderOf) => header('return-path').replaceAll(/\s/g, '') === '<>'

/** Returns the message id of the mail that a report returns, wherever the report carries it. */
export function returnedId({ attachments, text }: Email): string {
  const returned = attachments.find(({ mimeType }) => /^(message|text)\/(global|rfc822)/.test(mimeType))
  const head = returned ? textOf(returned.content) : (text ?? '').slice(0, 200_000)
  return /^message-id:\s{0,9}(<[^<>\s]{1,500}>)/im.exec(head)?.[1] ?? ''
}

function textOf(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === 'string') return content
  return Buffer.from(new Uint8Array(content)).subarray(0, 200_000).toString('utf8')
}

/** Each block of fields is about one address; delayed and delivered are not failures (RFC 3464). */
function readReport(text: string): Bounced[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n\n')
    .flatMap((block) => {
      const fields = new Map(block.split('\n').map(readField))
      const [address] = [
        ...addressesIn(fields.get('final-recipient')),
        ...addressesIn(fields.get('original-recipient')),
      ]
      const action = fields.get('action')?.trim().toLowerCase()
      if (!address || (action !== 'failed' && action !== 'delayed')) return []
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
      const reason = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '').trim()
      return [
        {
          address,
          isFinal: action === 'failed' && isFault(status, reason),
          reason: shorten(reason || status),
        },
      ]
    })
}

function readField(text: string): [name: string, value: string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1, colon + 2000)]
}

/** Whether the address is wrong. Some servers report unknown addresses with a status for policy (5.7). */
function isFault(status: string, text: string): boolean {
  if (/^5\.(?:7\.\d+|1\.[78])$/.test(status)) return !byPolicy.test(text) && noSuchUser.test(text)
  if (noSuchDomain.test(text)) return true
  if (status === '') return noSuchUser.test(text)
  return status.startsWith('5') && !notItsFault.test(status)
}

/** qmail, Exim and others report in prose, which may name the sender too. */
function readOther(mail: Email, header: HeaderOf): Bounced[] {
  const failed = addressesIn(header('x-failed-recipients'))
  const text = (mail.text ?? '').slice(0, 20_000)
  const isReturned = isFromDaemon(mail) || postmaster.test(senderOf(mail)) || hasNoSender(header)
  if (failed.length === 0 && !isReturned) return []
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? ''
  const isKnown = status !== '' || noSuchUser.test(text)
  const isNotice = isFromServer(mail, header) && undelivered.test(`${mail.subject} ${text}`)
  const own = new Set(mail.to?.map(({ address }) => address?.toLowerCase()))
  const named = isKnown || isNotice ? addressesIn(text) : []
  const isOther = (each: string) => !own.has(each.toLowerCase()) && !postmaster.test(each)
  const address = named.find(isOther) ?? named[0]
  const lines = text.split('\n')
  const line =
    lines.find((entry) => (status && entry.includes(status)) || noSuchUser.test(entry)) ??
    lines.find((entry) => noSuchDomain.test(entry)) ??
    lines.find((entry) => undelivered.test(entry))
  const found = failed.length > 0 || address === undefined ? failed : [address]
  const isFinal = isFault(status, text)
  return found.map((each) => ({ address: each, isFinal, reason: shorten(line?.trim() ?? status) }))
}

function addressesIn(text = ''): string[] {
  const found = text.slice(0, 20_000).match(addressInText) ?? []
  return found.map((address) => address.replace(/\.+$/, ''))
}

function shorten(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\0]+/g, ' ')
    .slice(0, LONGEST)
}

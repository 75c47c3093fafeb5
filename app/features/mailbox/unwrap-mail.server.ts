import type { Attachment, Email } from 'postal-mime'

import { isTnef, readTnef } from './read-tnef.ts'

const ENCRYPTED = 'This mail is encrypted. Open it in the mailbox.'
const UNREADABLE = 'This mail is sealed in a way that cannot be read here. Open it in the mailbox.'

/** A signed mail may contain another signed mail, but no more than this. */
const MAX_DEPTH = 3

/** Takes a mail out of what other programs wrap it in: signatures, and Outlook's `winmail.dat`. */
export async function unwrapMail(
  mail: Email,
  parse: (bytes: Uint8Array) => Promise<Email>,
  depth = 0,
): Promise<Email> {
  const sealed = isBlank(mail) ? mail.attachments.find(isSealed) : undefined
  const seal = sealed ? openSeal(bytesOf(sealed)) : null
  if (seal?.mail && depth < MAX_DEPTH) {
    const inner = await unwrapMail(await parse(seal.mail), parse, depth + 1)
    const others = mail.attachments.filter((one) => one !== sealed)
    return { ...mail, ...bodyOf(inner), attachments: [...inner.attachments, ...others] }
  }
  const isPgpText = /^\s*-----BEGIN PGP MESSAGE-----/.test(mail.text ?? '')
  const isLocked = isPgpText || (isBlank(mail) && mail.attachments.some(isPgpVersion))
  if (sealed || isLocked) {
    const sentence = isLocked || seal?.isEncrypted ? ENCRYPTED : UNREADABLE
    const { html: _, ...rest } = mail
    return { ...rest, text: isPgpText ? `${sentence}\n\n${mail.text}` : sentence }
  }
  const opened = openTnef({ ...mail, attachments: mail.attachments.filter((one) => !isSignature(one)) })
  return opened.text === undefined ? opened : { ...opened, text: withoutPgpFrame(opened.text) }
}

/** Documents are signed in the same form, such as `contract.pdf.p7m`, and stay files. */
const isSealed = ({ mimeType, filename }: Attachment) =>
  /^smime\.p7m$/i.test(filename ?? '') || (!filename && /^application\/(?:x-)?pkcs7-mime$/i.test(mimeType))
const isSignature = ({ mimeType, filename }: Attachment) =>
  /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/i.test(mimeType) ||
  /^(?:smime\.p7s|signature\.asc)$/i.test(filename ?? '')
const isPgpVersion = ({ mimeType }: Attachment) => /^application\/pgp-encrypted$/i.test(mimeType)
const isBlank = ({ text = '', html = '' }: Email) => text.trim() === '' && html.trim() === ''

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

function bodyOf({ text, html }: Email): Pick<Email, 'text' | 'html'> {
  return { ...(text !== undefined && { text }), ...(html !== undefined && { html }) }
}

/** Replaces a `winmail.dat` by the files in it. Its text is used if the mail has none. */
function openTnef(mail: Email): Email {
  const attachments: Attachment[] = []
  let [text, html] = [mail.text, mail.html]
  for (const attachment of mail.attachments) {
    const bytes = bytesOf(attachment)
    const isNamed = /ms-tnef$/i.test(attachment.mimeType) || /\.dat$/i.test(attachment.filename ?? '')
    if (!isNamed || !isTnef(bytes)) {
      attachments.push(attachment)
      continue
    }
    const read = readTnef(bytes)
    // If nothing in it could be read, the file itself stays.
    if (read.text === '' && read.html === '' && read.attachments.length === 0) attachments.push(attachment)
    if (!text?.trim() && !html?.trim()) [text, html] = [read.text || undefined, read.html || undefined]
    for (const { name, type, bytes: content } of read.attachments)
      attachments.push({
        filename: name === '' ? null : name,
        mimeType: type || 'application/octet-stream',
        disposition: 'attachment',
        content: content.slice().buffer,
      })
  }
  const { text: _text, html: _html, ...rest } = mail
  return { ...rest, ...(text !== undefined && { text }), ...(html !== undefined && { html }), attachments }
}

/** Removes the frame of a text with a PGP signature (RFC 9580, section 7), and the `- ` that signing puts before dashes. */
function withoutPgpFrame(text: string): string {
  const start =
    /^-----BEGIN PGP SIGNED MESSAGE-----\r?\n(?:[A-Za-z-]{1,40}: [^\n]{0,200}\n){0,10}\r?\n/m.exec(text)
  const end = text.indexOf('-----BEGIN PGP SIGNATURE-----', start?.index ?? 0)
  const close = '-----END PGP SIGNATURE-----'
  const closed = text.indexOf(close, end)
  if (!start || end === -1 || closed === -1) return text
  const signed = text.slice(start.index + start[0].length, end).replaceAll(/^- /gm, '')
  return `${text.slice(0, start.index)}${signed}${text.slice(closed + close.length)}`
}

/** Types of content by RFC 5652 (sections 5.1 and 6.1) and RFC 5083. */
const SIGNED_DATA = '2a864886f70d010702'
const encrypted: ReadonlySet<string> = new Set(['2a864886f70d010703', '2a864886f70d0109100117'])
const [SEQUENCE, OBJECT_ID, OCTETS, OCTETS_IN_PARTS, SET, EXPLICIT] = [0x30, 0x06, 0x04, 0x24, 0x31, 0xa0]

type Node = { tag: number; start: number; end: number; next: number }

/** Opens the file of an S/MIME mail (RFC 8551, section 3.5.2). Without a mail in it, `mail` is null. Returns null for other files. */
function openSeal(bytes: Uint8Array): { mail: Uint8Array | null; isEncrypted: boolean } | null {
  try {
    const [type, wrapped] = childrenOf(bytes, nodeAt(bytes, 0))
    if (type?.tag !== OBJECT_ID || !wrapped) return null
    const id = Buffer.from(bytes.subarray(type.start, type.end)).toString('hex')
    if (encrypted.has(id)) return { mail: null, isEncrypted: true }
    const mail = id === SIGNED_DATA ? contentOfSigned(bytes, wrapped) : null
    return { mail: mail && startsWithHeader(mail) ? mail : null, isEncrypted: false }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function startsWithHeader(mail: Uint8Array): boolean {
  return /^\s*[A-Za-z][\w-]{1,60}:/.test(Buffer.from(mail.subarray(0, 100)).toString('latin1'))
}

/** Finds the content of signed data, which follows its version and algorithms. */
function contentOfSigned(bytes: Uint8Array, wrapped: Node): Uint8Array | null {
  const [signed] = childrenOf(bytes, wrapped)
  const parts = signed ? childrenOf(bytes, signed) : []
  const content = parts.find(({ tag }, at) => tag === SEQUENCE && parts[at - 1]?.tag === SET)
  const [, data] = content ? childrenOf(bytes, content) : []
  const [octets] = data?.tag === EXPLICIT ? childrenOf(bytes, data) : []
  return octets ? joined(bytes, octets) : null
}

function joined(bytes: Uint8Array, octets: Node): Uint8Array | null {
  if (octets.tag === OCTETS) return bytes.subarray(octets.start, octets.end)
  if (octets.tag !== OCTETS_IN_PARTS) return null
  return Buffer.concat(childrenOf(bytes, octets).map(({ start, end }) => bytes.subarray(start, end)))
}

/** Elements of a message; its parts are a few kilobytes each. */
const MAX_NODES = 100_000

function childrenOf(bytes: Uint8Array, { start, end }: Node): Node[] {
  const nodes: Node[] = []
  for (let at = start; at < end && nodes.length < MAX_NODES;) {
    const node = nodeAt(bytes, at)
    nodes.push(node)
    at = node.next
  }
  return nodes
}

/** Reads a header of BER, of a definite or an indefinite length. @throws {RangeError} if it is damaged. */
function nodeAt(bytes: Uint8Array, at: number, depth = 0): Node {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > 20)
    throw new RangeError('This is no BER.')
  if (first === 0x80) {
    let inner = at + 2
    // Two zeros end it.
    while (bytes[inner] !== 0 || bytes[inner + 1] !== 0) inner = nodeAt(bytes, inner, depth + 1).next
    return { tag, start: at + 2, end: inner, next: inner + 2 }
  }
  const more = first & 0x80 ? first & 0x7f : 0
  if (more > 4) throw new RangeError('This is too long.')
  const length =
    more === 0 ? first : Number(`0x${Buffer.from(bytes.subarray(at + 2, at + 2 + more)).toString('hex')}`)
  const start = at + 2 + more
  if (!(start + length <= bytes.byteLength)) throw new RangeError('This ends early.')
  return { tag, start, end: start + length, next: start + length }
}

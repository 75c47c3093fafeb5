import { encodingOf, readRtf } from './read-rtf.ts'

/** The content of a `winmail.dat` (MS-OXTNEF), which Outlook also sends to programs that cannot read it. */
export type Tnef = {
  text: string
  html: string
  attachments: { name: string; type: string; bytes: Uint8Array }[]
}

const SIGNATURE = 0x223e9f78
/** Messages may be attached to attached messages, but no deeper. */
const MAX_DEPTH = 3
const MAX_ATTACHMENTS = 100
const MAX_PROPERTIES = 5000
/** Bytes of a text. The mail's own limits are smaller. */
const MAX_TEXT = 2_000_000

const attributes = {
  body: 0x800c,
  attachmentStart: 0x9002,
  attachmentTitle: 0x8010,
  attachmentData: 0x800f,
  attachmentProperties: 0x9005,
  properties: 0x9003,
  codePage: 0x9007,
} as const

const properties = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  attachmentData: 0x3701,
  attachmentName: 0x3704,
  attachmentLongName: 0x3707,
  attachmentType: 0x370e,
  displayName: 0x3001,
} as const

type Value = { type: number; bytes: Uint8Array }
type Attachment = {
  name: string
  longName: string
  type: string
  bytes: Uint8Array | null
  inner: Tnef | null
}

export function isTnef(bytes: Uint8Array): boolean {
  return bytes.byteLength > 6 && viewOf(bytes).getUint32(0, true) === SIGNATURE
}

/** Reads a file up to its first damage. The attachments of an attached message are listed with its own. */
export function readTnef(bytes: Uint8Array, depth = 0): Tnef {
  const read: Tnef = { text: '', html: '', attachments: [] }
  let codePage = 1252
  let current: Attachment | null = null
  const found: Attachment[] = []
  for (const [id, data] of attributesOf(bytes)) {
    if (id === attributes.codePage && data.byteLength >= 4) codePage = viewOf(data).getUint32(0, true)
    else if (id === attributes.body) read.text ||= decode(data, codePage)
    else if (id === attributes.properties) readBody(propertiesOf(data), read, codePage)
    else if (id === attributes.attachmentStart) {
      if (found.length === MAX_ATTACHMENTS) break
      found.push((current = { name: '', longName: '', type: '', bytes: null, inner: null }))
    } else if (current && id === attributes.attachmentTitle) current.name = decode(data, codePage)
    else if (current && id === attributes.attachmentData) current.bytes = data
    else if (current && id === attributes.attachmentProperties)
      readAttachment(propertiesOf(data), current, { codePage, depth })
  }
  for (const { name, longName, type, bytes: content, inner } of found) {
    if (inner) read.attachments.push(...inner.attachments)
    const text = inner?.text || inner?.html.replaceAll(/<[^<>]{0,1000}>/g, ' ')
    const kept = inner ? new TextEncoder().encode(text ?? '') : content
    if (kept && kept.byteLength > 0)
      read.attachments.push({
        name: (longName || name) + (inner ? '.txt' : ''),
        type: inner ? 'text/plain' : type,
        bytes: kept,
      })
  }
  return { ...read, attachments: read.attachments.slice(0, MAX_ATTACHMENTS) }
}

function* attributesOf(bytes: Uint8Array): Generator<[id: number, data: Uint8Array]> {
  const view = viewOf(bytes)
  for (let at = 6; at + 9 <= bytes.byteLength;) {
    const id = view.getUint16(at + 1, true)
    const length = view.getUint32(at + 5, true)
    if (at + 9 + length > bytes.byteLength) return
    yield [id, bytes.subarray(at + 9, at + 9 + length)]
    // A checksum of two bytes follows.
    at += 9 + length + 2
  }
}

function readBody(found: ReadonlyMap<number, Value>, read: Tnef, codePage: number): void {
  const body = found.get(properties.body)
  if (body) read.text ||= textOf(body, codePage)
  const html = found.get(properties.html)
  if (html) read.html ||= html.type === 0x1f ? textOf(html, codePage) : decodeHtml(html.bytes, codePage)
  const rtf = found.get(properties.rtf)
  if (rtf && read.html === '') {
    const said = readRtf(rtf.bytes, codePage)
    if ('html' in said) read.html = said.html
    else read.text ||= said.text
  }
}

function readAttachment(
  found: ReadonlyMap<number, Value>,
  attachment: Attachment,
  { codePage, depth }: { codePage: number; depth: number },
): void {
  const text = (id: number) => {
    const value = found.get(id)
    return value ? textOf(value, codePage) : ''
  }
  attachment.longName = text(properties.attachmentLongName) || text(properties.displayName)
  attachment.name ||= text(properties.attachmentName)
  attachment.type = text(properties.attachmentType)
  const data = found.get(properties.attachmentData)
  if (!data) return
  // An object begins with the id of its interface.
  const content = data.type === 0x0d ? data.bytes.subarray(16) : data.bytes
  if (isTnef(content) && depth + 1 < MAX_DEPTH) attachment.inner = readTnef(content, depth + 1)
  else attachment.bytes ??= content
}

/** Sizes in bytes of values that state no length. Each is padded to a multiple of four. */
const fixedSizes: Readonly<Record<number, number>> = {
  0x02: 2,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 2,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}

/** Reads MAPI properties until one is damaged. Of several values, the first is kept. */
function propertiesOf(bytes: Uint8Array): Map<number, Value> {
  const found = new Map<number, Value>()
  const view = viewOf(bytes)
  let at = 4
  try {
    const count = Math.min(view.getUint32(0, true), MAX_PROPERTIES)
    for (let n = 0; n < count; n += 1) {
      const type = view.getUint16(at, true)
      const id = view.getUint16(at + 2, true)
      at += 4
      if (id >= 0x8000) at += lengthOfName(view, at)
      const kind = type & 0x0fff
      const fixed = fixedSizes[kind]
      const hasCount = (type & 0x1000) !== 0 || fixed === undefined
      const values = hasCount ? view.getUint32(at, true) : 1
      if (hasCount) at += 4
      for (let index = 0; index < values; index += 1) {
        const length = fixed ?? view.getUint32(at, true)
        if (fixed === undefined) at += 4
        if (at + length > bytes.byteLength) return found
        if (!found.has(id)) found.set(id, { type: kind, bytes: bytes.subarray(at, at + length) })
        at += padded(length)
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

/** Returns how many bytes describe a named property: the id of its set, and a number or a name. */
function lengthOfName(view: DataView, at: number): number {
  const isNumber = view.getUint32(at + 16, true) === 0
  return isNumber ? 24 : 24 + padded(view.getUint32(at + 20, true))
}

const padded = (length: number) => Math.ceil(length / 4) * 4

function textOf({ type, bytes }: Value, codePage: number): string {
  return type === 0x1f
    ? new TextDecoder('utf-16le').decode(bytes.subarray(0, MAX_TEXT)).replace(/\0+$/, '')
    : decode(bytes, codePage)
}

function decodeHtml(bytes: Uint8Array, codePage: number): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2000))
  return decode(bytes, codePage, /charset=["']?([\w-]{2,30})/i.exec(head)?.[1])
}

function decode(bytes: Uint8Array, codePage: number, named = encodingOf(codePage)): string {
  const part = bytes.subarray(0, MAX_TEXT)
  try {
    return new TextDecoder(named).decode(part).replace(/\0+$/, '')
  } catch {
    return new TextDecoder('windows-1252').decode(part).replace(/\0+$/, '')
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

import { isUtf8 } from 'node:buffer'

import type { FileKind } from '#app/lib/question-files.ts'
import { openZip, UnreadableZip } from '#app/platform/zip/read-zip.ts'

import type { ReadKind } from './read-file-kind.ts'

/** Bytes at the end in which the last mark of a whole file is searched for. */
const TAIL = 2048

export function readFileKind({ bytes }: { bytes: Uint8Array }): { kind: ReadKind } {
  return { kind: kindOf(bytes) }
}

function kindOf(bytes: Uint8Array): ReadKind {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = file.toString('latin1', 0, 32)
  const tail = file.toString('latin1', Math.max(0, file.length - TAIL))
  const whole = (kind: FileKind, isWhole: boolean) => (isWhole ? kind : 'damaged')
  if (head.startsWith('%PDF-')) return whole('pdf', tail.includes('%%EOF'))
  // Phones append other data to their pictures.
  if (head.startsWith('\xFF\xD8\xFF')) return whole('jpeg', file.length > 100)
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return whole('png', tail.includes('IEND'))
  if (/^GIF8[79]a/.test(head)) return whole('gif', tail.trimEnd().endsWith(';'))
  if (/^RIFF[^]{4}WEBP/.test(head)) return whole('webp', file.readUInt32LE(4) + 8 <= file.length)
  if (/^[^]{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(head)) return 'heic'
  if (head.startsWith('PK\x03\x04')) return officeKindOf(bytes)
  return isText(file) ? 'text' : null
}

/** The first bytes of UTF-16, in which some spreadsheets write CSV files. */
const wide = { '\xFF\xFE': 'utf-16le', '\xFE\xFF': 'utf-16be' } as const
// oxlint-disable-next-line no-control-regex -- texts have no other control characters
const CONTROLS = /[\0-\x08\x0E-\x1A\x1C-\x1F\x7F]/
/** Markup, and scripts that name their program. */
const CODE = /^\s*(?:<[a-z!?/]|#!)/i

/** Accepts UTF-8, UTF-16 with its mark, and the older encodings of one byte a character. */
function isText(file: Buffer): boolean {
  const mark = file.toString('latin1', 0, 2)
  const encoding = mark in wide ? wide[mark as keyof typeof wide] : isUtf8(file) ? 'utf-8' : 'latin1'
  const text = encoding === 'latin1' ? file.toString('latin1') : new TextDecoder(encoding).decode(file)
  return !CONTROLS.test(text) && !CODE.test(text)
}

/** The main part of each kind of Office Open XML. */
const openXml: readonly (readonly [part: RegExp, kind: FileKind])[] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\d*\.xml$/, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/, 'pptx'],
]
/** The content of the file `mimetype` of each kind of OpenDocument. */
const openDocument: ReadonlyMap<string, FileKind> = new Map([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
])
const MACROS = /(?:^|\/)vba(?:project|data)\b|^xl\/macrosheets\/|^(?:basic|scripts)\//i
const LONGEST_TYPE = 100

/** Returns null for a zip that is no office document, and for one with macros. */
function officeKindOf(bytes: Uint8Array): ReadKind {
  try {
    const source = { size: bytes.byteLength, read: (at: number, n: number) => bytes.subarray(at, at + n) }
    const files = openZip(source, { maxFileBytes: LONGEST_TYPE })
    if (files.some(({ name }) => MACROS.test(name))) return null
    const type = files.find(({ name, size }) => name === 'mimetype' && size <= LONGEST_TYPE)
    if (type) return openDocument.get(new TextDecoder().decode(type.bytes()).trim()) ?? null
    if (!files.some(({ name }) => name === '[Content_Types].xml')) return null
    const found = openXml.find(([part]) => files.some(({ name }) => part.test(name)))
    return found ? found[1] : null
  } catch (error) {
    if (error instanceof UnreadableZip) return 'damaged'
    throw error
  }
}

import { assertDefined } from '#app/lib/assert-defined.ts'

const AMPERSAND = 0x26
const PLUS = 0x2b
const SPACE = 0x20
const PERCENT = 0x25
const EQUALS = 0x3d

/** The URL standard keeps a byte order mark and replaces invalid UTF-8. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Node's own parser takes 15 s for a million fields. Returns null if there are more than `maxFields`. */
export function parseUrlencoded(
  bytes: Uint8Array,
  maxFields: number,
): [name: string, value: string][] | null {
  const fields: [string, string][] = []
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(AMPERSAND, start)
    const end = found === -1 ? bytes.length : found
    if (end > start) {
      if (fields.length === maxFields) return null
      const field = bytes.subarray(start, end)
      const mark = field.indexOf(EQUALS)
      const name = mark === -1 ? field : field.subarray(0, mark)
      fields.push([decode(name), mark === -1 ? '' : decode(field.subarray(mark + 1))])
    }
    start = end + 1
  }
  return fields
}

function decode(encoded: Uint8Array): string {
  const bytes = new Uint8Array(encoded.length)
  let length = 0
  for (let index = 0; index < encoded.length; index += 1) {
    let byte = assertDefined(encoded[index], 'the index is within the bytes')
    if (byte === PLUS) byte = SPACE
    else if (byte === PERCENT) {
      const high = hexDigit(encoded[index + 1])
      const low = hexDigit(encoded[index + 2])
      if (high !== -1 && low !== -1) {
        byte = high * 16 + low
        index += 2
      }
    }
    bytes[length] = byte
    length += 1
  }
  return decoder.decode(bytes.subarray(0, length))
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

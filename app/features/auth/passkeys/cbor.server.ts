/** The values that CTAP2 allows in an authenticator's answer (CTAP 2.1, section 8): no floats, tags or indefinite lengths. */
export type CborValue = number | string | boolean | null | Uint8Array | CborValue[] | CborMap
export type CborMap = Map<number | string, CborValue>

export class MalformedCbor extends Error {
  override name = 'MalformedCbor'
}

const MAX_DEPTH = 4
const MAX_ENTRIES = 64

type Reader = { bytes: Uint8Array; at: number; entries: number }

/** Reads the first value in `bytes` and returns it with its length in bytes. @throws {MalformedCbor} */
export function readCbor(bytes: Uint8Array): { value: CborValue; length: number } {
  const reader = { bytes, at: 0, entries: 0 }
  return { value: readValue(reader, 0), length: reader.at }
}

/** Reads bytes that must hold exactly one map. @throws {MalformedCbor} */
export function readCborMap(bytes: Uint8Array): CborMap {
  const { value, length } = readCbor(bytes)
  if (!(value instanceof Map)) throw new MalformedCbor('This is not a map.')
  if (length !== bytes.length) throw new MalformedCbor('There are extra bytes after the map.')
  return value
}

function readValue(reader: Reader, depth: number): CborValue {
  if (depth > MAX_DEPTH) throw new MalformedCbor('This is nested too deeply.')
  reader.entries += 1
  if (reader.entries > MAX_ENTRIES) throw new MalformedCbor('This has too many entries.')
  const head = take(reader, 1)[0] ?? 0
  const kind = head >> 5
  if (kind === 7) return simpleValue(head)
  const size = readSize(reader, head & 31)
  if (kind === 0) return size
  if (kind === 1) return -1 - size
  if (kind === 2) return take(reader, size)
  if (kind === 3) return readText(take(reader, size))
  if (kind === 4) return readList(reader, size, depth)
  if (kind === 5) return readMap(reader, size, depth)
  throw new MalformedCbor('Tags are not allowed.')
}

function simpleValue(head: number): boolean | null {
  if (head === 0xf4) return false
  if (head === 0xf5) return true
  if (head === 0xf6) return null
  throw new MalformedCbor('This kind of value is not allowed.')
}

/** Reads a number or a length; only the shortest encoding is accepted. */
function readSize(reader: Reader, short: number): number {
  if (short < 24) return short
  if (short > 26) throw new MalformedCbor('This number is too large.')
  const width = 2 ** (short - 24)
  const size = take(reader, width).reduce((sum, byte) => sum * 256 + byte, 0)
  const least = width === 1 ? 24 : 256 ** (width / 2)
  if (size < least) throw new MalformedCbor('This number is longer than it needs to be.')
  return size
}

function take(reader: Reader, length: number): Uint8Array {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new MalformedCbor('This ends too early.')
  const taken = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return taken
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new MalformedCbor('This text is not UTF-8.')
  }
}

function readList(reader: Reader, size: number, depth: number): CborValue[] {
  const list: CborValue[] = []
  for (let n = 0; n < size; n += 1) list.push(readValue(reader, depth + 1))
  return list
}

function readMap(reader: Reader, size: number, depth: number): CborMap {
  const map: CborMap = new Map()
  for (let n = 0; n < size; n += 1) {
    const key = readValue(reader, depth + 1)
    if (typeof key !== 'number' && typeof key !== 'string')
      throw new MalformedCbor('A key must be a number or a text.')
    if (map.has(key)) throw new MalformedCbor('A key occurs twice.')
    map.set(key, readValue(reader, depth + 1))
  }
  return map
}

import { crc32, inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const MAX_COMMENT = 65_535

const DAMAGED = 'This zip is damaged. Please create it again.'
const CONTRADICTS = 'This zip contradicts itself about its contents. Please create it again.'
const TOO_MUCH = 'This zip unpacks to more than can be imported at once. Please split it.'

/** Deflate shrinks text to about a tenth. A ratio beyond a hundred indicates a zip bomb. */
const MAX_RATIO = 100
const MAX_RATIO_FROM = 10 * 1024 * 1024

/** Thrown for a zip that cannot be read. The message is shown to the owner. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
}

type Entry = {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

/**
 * Unpacks the files with wanted names. Duplicate names, overlapping entries, contradictory headers and wrong sizes or
 * checksums reject the whole zip.
 * @throws {UnreadableZip}
 */
export function readZip(
  bytes: Uint8Array,
  { isWanted, maxBytes, maxFiles }: { isWanted(name: string): boolean; maxBytes: number; maxFiles: number },
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let entries: { entry: Entry; packed: Uint8Array }[]
  try {
    entries = listEntries(view, bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableZip(DAMAGED, { cause: error })
    throw error
  }
  const wanted = entries.filter(({ entry }) => isWanted(entry.name))
  const unpacked = wanted.reduce((sum, { entry }) => sum + entry.size, 0)
  const isBomb = unpacked > Math.max(MAX_RATIO_FROM, bytes.byteLength * MAX_RATIO)
  if (wanted.length > maxFiles || unpacked > maxBytes || isBomb) throw new UnreadableZip(TOO_MUCH)
  return new Map(wanted.map(({ entry, packed }) => [entry.name, unpack(entry, packed)]))
}

function listEntries(view: DataView, bytes: Uint8Array): { entry: Entry; packed: Uint8Array }[] {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  const directory = view.getUint32(end + 16, true)
  if (directory + view.getUint32(end + 12, true) !== end) throw new UnreadableZip(DAMAGED)
  const entries: Entry[] = []
  let at = directory
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new UnreadableZip(DAMAGED)
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: nameAt(bytes, at + CENTRAL_LENGTH, nameLength),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += CENTRAL_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (at !== end) throw new UnreadableZip(DAMAGED)
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new UnreadableZip(CONTRADICTS)
  return locate(view, bytes, entries, directory)
}

/** Finds the offset of the end record, which only a comment may follow. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (
      view.getUint32(at, true) === END &&
      at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength
    )
      return at
  throw new UnreadableZip(DAMAGED)
}

/** Finds each entry's content by its local header, which must match the directory. */
function locate(view: DataView, bytes: Uint8Array, entries: readonly Entry[], directory: number) {
  let free = 0
  return entries
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => {
      const { at } = entry
      if (at < free || view.getUint32(at, true) !== LOCAL) throw new UnreadableZip(CONTRADICTS)
      const nameLength = view.getUint16(at + 26, true)
      const start = at + LOCAL_LENGTH + nameLength + view.getUint16(at + 28, true)
      free = start + entry.packed
      const says = (offset: number, value: number) => {
        const said = view.getUint32(at + offset, true)
        // With flag 8, sizes follow the content, and the header contains zeros.
        return said === value || (said === 0 && (entry.flags & 8) !== 0)
      }
      const isSame =
        view.getUint16(at + 8, true) === entry.method &&
        nameAt(bytes, at + LOCAL_LENGTH, nameLength) === entry.name &&
        says(14, entry.crc) &&
        says(18, entry.packed) &&
        says(22, entry.size)
      if (!isSame || free > directory) throw new UnreadableZip(CONTRADICTS)
      return { entry, packed: bytes.subarray(start, free) }
    })
}

function nameAt(bytes: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(bytes.subarray(at, at + length))
}

/** Inflates no more than the size in the directory, to stop zip bombs. */
function unpack({ flags, method, size, crc }: Entry, packed: Uint8Array): Uint8Array {
  if ((flags & 1) !== 0) throw new UnreadableZip('This zip needs a password. Please create it without one.')
  if (method !== 0 && method !== 8) throw new UnreadableZip(DAMAGED)
  const content = method === 0 ? packed : inflate(packed, size)
  if (content.byteLength !== size || crc32(content) !== crc) throw new UnreadableZip(CONTRADICTS)
  return content
}

function inflate(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    const isLie = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableZip(isLie ? CONTRADICTS : DAMAGED, { cause: error })
  }
}

import { crc32, inflateRawSync } from 'node:zlib'

import { findExtra, readUnicodeName, readZipName } from './zip-names.ts'

const END = 0x06054b50
const LOCATOR_64 = 0x07064b50
const END_64 = 0x06064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const LOCATOR_64_LENGTH = 20
const END_64_LENGTH = 56
/** A field with this value has its true value in a field of 64 bits (APPNOTE 6.3.10, section 4.3.14). */
const FULL_32 = 0xffffffff
const FULL_16 = 0xffff
const MAX_COMMENT = 65_535

const DAMAGED = 'This zip is damaged. Please create it again.'
const CONTRADICTS = 'This zip contradicts itself about its contents. Please create it again.'
const TOO_LARGE = 'This file in the zip is larger than can be read.'
const TOO_MUCH = 'This zip unpacks to more than can be imported at once. Please split it.'

/** Deflate shrinks text to about a tenth. A ratio beyond a hundred indicates a zip bomb. */
const MAX_RATIO = 100
const MAX_RATIO_FROM = 10 * 1024 * 1024

/** A zip in memory or in a file. */
export type ByteSource = {
  size: number
  /** Returns fewer bytes only at the end. */
  read(at: number, length: number): Uint8Array
}

/** A file within a zip. */
export type ZipFile = {
  /** Its path, with slashes. */
  name: string
  size: number
  /** Unpacks it. @throws {UnreadableZip} if it is damaged, encrypted or larger than allowed. */
  bytes(): Uint8Array
}

/** Thrown for a zip that cannot be read. The message is shown to the owner. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
}

type Entry = {
  name: string
  headerName: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

type Located = { entry: Entry; start: number }

/**
 * Unpacks the files with wanted names. Duplicate names, overlapping entries, contradictory headers and wrong sizes or
 * checksums reject the whole zip.
 * @throws {UnreadableZip}
 */
export function readZip(
  bytes: Uint8Array,
  { isWanted, maxBytes, maxFiles }: { isWanted(name: string): boolean; maxBytes: number; maxFiles: number },
): Map<string, Uint8Array> {
  const wanted = openZip(inMemory(bytes), { maxFileBytes: maxBytes }).filter(({ name }) => isWanted(name))
  const unpacked = wanted.reduce((sum, { size }) => sum + size, 0)
  const isBomb = unpacked > Math.max(MAX_RATIO_FROM, bytes.byteLength * MAX_RATIO)
  if (wanted.length > maxFiles || unpacked > maxBytes || isBomb) throw new UnreadableZip(TOO_MUCH)
  return new Map(wanted.map((file) => [file.name, file.bytes()]))
}

function inMemory(bytes: Uint8Array): ByteSource {
  return { size: bytes.byteLength, read: (at, length) => bytes.subarray(at, at + length) }
}

/**
 * Lists the files and folders of a zip. Each file is unpacked when it is asked for.
 * @param options.maxFileBytes limit of one file
 * @param options.opensZips lists the files of readable zips and Word documents within the zip too, one level deep, below
 *   their own name
 * @throws {UnreadableZip} for duplicate names, overlapping entries and contradictory headers.
 */
export function openZip(
  source: ByteSource,
  { maxFileBytes, opensZips = false }: { maxFileBytes: number; opensZips?: boolean },
): ZipFile[] {
  return locateEntries(source).flatMap((located): ZipFile[] => {
    const { name, size, method } = located.entry
    const file = { name, size, bytes: () => unpack(source, located, maxFileBytes) }
    if (!opensZips || !/\.(?:zip|docx)$/i.test(name)) return [file]
    try {
      // A zip that is only stored is read in place, so that its size does not matter.
      const inner = method === 0 ? part(source, located) : inMemory(file.bytes())
      return openZip(inner, { maxFileBytes }).map((one) => ({ ...one, name: `${name}/${one.name}` }))
    } catch (error) {
      if (error instanceof UnreadableZip) return [file]
      throw error
    }
  })
}

function part(source: ByteSource, { entry, start }: Located): ByteSource {
  return {
    size: entry.size,
    read: (at, length) => source.read(start + at, Math.max(0, Math.min(length, entry.size - at))),
  }
}

function locateEntries(source: ByteSource): Located[] {
  try {
    return listEntries(source)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableZip(DAMAGED, { cause: error })
    throw error
  }
}

function listEntries(source: ByteSource): Located[] {
  const { count, directory, length } = findDirectory(source)
  const bytes = source.read(directory, length)
  const view = viewOf(bytes)
  const entries: Entry[] = []
  let at = 0
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new UnreadableZip(DAMAGED)
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const extra = bytes.subarray(
      at + CENTRAL_LENGTH + nameLength,
      at + CENTRAL_LENGTH + nameLength + extraLength,
    )
    const [size = 0, packed = 0, place = 0] = withLongValues(extra, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ])
    const nameBytes = bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength)
    const headerName = readZipName(nameBytes)
    entries.push({
      name: readUnicodeName(nameBytes, extra) ?? headerName,
      headerName,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      at: place,
    })
    at += CENTRAL_LENGTH + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  if (at !== length) throw new UnreadableZip(DAMAGED)
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new UnreadableZip(CONTRADICTS)
  return locate(source, entries, directory)
}

/** Finds the directory by the end record, which only a comment may follow. */
function findDirectory(source: ByteSource): { count: number; directory: number; length: number } {
  const tailAt = Math.max(0, source.size - END_LENGTH - MAX_COMMENT)
  const view = viewOf(source.read(tailAt, source.size - tailAt))
  for (let at = view.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (
      view.getUint32(at, true) !== END ||
      at + END_LENGTH + view.getUint16(at + 20, true) !== view.byteLength
    )
      continue
    const end = tailAt + at
    const count = view.getUint16(at + 10, true)
    const length = view.getUint32(at + 12, true)
    const directory = view.getUint32(at + 16, true)
    const isLong = count === FULL_16 || length === FULL_32 || directory === FULL_32
    if (isLong) return findLongDirectory(source, end)
    if (directory + length !== end && !isLongZip(source, end)) throw new UnreadableZip(DAMAGED)
    return { count, directory, length }
  }
  throw new UnreadableZip(DAMAGED)
}

/** Some programs write the records of 64 bits although the short ones would do. */
function isLongZip(source: ByteSource, end: number): boolean {
  return (
    end >= LOCATOR_64_LENGTH &&
    viewOf(source.read(end - LOCATOR_64_LENGTH, 4)).getUint32(0, true) === LOCATOR_64
  )
}

function findLongDirectory(source: ByteSource, end: number) {
  if (!isLongZip(source, end)) throw new UnreadableZip(DAMAGED)
  const place = viewOf(source.read(end - LOCATOR_64_LENGTH, LOCATOR_64_LENGTH)).getBigUint64(8, true)
  const view = viewOf(source.read(Number(place), END_64_LENGTH))
  if (view.getUint32(0, true) !== END_64) throw new UnreadableZip(DAMAGED)
  const [count, length, directory] = [32, 40, 48].map((at) => Number(view.getBigUint64(at, true)))
  if (count === undefined || length === undefined || directory === undefined || directory + length > end)
    throw new UnreadableZip(DAMAGED)
  return { count, directory, length }
}

/** Replaces each full value by the next one of the extra field with number 1, which has only those. */
function withLongValues(extra: Uint8Array, values: readonly number[]): number[] {
  if (!values.includes(FULL_32)) return [...values]
  const field = findExtra(extra, 1)
  if (!field) throw new UnreadableZip(DAMAGED)
  const view = viewOf(field)
  let at = 0
  return values.map((value) => {
    if (value !== FULL_32) return value
    at += 8
    return Number(view.getBigUint64(at - 8, true))
  })
}

/** Finds each entry's content by its local header, which must match the directory. */
function locate(source: ByteSource, entries: readonly Entry[], directory: number): Located[] {
  let free = 0
  return entries
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => {
      const { at } = entry
      const view = viewOf(source.read(at, LOCAL_LENGTH))
      if (at < free || view.getUint32(0, true) !== LOCAL) throw new UnreadableZip(CONTRADICTS)
      const nameLength = view.getUint16(26, true)
      const start = at + LOCAL_LENGTH + nameLength + view.getUint16(28, true)
      free = start + entry.packed
      const says = (offset: number, value: number) => {
        const said = view.getUint32(offset, true)
        // With flag 8, sizes follow the content, and the header contains zeros.
        return said === value || said === FULL_32 || (said === 0 && (entry.flags & 8) !== 0)
      }
      const isSame =
        view.getUint16(8, true) === entry.method &&
        readZipName(source.read(at + LOCAL_LENGTH, nameLength)) === entry.headerName &&
        says(14, entry.crc) &&
        says(18, entry.packed) &&
        says(22, entry.size)
      if (!isSame || free > directory) throw new UnreadableZip(CONTRADICTS)
      return { entry, start }
    })
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Inflates no more than the size in the directory, to stop zip bombs. */
function unpack(source: ByteSource, { entry, start }: Located, maxFileBytes: number): Uint8Array {
  const { flags, method, size, crc } = entry
  if ((flags & 1) !== 0) throw new UnreadableZip('This zip needs a password. Please create it without one.')
  if (method !== 0 && method !== 8) throw new UnreadableZip(DAMAGED)
  if (size > maxFileBytes) throw new UnreadableZip(TOO_LARGE)
  const packed = source.read(start, entry.packed)
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

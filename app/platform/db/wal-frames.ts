/** See sqlite.org/fileformat2.html#walformat. A frame belongs to the log if salts and running checksum match. */
export const WAL_HEADER_BYTES = 32
export const FRAME_HEADER_BYTES = 24

const MAGIC_LITTLE = 0x377f_0682
const MAGIC_BIG = 0x377f_0683
const SUPPORTED = 3_007_000

export type Checksum = readonly [number, number]

export type WalHeader = {
  readonly pageSize: number
  readonly bigEndian: boolean
  readonly salts: readonly [number, number]
  readonly checksum: Checksum
}

export type Frame = {
  readonly page: number
  readonly commit: number
  readonly checksum: Checksum
}

export function walChecksum(bytes: Uint8Array, bigEndian: boolean, [first, second]: Checksum): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.byteLength; at += 8) {
    a = (a + view.getUint32(at, !bigEndian) + b) >>> 0
    b = (b + view.getUint32(at + 4, !bigEndian) + a) >>> 0
  }
  return [a, b]
}

export function parseWalHeader(bytes: Buffer): WalHeader | null {
  if (bytes.length < WAL_HEADER_BYTES) return null
  const magic = bytes.readUInt32BE(0)
  if ((magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) || bytes.readUInt32BE(4) !== SUPPORTED) return null
  const bigEndian = magic === MAGIC_BIG
  const checksum = walChecksum(bytes.subarray(0, 24), bigEndian, [0, 0])
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return null
  const pageSize = bytes.readUInt32BE(8)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return null
  return {
    pageSize,
    bigEndian,
    salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    checksum,
  }
}

export function parseFrame(bytes: Buffer, header: WalHeader, before: Checksum): Frame | null {
  if (bytes.length < FRAME_HEADER_BYTES + header.pageSize) return null
  const page = bytes.readUInt32BE(0)
  if (page === 0) return null
  if (bytes.readUInt32BE(8) !== header.salts[0] || bytes.readUInt32BE(12) !== header.salts[1]) return null
  const ofHeader = walChecksum(bytes.subarray(0, 8), header.bigEndian, before)
  const content = bytes.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + header.pageSize)
  const checksum = walChecksum(content, header.bigEndian, ofHeader)
  if (checksum[0] !== bytes.readUInt32BE(16) || checksum[1] !== bytes.readUInt32BE(20)) return null
  return { page, commit: bytes.readUInt32BE(4), checksum }
}

export function isSameLog(a: WalHeader, b: WalHeader): boolean {
  return a.salts[0] === b.salts[0] && a.salts[1] === b.salts[1]
}

/** SQLite increments the first salt when it restarts a log. */
export function isNextLog(former: WalHeader, next: WalHeader): boolean {
  return next.salts[0] === (former.salts[0] + 1) >>> 0 && next.pageSize === former.pageSize
}

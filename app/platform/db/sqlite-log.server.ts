import { readFileSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24

type Sum = readonly [number, number]

/**
 * Looks for changes that SQLite would leave out without a word: from the first frame whose checksum is wrong it ignores
 * the rest of its write-ahead log (sqlite.org/fileformat2.html#walformat). A power cut leaves such frames in the last
 * transaction alone, which nobody was told of: each is flushed before the next begins.
 * @returns what is wrong; null where nothing is
 */
export function findLogDamage(path: string): string | null {
  const log = readFileSync(path)
  if (log.length < HEADER + FRAME_HEADER) return null
  const magic = log.readUInt32BE(0)
  const isBigEndian = magic === 0x377f_0683
  if (!isBigEndian && magic !== 0x377f_0682) return 'its beginning is not that of a log'
  const headerSum = sumOf(log.subarray(0, 24), [0, 0], isBigEndian)
  if (!isSum(log, 24, headerSum)) return 'the checksum of its header is wrong'
  const frameBytes = FRAME_HEADER + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let before = headerSum
  let badFrame: number | null = null
  let commitsSince = 0
  for (let at = HEADER; at + frameBytes <= log.length; at += frameBytes) {
    // What follows is left from before the log was begun anew.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    const sum = sumOf(
      log.subarray(at + FRAME_HEADER, at + frameBytes),
      sumOf(log.subarray(at, at + 8), before, isBigEndian),
      isBigEndian,
    )
    const isWhole = isSum(log, at + 16, sum)
    if (!isWhole) badFrame ??= (at - HEADER) / frameBytes
    else if (badFrame !== null && log.readUInt32BE(at + 4) > 0) commitsSince += 1
    if (badFrame !== null && commitsSince > 1) return `frame ${badFrame + 1} is not what was written`
    // Of a frame that is wrong the sum that stands in it: those after it were chained to that one.
    before = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)]
  }
  return null
}

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}

function sumOf(bytes: Buffer, [first, second]: Sum, isBigEndian: boolean): Sum {
  let s0 = first
  let s1 = second
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    s0 = (s0 + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + s1) >>> 0
    s1 = (s1 + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + s0) >>> 0
  }
  return [s0, s1]
}

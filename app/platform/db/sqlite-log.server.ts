import { readFileSync } from 'node:fs'

import {
  type Checksum,
  FRAME_HEADER_BYTES as FRAME_HEADER,
  WAL_HEADER_BYTES as HEADER,
  walChecksum,
} from './wal-frames.ts'

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
  const headerSum = walChecksum(log.subarray(0, 24), isBigEndian, [0, 0])
  if (!isSum(log, 24, headerSum)) return 'the checksum of its header is wrong'
  const frameBytes = FRAME_HEADER + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let before: Checksum = headerSum
  let badFrame: number | null = null
  let commitsSince = 0
  for (let at = HEADER; at + frameBytes <= log.length; at += frameBytes) {
    // What follows is left from before the log was begun anew.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    const ofHeader = walChecksum(log.subarray(at, at + 8), isBigEndian, before)
    const sum = walChecksum(log.subarray(at + FRAME_HEADER, at + frameBytes), isBigEndian, ofHeader)
    const isWhole = isSum(log, at + 16, sum)
    if (!isWhole) badFrame ??= (at - HEADER) / frameBytes
    else if (badFrame !== null && log.readUInt32BE(at + 4) > 0) commitsSince += 1
    if (badFrame !== null && commitsSince > 1) return `frame ${badFrame + 1} is not what was written`
    // Of a frame that is wrong the sum that stands in it: those after it were chained to that one.
    before = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)]
  }
  return null
}

function isSum(log: Buffer, at: number, [first, second]: Checksum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}

import { accessSync, constants, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/**
 * Keeps the tests' databases in memory where there is room: each commit is flushed, and thousands of tests would wait for the disk. What
 * they check stays the same.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return
  process.env['TMPDIR'] = FOLDER
}

function hasRoom(): boolean {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}

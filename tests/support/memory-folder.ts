import { accessSync, constants, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/**
 * Keeps the tests' databases in memory if there is room, because every commit is flushed and the disk would slow down
 * thousands of tests.
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

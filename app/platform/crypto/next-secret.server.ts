import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import { newSecret, readSecretFile, SECRET_FILE } from './secret.server.ts'

/**
 * The secret that is to follow the one in `dataDir`: made and on the disk before anything is sealed with it, and the same
 * again after a change that broke off.
 */
export function prepareNextSecret(dataDir: string): string {
  const path = join(dataDir, `${SECRET_FILE}.next`)
  if (!existsSync(path)) {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, newSecret())
    fsyncSync(file)
    closeSync(file)
  }
  return readSecretFile(path)
}

/** Puts it in its place; the former one is kept, for older backups were made under it. @returns where */
export function takeNextSecret(dataDir: string, stamp: string): string {
  const path = join(dataDir, SECRET_FILE)
  const former = `${path}.until-${stamp}`
  // A copy: at no moment is there no secret, which a start would make up for with another.
  copyFileSync(path, former, constants.COPYFILE_EXCL)
  renameSync(`${path}.next`, path)
  return former
}

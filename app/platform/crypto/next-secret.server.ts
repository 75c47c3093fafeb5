import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { storeDurably, syncFolder } from '#app/platform/files/folder-store.server.ts'

import { newSecret, readSecretFile, SECRET_FILE } from './secret.server.ts'

/**
 * The secret that is to follow the one in `dataDir`: made and on the disk before anything is sealed with it, and the same
 * again after a change that broke off.
 */
export async function prepareNextSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, `${SECRET_FILE}.next`)
  if (!existsSync(path)) await storeDurably(path, Buffer.from(newSecret()))
  return readSecretFile(path)
}

/** Puts it in its place; the former one is kept, for older backups were made under it. @returns where */
export async function takeNextSecret(dataDir: string, stamp: string): Promise<string> {
  const path = join(dataDir, SECRET_FILE)
  const former = `${path}.until-${stamp}`
  // A copy, on the disk before the other takes its name: at no moment is there no secret, which a start would make up for
  // with another.
  await storeDurably(former, await readFile(path))
  await rename(`${path}.next`, path)
  await syncFolder(dataDir)
  return former
}

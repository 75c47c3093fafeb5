import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { backupNameParts } from './backup-format.ts'
import { BackupRefused } from './backup-refused.ts'
import { readHeader } from './read-backup.server.ts'

/** A backup as it lies in the folder: what its name and its header say, which nothing vouches for until it is opened. */
export type ListedBackup = {
  name: string
  path: string
  at: number
  bytes: number
  /** Made from APP_SECRET. */
  mark: string
  /** Null in those of versions that gave none. */
  installation: string | null
  /** Rows that somebody would miss; null in those of versions that did not count them. */
  records: number | null
  isEncrypted: boolean
}

/** Every backup in the folder, whoever made it, the newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names: string[] = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const listed: ListedBackup[] = []
  for (const name of names.toSorted().toReversed()) {
    const parts = backupNameParts(name)
    const backup = parts && (await readListed(join(folder, name), name, parts))
    if (backup) listed.push(backup)
  }
  return listed
}

/** Null where it is gone by now, or is no backup for all its name. */
async function readListed(
  path: string,
  name: string,
  parts: { at: number; mark: string },
): Promise<ListedBackup | null> {
  try {
    const { size: bytes } = await stat(path)
    const { header } = await readHeader(path)
    const { installation, records, encryption } = header
    return { name, path, ...parts, bytes, installation, records, isEncrypted: encryption !== null }
  } catch (error) {
    if (error instanceof BackupRefused || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Ctx } from '#app/platform/context.server.ts'
import { installationId } from '#app/platform/installation.server.ts'

import { backupMark, backupNameParts, BackupRefused } from './backup-format.ts'
import { readHeader } from './read-backup.server.ts'

/** A backup file as its name and header describe it. Neither is verified before the backup is opened. */
export type ListedBackup = {
  name: string
  path: string
  at: number
  bytes: number
  mark: string
  /** Null in backups of earlier versions. */
  installation: string | null
  /** The count that `countRecords` returned; null in backups of earlier versions. */
  records: number | null
  isEncrypted: boolean
}

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

type FolderCtx = Pick<Ctx, 'backup' | 'signer'>

export async function listUnderOurSecret({ backup: { folder }, signer }: FolderCtx): Promise<ListedBackup[]> {
  const mark = backupMark(signer)
  return (await listBackups(folder)).filter((backup) => backup.mark === mark)
}

/** Lists backups of this installation, and those without an installation id (earlier versions). Newest first. */
export async function listOwnBackups(ctx: FolderCtx & Pick<Ctx, 'db'>): Promise<ListedBackup[]> {
  const installation = await installationId.read(ctx)
  return (await listUnderOurSecret(ctx)).filter(
    (backup) => backup.installation === null || backup.installation === installation,
  )
}

type Backup = { installation: string | null; records: number | null; bytes: number }

/**
 * Returns those with `keep` newer ones that hold at least half as much, so backups of an emptied database replace none.
 * @param backups the newest first
 */
export function outlived<Listed extends Backup>(backups: readonly Listed[], keep: number): Listed[] {
  const staying: Listed[] = []
  return backups.filter((backup) => {
    const isOutlived = staying.filter((newer) => holdsHalfOf(newer, backup)).length >= keep
    if (!isOutlived) staying.push(backup)
    return isOutlived
  })
}

/** Backups without a record count are compared by size. */
function holdsHalfOf(newer: Backup, older: Backup): boolean {
  return newer.records === null || older.records === null
    ? newer.bytes * 2 >= older.bytes
    : newer.records * 2 >= older.records
}

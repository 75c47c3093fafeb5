import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Ctx } from '#app/platform/context.server.ts'
import { installationId } from '#app/platform/installation.server.ts'

import { backupMark, backupNameParts, BackupRefused } from './backup-format.ts'
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

type FolderCtx = Pick<Ctx, 'backup' | 'signer'>

/** Backups that we can open: of this installation, or of one whose place it took with its secret. The newest first. */
export async function listUnderOurSecret({ backup: { folder }, signer }: FolderCtx): Promise<ListedBackup[]> {
  const mark = backupMark(signer)
  return (await listBackups(folder)).filter((backup) => backup.mark === mark)
}

/** Of this installation alone, and of versions that did not say whose they are. The newest first. */
export async function listOwnBackups(ctx: FolderCtx & Pick<Ctx, 'db'>): Promise<ListedBackup[]> {
  const installation = await installationId.read(ctx)
  return (await listUnderOurSecret(ctx)).filter(
    (backup) => backup.installation === null || backup.installation === installation,
  )
}

type Backup = { installation: string | null; records: number | null; bytes: number }

/**
 * Which backups of one installation may be deleted: those with `keep` newer ones that stay and hold at least half of what
 * they hold. So those of an emptied database never take the place of full ones, however many there come to be.
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

/** Where one was made before records were counted, its size stands for them. */
function holdsHalfOf(newer: Backup, older: Backup): boolean {
  return newer.records === null || older.records === null
    ? newer.bytes * 2 >= older.bytes
    : newer.records * 2 >= older.records
}

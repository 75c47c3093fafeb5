import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { backupNameParts } from './backup/backup-format.ts'
import type { Env } from './env.server.ts'
import type { Log } from './log.server.ts'

const OWNERS_FOLDER = 0o700
const OWNERS_FILE = 0o600

const ownersFiles =
  /^(?:foyer\.sqlite(?:-wal|-shm|-journal)?|secret(?:\..+)?|in-use|erasures.*\.jsonl|knowledge\.index.*)$/
const ownersFolders = /^(?:uploads|replaced-.+|restoring-.+)$/

/** On a file system without modes, the failure is only logged. */
export function tightenModes(env: Pick<Env, 'dataDir' | 'backup'>, log: Log): void {
  const tightened: string[] = []
  const refused: string[] = []
  const tighten = (path: string, mode: number) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || (found.mode & 0o777 & ~mode) === 0) return
    try {
      chmodSync(path, found.mode & mode)
      const isDone = (statSync(path).mode & 0o777 & ~mode) === 0
      ;(isDone ? tightened : refused).push(path)
    } catch {
      refused.push(path)
    }
  }
  const { dataDir, backup } = env
  tighten(dataDir, OWNERS_FOLDER)
  tighten(backup.folder, OWNERS_FOLDER)
  for (const { name } of entriesOf(dataDir)) {
    if (ownersFiles.test(name)) tighten(join(dataDir, name), OWNERS_FILE)
    if (ownersFolders.test(name)) tighten(join(dataDir, name), OWNERS_FOLDER)
  }
  for (const { name } of entriesOf(backup.folder))
    if (backupNameParts(name)) tighten(join(backup.folder, name), OWNERS_FILE)
  if (tightened.length > 0) log.warn({ paths: tightened }, 'files.were_open_to_others')
  if (refused.length > 0) log.warn({ paths: refused }, 'files.stay_open_to_others')
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

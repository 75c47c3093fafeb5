import { hash } from 'node:crypto'

import { someOf } from '#app/platform/db/migrate.server.ts'
import { migrations as ourMigrations } from '#app/platform/db/migrations/index.ts'

import { BackupRefused, type Manifest } from './backup-format.ts'
import type { OpenedBackup } from './read-backup.server.ts'
import { type TableDigest, TableHash } from './table-digest.server.ts'

/** Compares a whole backup with its manifest. @throws {BackupRefused} */
export async function verifyBackup(
  backup: OpenedBackup,
  migrations: Record<string, unknown> = ourMigrations,
): Promise<Manifest> {
  const tables: TableDigest[] = []
  const files: Manifest['files'] = []
  let table: TableHash | null = null
  let manifest: Manifest | null = null
  for await (const entry of backup.entries()) {
    if (entry.kind === 'rows') table?.add(entry.lines.map((line) => `${line}\n`).join(''), entry.lines.length)
    else if (table) {
      tables.push(table.digest())
      table = null
    }
    if (entry.kind === 'table') table = new TableHash(entry.name)
    if (entry.kind === 'file')
      files.push({ name: entry.name, bytes: entry.bytes.byteLength, sha256: hash('sha256', entry.bytes) })
    if (entry.kind === 'manifest') manifest = entry.manifest
  }
  if (!manifest) throw new BackupRefused('The backup has no manifest.')
  refuseDifferences(manifest.tables, tables)
  if (JSON.stringify(manifest.files) !== JSON.stringify(files))
    throw new BackupRefused('The uploaded files in the backup are not those its manifest lists.')
  const unknown = manifest.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new BackupRefused(
      `The backup was made by a newer version of this software (${manifest.madeBy}, it has ${someOf(unknown)}). Restore it with that version.`,
    )
  return manifest
}

export function refuseDifferences(expected: readonly TableDigest[], found: readonly TableDigest[]): void {
  const foundByName = new Map(found.map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of expected) {
    const table = foundByName.get(name)
    if (table?.sha256 === sha256 && table.rows === rows) continue
    const state = table ? `has ${table.rows} rows with another checksum` : 'is missing'
    throw new BackupRefused(
      `The table ${name} ${state}; its manifest lists ${rows} rows. Nothing was changed.`,
    )
  }
}

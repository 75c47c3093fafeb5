import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db/engine.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { storeDurably, syncFolder } from '#app/platform/files/folder-store.server.ts'

import { newSecret, readSecretFile, SECRET_FILE } from './secret.server.ts'
import { SealBroken, type Vault } from './vault.server.ts'

/** A column of sealed values. Every such column must be listed in `app/process/offline-commands.server.ts`. */
export type SealedColumn = {
  readonly table: keyof Database
  readonly key: string
  readonly column: string
  rowOf(key: string): string
}

/** Skips unreadable values, and values already resealed, so that an interrupted change can be finished. */
export async function resealColumns(
  db: Db,
  columns: readonly SealedColumn[],
  { from, to }: { from: Vault; to: Vault },
): Promise<{ resealed: string[]; unreadable: string[] }> {
  const resealed: string[] = []
  const unreadable: string[] = []
  for (const { table, key, column, rowOf } of columns) {
    const { rows } = await sql<{ key: string; sealed: string }>`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    for (const stored of rows) {
      const row = rowOf(stored.key)
      const text = openOrNull(from, row, stored.sealed)
      if (text === null) {
        if (openOrNull(to, row, stored.sealed) === null) unreadable.push(row)
        continue
      }
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to.seal(row, text)}
        where ${sql.ref(key)} = ${stored.key}`.execute(db)
      resealed.push(row)
    }
  }
  return { resealed, unreadable }
}

function openOrNull(vault: Vault, row: string, sealed: string): string | null {
  try {
    return vault.open(row, sealed)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** Stores the secret before anything is sealed with it. After an interrupted change, returns the same one. */
export async function prepareNextSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, `${SECRET_FILE}.next`)
  if (!existsSync(path)) await storeDurably(path, Buffer.from(newSecret()))
  return readSecretFile(path)
}

/** Keeps the former secret, because older backups need it. @returns the former secret's path */
export async function takeNextSecret(dataDir: string, stamp: string): Promise<string> {
  const path = join(dataDir, SECRET_FILE)
  const former = `${path}.until-${stamp}`
  // Copied, not renamed, because a start without a secret file would create a new one.
  await storeDurably(former, await readFile(path))
  await rename(`${path}.next`, path)
  await syncFolder(dataDir)
  return former
}

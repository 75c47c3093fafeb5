import { sql } from 'kysely'

import type { Db } from '#app/platform/db/engine.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'

import { SealBroken, type Vault } from './vault.server.ts'

/** A column of sealed values; whoever seals one lists it in `app/offline-commands.server.ts`. */
export type SealedColumn = {
  readonly table: keyof Database
  /** The primary key. */
  readonly key: string
  readonly column: string
  /** What the value of that key is bound to (`Vault.seal`). */
  rowOf(key: string): string
}

/**
 * Opens every value of the columns with one vault and seals it with another, in the caller's transaction. One that the
 * other already sealed stays, so that a change that broke off can be finished; one that neither can open stays too.
 * @returns the rows by what became of them
 */
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

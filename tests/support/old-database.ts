import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { sql } from 'kysely'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'

import { createEmptyDatabase, type EmptyDatabase } from './test-engine.ts'
import { administer, type TestDatabase, testEngine } from './test-database.ts'

/** Versions whose databases are kept in `tests/upgrades`, the oldest first. */
export const oldVersions = ['be9ed3a', '5cdc718', 'f41a57f'] as const

export type OldVersion = (typeof oldVersions)[number]

type Known = {
  madeAt: number
  /** Of the owner's authenticator app. */
  twoFactorKey: string
  /** Token of an open session of the owner. */
  session: string
  siteName: string
  /** Public addresses that the old version answered with 200, possibly after a redirect. */
  addresses: string[]
}

const folder = join(import.meta.dirname, '../upgrades')

export function knownOf(version: OldVersion): Known {
  return JSON.parse(readFileSync(join(folder, `${version}.${testEngine}.json`), 'utf8')) as Known
}

export const backupOf = (version: OldVersion): string => join(folder, `${version}.${testEngine}.backup`)

const unpack = (name: string): Buffer => brotliDecompressSync(readFileSync(join(folder, name)))

export async function fillWithOld(version: OldVersion, variables: TestDatabase['env']): Promise<void> {
  if (variables.DATABASE_URL === undefined)
    writeFileSync(join(variables.DATA_DIR, 'foyer.sqlite'), unpack(`${version}.sqlite.br`), { mode: 0o600 })
  else await administer(unpack(`${version}.sql.br`).toString(), variables.DATABASE_URL)
}

export async function createOldDatabase(version: OldVersion): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase()
  await fillWithOld(version, database.variables)
  return database
}

export type Rows = Map<string, Record<string, unknown>[]>

/** Reads every table except those of migrations and of SQLite's text indexes, which have no rows of their own. */
export async function readAllRows({ db }: Pick<Engine, 'db'>): Promise<Rows> {
  const tables = await db.introspection.getTables()
  const names = tables
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|(blog|lead|message|person)_index(_|$))/.test(name))
  const rows: Rows = new Map()
  for (const name of names.toSorted()) rows.set(name, await readRows(db, name))
  return rows
}

async function readRows(db: Db, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ]),
    ),
  )
}

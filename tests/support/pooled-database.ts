import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

import {
  administer,
  createTestDatabase,
  type TestDatabase,
  testDatabaseUrl,
  testEngine,
} from './test-database.ts'

export function takeMigratedDatabase(): Promise<TestDatabase> {
  return testEngine === 'postgres' ? takePooledDatabase() : copyMigratedFile()
}

let migrated: Promise<string> | undefined

/** Copies a file that each worker migrates once. */
async function copyMigratedFile(): Promise<TestDatabase> {
  const template = await (migrated ??= migrateFile())
  const database = await createTestDatabase('sqlite')
  copyFileSync(template, join(database.env.DATA_DIR, SQLITE_FILE))
  return database
}

async function migrateFile(): Promise<string> {
  const { env, drop } = await createTestDatabase('sqlite')
  process.once('exit', () => void drop())
  const engine = await openDatabase(parseEnv({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env }))
  await migrate(engine)
  await engine.close()
  return join(env.DATA_DIR, SQLITE_FILE)
}

/**
 * Databases that later tests empty and reuse: creating one takes PostgreSQL half a second, emptying one ten milliseconds.
 * Each worker has its own; they are dropped after the run (pooled-databases.setup.ts).
 */
const free: string[] = []
/** The statements that empty each database, by its name. */
const emptying = new Map<string, string>()
let made = 0

async function takePooledDatabase(): Promise<TestDatabase> {
  const name = free.pop() ?? `${poolPrefix()}${process.env['VITEST_POOL_ID'] ?? '0'}_${(made += 1)}`
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const env = { DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(name) }
  await makeReady(name, env)
  return {
    env,
    async drop() {
      free.push(name)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a prefix that is unique to this run, so that two runs can share a server. */
export function poolPrefix(): string {
  return `test_pool_${process.env['TEST_RUN'] ?? process.ppid}_`
}

async function makeReady(name: string, env: { DATA_DIR: string; DATABASE_URL: string }): Promise<void> {
  const statements = emptying.get(name)
  if (statements !== undefined) {
    // A connection that a test left open must not write into the next one's database.
    const others = `datname = '${name}' and pid <> pg_backend_pid()`
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${others};${statements}`,
      env.DATABASE_URL,
    )
    return
  }
  if (await createDatabase(name)) {
    const engine = await openDatabase(parseEnv({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env }))
    await migrate(engine)
    await engine.close()
    await keepSeeds(env.DATABASE_URL)
  } else await administer(await emptyingOf(env.DATABASE_URL), env.DATABASE_URL)
  emptying.set(name, await emptyingOf(env.DATABASE_URL))
}

/** Returns false if another file of this worker has created it; some modules are loaded again for each file. */
async function createDatabase(name: string): Promise<boolean> {
  return administer(`create database ${name}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '42P04') return false
      throw error
    },
  )
}

/** Copies all rows of the migrated database, including those that migrations add. */
async function keepSeeds(url: string): Promise<void> {
  await administer('create schema seed', url)
  for (const table of await tablesOf(url))
    await administer(`create table seed.${table} as table public.${table}`, url)
}

/** Returns the statements that restore the migrated state and drop the tables of tests. */
async function emptyingOf(url: string): Promise<string> {
  const { rows } = await administer(`select tablename from pg_tables where schemaname = 'seed'`, url)
  const seeded = new Set((rows as { tablename: string }[]).map(({ tablename }) => tablename))
  const ours = (await tablesOf(url)).filter((table) => seeded.has(table))
  return [
    `do $$ declare made text; begin
       for made in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
         and not exists (select from pg_tables s where s.schemaname = 'seed' and s.tablename = pg_tables.tablename)
       loop execute format('drop table public.%I cascade', made); end loop; end $$`,
    ...ours.map((table) => `delete from public.${table}`),
    ...ours.toReversed().map((table) => `insert into public.${table} select * from seed.${table}`),
  ].join(';')
}

/** Returns the tables, referring ones first. */
async function tablesOf(url: string): Promise<string[]> {
  const { rows } = await administer(
    `select c.relname as name, array(
       select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'`,
    url,
  )
  const open = new Map(
    (rows as { name: string; refers: string[] }[]).map(({ name, refers }) => [name, refers]),
  )
  const ordered: string[] = []
  const visit = (name: string): void => {
    const refers = open.get(name)
    if (!refers) return
    open.delete(name)
    refers.forEach(visit)
    ordered.unshift(name)
  }
  for (const name of open.keys()) visit(name)
  return ordered
}

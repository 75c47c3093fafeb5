import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { KyselyPlugin } from 'kysely'
import pg from 'pg'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { type Env, parseEnv } from '#app/platform/env.server.ts'

import {
  administer,
  createTestDatabase,
  type TestDatabase,
  testDatabaseUrl,
  testEngine,
} from './test-database.ts'
import { until } from './until.ts'

/** A migrated database, with an engine that is open until `drop`. */
type MigratedDatabase = TestDatabase & { engine: Engine }

export function takeMigratedDatabase(): Promise<MigratedDatabase> {
  return testEngine === 'postgres' ? takePooledDatabase() : copyMigratedFile()
}

let migrated: Promise<string> | undefined

/** Copies a file that each worker migrates once. */
async function copyMigratedFile(): Promise<MigratedDatabase> {
  const template = await (migrated ??= migrateFile())
  const database = await createTestDatabase('sqlite')
  copyFileSync(template, join(database.env.DATA_DIR, SQLITE_FILE))
  const engine = await openDatabase(envOf(database.env))
  return {
    env: database.env,
    engine,
    async drop() {
      await engine.close()
      await database.drop()
    },
  }
}

async function migrateFile(): Promise<string> {
  const { env, drop } = await createTestDatabase('sqlite')
  process.once('exit', () => void drop())
  const engine = await openDatabase(envOf(env))
  await migrate(engine)
  await engine.close()
  return join(env.DATA_DIR, SQLITE_FILE)
}

function envOf(variables: TestDatabase['env']): Env {
  return parseEnv({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...variables })
}

type PooledDatabase = { name: string; engine: Engine; admin: pg.Client }

/**
 * Databases that later tests of this worker can use. They save half a second each, and their connections stay open,
 * because a new one reads the catalogue again. pooled-databases.setup.ts drops them after the run.
 */
const free: PooledDatabase[] = []
/** Connections with this application name stay open for the next test; all others are closed before it. */
const KEPT = 'kept by tests'
let made = 0

async function takePooledDatabase(): Promise<MigratedDatabase> {
  const kept = free.pop()
  if (kept) await kept.admin.query('select seed.restore()')
  const { name, engine, admin } = kept ?? (await createPooledDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const use = useUntilEnd(engine)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(name) },
    engine: use.engine,
    async drop() {
      use.end()
      rmSync(folder, { recursive: true, force: true })
      await until('no statement runs', () => engine.connections()?.used === 0)
      free.push({ name, engine, admin })
    },
  }
}

/** Makes statements of a test that has ended fail, because its database now belongs to the next test. */
function useUntilEnd(engine: Engine): { engine: Engine; end(): void } {
  let hasEnded = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (hasEnded) throw new Error('The test that opened this database has ended.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    engine: { ...engine, db: engine.db.withPlugin(plugin) },
    end() {
      hasEnded = true
    },
  }
}

async function createPooledDatabase(): Promise<PooledDatabase> {
  const name = `${poolPrefix()}${process.env['VITEST_POOL_ID'] ?? '0'}_${process.pid}_${(made += 1)}`
  await administer(`create database ${name}`)
  const url = new URL(testDatabaseUrl(name))
  url.searchParams.set('application_name', KEPT)
  const engine = await openDatabase(envOf({ DATA_DIR: tmpdir(), DATABASE_URL: url.href }))
  await migrate(engine)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await keepSeeds(admin)
  return { name, engine, admin }
}

/** Returns a prefix that is unique to this run, so that two runs can share a server. */
export function poolPrefix(): string {
  return `test_pool_${process.env['TEST_RUN'] ?? process.ppid}_`
}

/**
 * Copies all rows of the migrated database, including those that migrations add, and makes the function that restores
 * this state: it ends the connections that tests left open, drops the tables they made, and empties the others.
 */
async function keepSeeds(admin: pg.Client): Promise<void> {
  const tables = await tablesOf(admin)
  await admin.query('create schema seed')
  for (const table of tables) await admin.query(`create table seed.${table} as table public.${table}`)
  const { rows } = await admin.query<{ name: string }>(
    tables
      .map((table) => `select '${table}' as name where exists (select from ${table})`)
      .join(' union all '),
  )
  const seeded = new Set(rows.map(({ name }) => name))
  await admin.query(`create function seed.restore() returns void language plpgsql as $$
    declare made text;
    begin
      perform pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${KEPT}';
      for made in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%' and relname <> all (array[${tables.map((table) => `'${table}'`).join()}])
      loop execute format('drop table public.%I cascade', made); end loop;
      ${tables.map((table) => `delete from public.${table};`).join('\n')}
      ${tables
        .filter((table) => seeded.has(table))
        .toReversed()
        .map((table) => `insert into public.${table} select * from seed.${table};`)
        .join('\n')}
    end $$`)
}

/** Returns the tables, referring ones first. */
async function tablesOf(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; refers: string[] }>(
    `select c.relname as name, array(
       select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'`,
  )
  const open = new Map(rows.map(({ name, refers }) => [name, refers]))
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

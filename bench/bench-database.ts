import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import pg from 'pg'

import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import type { Row } from './measure.ts'
import { ownerEnv } from './owner.ts'

export type BenchDatabase = {
  env: Record<string, string>
  /** Returns the rows of a statement without parameters. */
  run(statement: string): Promise<unknown[]>
  count(table: string): Promise<number>
  close(): Promise<void>
}

const secret = 'a secret for benches, of 32 characters or more'
let made = 0

/** Opens the server's database for the bench too: in `folder`, or on the PostgreSQL at `url`. */
export async function openBenchDatabase(folder: string, url: string | null): Promise<BenchDatabase> {
  const { run, close, env } = url === null ? openFile(folder) : await createOn(url, folder)
  return {
    env: { ...env, APP_SECRET: secret },
    run,
    close,
    async count(table) {
      const [row] = (await run(`select count(*) as n from ${table}`)) as { n: number | string }[]
      return Number(row?.n)
    },
  }
}

export type Bench = { engine: string; database: BenchDatabase; app: AppServer }

/** Measures a server with an empty database on each engine; PostgreSQL only if it is installed. */
export function measureEngines(measure: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  return onEachEngine((engine, url) => measureEngine(engine, url, measure))
}

/** Measures on SQLite, and on PostgreSQL if it is installed. @param measure gets the URL of an empty server, or null */
export async function onEachEngine(
  measure: (engine: string, url: string | null) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await measure('SQLite', null)
  const postgres = await startThrowawayPostgres()
  if (!postgres) return rows
  try {
    return [...rows, ...(await measure('PostgreSQL', postgres.url))]
  } finally {
    await postgres.stop()
  }
}

async function measureEngine(
  engine: string,
  url: string | null,
  measure: (bench: Bench) => Promise<Row[]>,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, url)
  const app = await startAppServer({ ...database.env, ...ownerEnv, LOG_LEVEL: 'warn', LIMITS: 'off' })
  try {
    return await measure({ engine, database, app })
  } finally {
    await app.stop()
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

type Opened = Pick<BenchDatabase, 'env' | 'run' | 'close'>

/** Opened on first use, because the server creates it. */
function openFile(folder: string): Opened {
  let database: DatabaseSync | undefined
  return {
    env: { DATA_DIR: folder },
    async run(statement) {
      database ??= new DatabaseSync(join(folder, 'foyer.sqlite'), { timeout: 60_000 })
      return database.prepare(statement).all()
    },
    async close() {
      database?.close()
    },
  }
}

async function createOn(url: string, folder: string): Promise<Opened> {
  made += 1
  const name = `bench_${process.pid}_${made}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: own.href })
  // If a bench fails, PostgreSQL is stopped, and that error would hide the reason.
  client.on('error', () => {})
  await client.connect()
  return {
    env: { DATA_DIR: folder, DATABASE_URL: own.href },
    run: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    close: () => client.end(),
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { DatabaseRefused, type Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { openSqlite } from '#app/platform/db/sqlite.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startFaultyLine } from '#tests/support/faulty-line.ts'
import { endConnections } from '#tests/support/postgres-connections.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { administer, testDatabaseUrl, testEngine } from '#tests/support/test-database.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'

const onSqlite = test.skipIf(testEngine !== 'sqlite')
const onPostgres = test.skipIf(testEngine !== 'postgres')

/** Creates a closed database of some hundred pages in a folder of its own. */
async function createSqliteFile(): Promise<{ folder: string; path: string }> {
  const database = await createEmptyDatabase()
  const engine = await database.open()
  await migrate(engine)
  await fill(engine)
  await engine.close()
  const folder = database.variables.DATA_DIR
  return { folder, path: join(folder, 'foyer.sqlite') }
}

async function fill({ db }: Engine): Promise<void> {
  const rows = Array.from({ length: 500 }, (_, n) => ({
    key: `key ${n}`,
    value: 'x'.repeat(2000),
    updated_at: n,
  }))
  await db.insertInto('setting').values(rows).execute()
}

/** Holds a database open, and reads it a moment later, which writes the index of its log if that is empty. */
const otherProcess = `
  import { DatabaseSync } from 'node:sqlite'
  const database = new DatabaseSync(process.argv[1])
  database.exec('pragma journal_mode = wal; create table other (n)')
  console.log('open')
  setTimeout(() => database.prepare('select * from other').all(), 300)
  setTimeout(() => database.close(), 5000)
`

onSqlite('a database whose log another process is just opening is waited for', async () => {
  const { folder, path } = await createSqliteFile()
  const other = spawn(process.execPath, ['--input-type=module', '--eval', otherProcess, path])
  onTestFinished(() => void other.kill())
  await once(other.stdout, 'data')
  const index = openSync(`${path}-shm`, 'r+')
  writeSync(index, Buffer.alloc(96), 0, 96, 0)
  closeSync(index)
  await openSqlite(folder).close()
})

/** Opens a database that must be refused, and checks that the file is unchanged. */
function expectRefusal(folder: string): string {
  const path = join(folder, 'foyer.sqlite')
  const before = readFileSync(path)
  let refusal: unknown
  try {
    openSqlite(folder)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(DatabaseRefused)
  expect(readFileSync(path).equals(before)).toBe(true)
  const { message } = refusal as DatabaseRefused
  expect(message).toContain(path)
  return message
}

onSqlite('SQLite: a file damaged in its middle is refused and not touched', async () => {
  const { folder, path } = await createSqliteFile()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 20_000)
  writeFileSync(path, bytes)
  expect(expectRefusal(folder)).toMatch(/damaged|malformed/)
})

onSqlite('SQLite: a file that was cut off is refused and not touched', async () => {
  const { folder, path } = await createSqliteFile()
  truncateSync(path, statSync(path).size / 2)
  expect(expectRefusal(folder)).toMatch(/damaged|malformed/)
})

onSqlite('SQLite: a file that is no database is refused and not touched', async () => {
  const { DATA_DIR: folder } = (await createEmptyDatabase()).variables
  writeFileSync(join(folder, 'foyer.sqlite'), 'Dear diary,\n'.repeat(1000))
  expect(expectRefusal(folder)).toContain('file is not a database')
})

onSqlite.each([0, 0x4750_4b47])(
  "SQLite: another program's database, with %i for its mark, is refused and not touched",
  async (mark) => {
    const { DATA_DIR: folder } = (await createEmptyDatabase()).variables
    const other = new DatabaseSync(join(folder, 'foyer.sqlite'))
    other.exec(`create table lead (id text); pragma application_id = ${mark}`)
    other.close()
    expect(expectRefusal(folder)).toContain("another program's database")
  },
)

onSqlite('SQLite: a database of a newer version is left byte for byte as it was', async () => {
  const database = await createEmptyDatabase()
  const newer = await database.open()
  await migrate(newer, {
    '9999-newer': {
      up: async (db) => db.schema.createTable('newer').addColumn('id', 'text').execute(),
    },
  })
  await newer.close()
  const path = join(database.variables.DATA_DIR, 'foyer.sqlite')
  const before = readFileSync(path)
  const engine = await database.open()
  await expect(migrate(engine)).rejects.toBeInstanceOf(DatabaseRefused)
  await engine.close()
  expect(readFileSync(path).equals(before)).toBe(true)
})

onSqlite('SQLite: what was refused is opened again once a backup is put back', async () => {
  const { folder, path } = await createSqliteFile()
  copyFileSync(path, `${path}.backup`)
  writeFileSync(path, 'nonsense'.repeat(100))
  expectRefusal(folder)
  copyFileSync(`${path}.backup`, path)
  const engine = openSqlite(folder)
  const { n } = await engine.db
    .selectFrom('setting')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  await engine.close()
  expect(n).toBe(500)
})

onSqlite('SQLite: damage that comes while it is open is found by the check', async () => {
  const database = await createEmptyDatabase()
  const engine = await database.open()
  await migrate(engine)
  await fill(engine)
  await engine.checkIntegrity()
  await sql`pragma wal_checkpoint(truncate)`.execute(engine.db)
  const path = join(database.variables.DATA_DIR, 'foyer.sqlite')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 20_000))
  await sql`pragma shrink_memory`.execute(engine.db)
  await expect(engine.checkIntegrity()).rejects.toThrow(/damaged|malformed/)
})

onSqlite('SQLite: writes go through the write-ahead log and are flushed at each commit', async () => {
  const engine = await (await createEmptyDatabase()).open()
  const read = async (pragma: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(engine.db)
    return rows[0]?.[pragma]
  }
  expect(await read('journal_mode')).toBe('wal')
  expect(await read('synchronous')).toBe(2)
  expect(await read('foreign_keys')).toBe(1)
  expect(await read('application_id')).toBe(0x666f_7972)
})

onSqlite('SQLite: the folder is made where it is missing, for its owner alone', async () => {
  const { DATA_DIR } = (await createEmptyDatabase()).variables
  const folder = join(DATA_DIR, 'deep', 'data')
  const engine = openSqlite(folder)
  await engine.close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

onPostgres(
  'PostgreSQL: a server that does not answer is refused without giving the password away',
  async () => {
    const nobodyListens = 'postgres://office:top-secret@127.0.0.1:1/foyer'
    const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, DATABASE_URL: nobodyListens })
    const refusal = await openDatabase(env).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseRefused)
    expect((refusal as DatabaseRefused).message).toMatch(
      /^DATABASE_URL: PostgreSQL does not answer: .*ECONNREFUSED/,
    )
    expect((refusal as DatabaseRefused).message).not.toContain('top-secret')
  },
)

onPostgres('PostgreSQL: a database that does not exist is refused by its name', async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = '/no_such_database'
  const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, DATABASE_URL: url.href })
  await expect(openDatabase(env)).rejects.toThrow(/DATABASE_URL: .*no_such_database/)
})

onPostgres('PostgreSQL: a database of another encoding opens with a warning', async () => {
  const name = `other_encoding_${process.pid}`
  await administer(
    `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
  )
  onTestFinished(async () => void (await administer(`drop database ${name} with (force)`)))
  const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, DATABASE_URL: testDatabaseUrl(name) })
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  await (await openDatabase(env, log)).close()
  expect(lines.join('')).toMatch(/"encoding":"SQL_ASCII".*database\.encoding/)
})

onPostgres('PostgreSQL: a resting connection that the server drops is replaced', async () => {
  const { variables, open } = await createEmptyDatabase()
  const engine = await open()
  const { DATABASE_URL = '' } = variables
  await engine.ping()
  expect(await endConnections(DATABASE_URL, 'foyer')).toBe(1)
  expect(await endConnections(DATABASE_URL, 'foyer ping')).toBe(1)
  await eventually(() => sql`select 1`.execute(engine.db))
  await eventually(() => engine.ping())
})

onPostgres(
  'PostgreSQL: a cut line fails waiting and new statements, and is used again once it is mended',
  async () => {
    const { variables } = await createEmptyDatabase()
    const url = new URL(variables.DATABASE_URL ?? '')
    const line = await startFaultyLine(Number(url.port), url.hostname)
    Object.assign(url, { hostname: '127.0.0.1', port: `${line.port}` })
    const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, DATABASE_URL: url.href })
    const engine = await openDatabase(env)
    onTestFinished(async () => {
      await engine.close()
      await line.close()
    })
    const ask = () => sql`select 1`.execute(engine.db)
    line.cut()
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(ask()).rejects.toThrow('Our database cannot do this right now.')
    line.mend()
    await eventually(ask)
  },
)

onSqlite(
  'a scrub that is blocked by another process’s open read says so, and succeeds once it ends',
  async () => {
    const { folder, path } = await createSqliteFile()
    const engine = openSqlite(folder)
    onTestFinished(() => engine.close())
    const reader = new DatabaseSync(path)
    reader.exec('begin; select count(*) from setting')
    reader.prepare('select count(*) from setting').get()
    await engine.db.deleteFrom('setting').execute()
    const since = performance.now()
    await expect(engine.scrub(['setting'])).rejects.toThrow('another process is reading')
    // Waiting for the reader would take the opening timeout of 5 s and block the event loop.
    expect(performance.now() - since).toBeLessThan(2500)
    reader.close()
    await engine.scrub(['setting'])
    expect(statSync(`${path}-wal`).size).toBe(0)
  },
)

onPostgres.each([
  ['snapshot', 'begin isolation level repeatable read; select count(*) from salt'],
  ['writing transaction', "begin; insert into salt values ('2026-11-20', 'x')"],
])('a scrub says so while an older %s is open, and succeeds later', async (_kind, opening) => {
  const { engine, url } = await createFilledPostgres()
  const other = await connect(url)
  await other.query(opening)
  await engine.db.deleteFrom('setting').execute()
  await expect(engine.scrub(['setting'])).rejects.toThrow('an older transaction')
  await other.query('rollback')
  await scrubbed(engine, ['setting'])
  const { rows } = await other.query(`select pg_table_size('setting') as size`)
  expect(Number(rows[0].size)).toBeLessThan(32 * 1024)
})

onPostgres(
  'a scrub skips a table that others have locked within a second, and leaves no session settings',
  async () => {
    const { engine, url } = await createFilledPostgres()
    await engine.db.deleteFrom('setting').execute()
    await engine.db.insertInto('salt').values({ day: '2026-11-20', bytes: 'x' }).execute()
    await engine.db.deleteFrom('salt').execute()
    const reader = await connect(url)
    // Under read committed, the transaction keeps its table lock after the statement, but no snapshot.
    await reader.query('begin; select count(*) from salt')
    await eventually(() =>
      expect(engine.scrub(['salt', 'setting'])).rejects.toThrow('others use the tables: salt.'),
    )
    const { rows } = await reader.query(`select pg_table_size('setting') as size`)
    expect(Number(rows[0].size)).toBeLessThan(32 * 1024)
    await reader.query('rollback')
    await scrubbed(engine, ['salt'])
    const settings =
      await sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(
        engine.db,
      )
    expect(settings.rows).toEqual([{ lock: '5s', statement: '15s' }])
  },
)

/** Another test's long transaction, in any database of the server, refuses a scrub as well. */
function scrubbed(engine: Engine, tables: Parameters<Engine['scrub']>[0]): Promise<void> {
  return eventually(() => engine.scrub(tables))
}

async function createFilledPostgres(): Promise<{ engine: Engine; url: string }> {
  const { variables, open } = await createEmptyDatabase()
  const engine = await open()
  await migrate(engine)
  await fill(engine)
  return { engine, url: variables.DATABASE_URL ?? '' }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

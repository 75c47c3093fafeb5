import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, test } from 'vitest'

import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { emptyInstallation, refusalOf } from '#tests/support/installation.ts'
import { testEngine } from '#tests/support/test-database.ts'

type Variables = Awaited<ReturnType<typeof emptyInstallation>>

const onSqlite = test.skipIf(testEngine !== 'sqlite')

const start = (variables: Variables) => createRuntime(parseEnv({ ...variables, LOG_LEVEL: 'silent' }))

const database = ({ DATA_DIR }: Variables) => join(DATA_DIR, 'foyer.sqlite')
const logOf = (variables: Variables) => `${database(variables)}-wal`

/** Leaves the folder as a killed server does: the newest of its ten commits are only in the write-ahead log. */
async function killedServer(work: (database: DatabaseSync) => void = () => {}): Promise<Variables> {
  const live = await emptyInstallation()
  const { ctx, close } = await start(live)
  await ctx.engine.scrub([])
  for (let n = 0; n < 10; n += 1) await store(ctx, n)
  const beside = new DatabaseSync(database(live))
  work(beside)
  const killed = await emptyInstallation()
  for (const name of readdirSync(live.DATA_DIR))
    copyFileSync(join(live.DATA_DIR, name), join(killed.DATA_DIR, name))
  beside.close()
  await close()
  return killed
}

const store = ({ db }: Awaited<ReturnType<typeof start>>['ctx'], n: number) =>
  db
    .insertInto('setting')
    .values({ key: `key ${n}`, value: JSON.stringify('x'.repeat(20_000)), updated_at: n })
    .execute()

function change(path: string, from: number, bytes: number): void {
  const content = readFileSync(path)
  writeFileSync(path, content.fill(0xa5, from, from + bytes))
}

function everyByte({ DATA_DIR }: Variables): string[] {
  return readdirSync(DATA_DIR)
    .sort()
    .map((name) => `${name} ${hash('sha256', readFileSync(join(DATA_DIR, name)))}`)
}

const frameBytes = 24 + 4096

const damages: [string, RegExp, (variables: Variables) => void][] = [
  ['a damaged page', /damaged|malformed/, (its) => change(database(its), 4096, 8192)],
  ['a file that was cut off', /damaged|malformed/, (its) => truncateSync(database(its), 8192)],
  ['an empty file', /There is no database/, (its) => truncateSync(database(its), 0)],
  ['a missing file', /There is no database/, (its) => rmSync(database(its))],
  ['a damaged frame of the log', /log .* damaged/, (its) => change(logOf(its), 32 + frameBytes + 500, 20)],
  ['a damaged header of the log', /log .* damaged/, (its) => change(logOf(its), 8, 8)],
]

onSqlite.each(damages)('%s is refused, and every byte beside it is as it was', async (_what, why, damage) => {
  for (const withIndex of [true, false]) {
    const killed = await killedServer()
    if (!withIndex) rmSync(`${database(killed)}-shm`)
    damage(killed)
    const before = everyByte(killed)
    expect(await refusalOf(start(killed))).toMatch(why)
    expect(everyByte(killed)).toEqual(before)
  }
})

onSqlite('a damaged header is refused, and every byte is as it was', async () => {
  const stopped = await emptyInstallation()
  await (await start(stopped)).close()
  change(database(stopped), 0, 100)
  const before = everyByte(stopped)
  expect(await refusalOf(start(stopped))).toMatch(/not a database/)
  expect(everyByte(stopped)).toEqual(before)
})

onSqlite('a newer version that only the log reveals is refused, and every byte is unchanged', async () => {
  const killed = await killedServer((beside) =>
    beside.exec(`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`),
  )
  const before = everyByte(killed)
  expect(await refusalOf(start(killed))).toMatch(/newer version.*9999-newer/)
  expect(everyByte(killed)).toEqual(before)
})

onSqlite("another program's database is refused with its log, and every byte is as it was", async () => {
  const killed = await killedServer((beside) => beside.exec('pragma application_id = 42'))
  const before = everyByte(killed)
  expect(await refusalOf(start(killed))).toContain("another program's database")
  expect(everyByte(killed)).toEqual(before)
})

onSqlite.each([
  ['with its index', () => {}],
  ['without its index', (its: Variables) => rmSync(`${database(its)}-shm`)],
  // A power cut during the last transaction, which nobody was told had succeeded.
  ['with a torn end', (its: Variables) => truncateSync(logOf(its), readFileSync(logOf(its)).length - 700)],
])('the log of a killed server is recovered: %s', async (_what, prepare) => {
  const killed = await killedServer()
  prepare(killed)
  const { ctx, close } = await start(killed)
  const rows = await ctx.db.selectFrom('setting').select('key').where('key', 'like', 'key %').execute()
  await close()
  expect(rows.length).toBeGreaterThanOrEqual(9)
})

onSqlite('a command beside a running server is not misled by a log that is being written', async () => {
  const variables = await emptyInstallation()
  const server = await start(variables)
  for (let n = 0; n < 3; n += 1) await store(server.ctx, n)
  const command = await start(variables)
  expect(
    await command.ctx.db.selectFrom('setting').select('key').where('key', 'like', 'key %').execute(),
  ).toHaveLength(3)
  await command.close()
  await server.close()
})

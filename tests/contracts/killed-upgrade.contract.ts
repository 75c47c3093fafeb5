import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { doneMigrations, migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { createOldDatabase, oldVersions, readAllRows } from '#tests/support/old-database.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

vi.setConfig({ testTimeout: 180_000 })

const [oldest] = oldVersions
const KILLS = 10

const program = fileURLToPath(new URL('../support/killed-migration.ts', import.meta.url))

/** Migrates in a process of its own. Resolves with the signal that ended it. */
async function migrateApart(variables: Record<string, string>, killIn: string): Promise<string | null> {
  const env = { NODE_ENV: 'test', APP_SECRET: testSecret, KILL_IN: killIn, ...variables }
  const [, signal] = (await once(fork(program, { env }), 'exit')) as [number | null, string | null]
  return signal
}

/** Values that differ between two runs: new ids of events (migration 0016), and times of new rows (0089). */
const madeAnew: Readonly<Record<string, readonly string[]>> = {
  event: ['id'],
  assistant: ['created_at', 'updated_at'],
  knowledge_collection: ['created_at'],
}

async function stateOf(engine: Engine): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = { migrations: await doneMigrations(engine.db) }
  for (const [table, rows] of await readAllRows(engine)) {
    const anew = madeAnew[table] ?? []
    const values = rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([name]) => !anew.includes(name))),
    )
    state[table] = values.toSorted()
  }
  const schema =
    engine.name === 'sqlite'
      ? sql<{ name: string; text: string }>`select name, sql as text from sqlite_schema order by name`
      : sql<{ name: string; text: string }>`
          select indexname as name, indexdef as text from pg_indexes where schemaname = 'public'
          union all select table_name || '.' || column_name, data_type || is_nullable
            from information_schema.columns where table_schema = 'public' order by name`
  state['schema'] = (await schema.execute(engine.db)).rows
  return state
}

test(`killed ${KILLS} times within its migrations, the oldest database becomes what it becomes at once`, async () => {
  const database = await createOldDatabase(oldest)
  const before = await database.open()
  const rows = await readAllRows(before)
  const done = await doneMigrations(before.db)
  await before.close()
  const missing = Object.keys(migrations).filter((name) => !done.includes(name))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killIn = missing[Math.round((kill * (missing.length - 1)) / (KILLS - 1))] ?? ''
    expect(await migrateApart(database.variables, killIn), killIn).toBe('SIGKILL')
  }
  const killed = await database.open()
  expect(await doneMigrations(killed.db)).toEqual(done)
  expect(await readAllRows(killed)).toEqual(rows)
  await migrate(killed)
  await killed.checkIntegrity()

  const whole = await (await createOldDatabase(oldest)).open()
  await migrate(whole)
  expect(await stateOf(killed)).toEqual(await stateOf(whole))
})

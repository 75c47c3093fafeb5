import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { openSqlite } from '#app/platform/db/sqlite.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createEmptyDatabase, createTestEngine } from '#tests/support/test-engine.ts'
import { variablesOf } from '#tests/support/second-instance.ts'
import { testEngine } from '#tests/support/test-database.ts'

const store = (engine: Pick<Engine, 'db'>, key: string) =>
  engine.db.insertInto('setting').values({ key, value: '1', updated_at: 0 }).execute()

const keysOf = async (engine: Engine) =>
  (await engine.db.selectFrom('setting').select('key').orderBy('key').execute()).map(({ key }) => key)

/** Holds the write lock through a second connection, as another process would, until `letGo` is called. */
async function holdWriteLock(engine: Engine): Promise<{ letGo(): void }> {
  const { DATA_DIR = '' } = await variablesOf(engine)
  const other = new DatabaseSync(join(DATA_DIR, 'foyer.sqlite'), { timeout: 0 })
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { letGo: () => other.exec('commit') }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

test.skipIf(testEngine === 'postgres')(
  'while another process writes, writers wait, readers are answered and the event loop turns',
  async () => {
    const root = await createTestEngine()
    const held = await holdWriteLock(root)
    let written = 0
    const writes = [
      withTransaction(root, (ctx) => store(ctx, 'in a transaction')),
      store(root, 'alone'),
      withTransaction(root, (ctx) => store(ctx, 'in another')),
    ].map((write) => write.then(() => (written += 1)))
    for (let turns = 0; turns < 40; turns += 1) {
      await turn()
      expect(await keysOf(root)).toEqual([])
    }
    expect(written).toBe(0)
    held.letGo()
    await Promise.all(writes)
    expect(await keysOf(root)).toEqual(['alone', 'in a transaction', 'in another'])
  },
)

test.skipIf(testEngine === 'postgres')(
  'a writer that waits too long is refused with a sentence, and the next one is served',
  async () => {
    const database = await createEmptyDatabase()
    const first = await database.open()
    await first.db.schema
      .createTable('setting')
      .addColumn('key', 'text')
      .addColumn('value', 'text')
      .addColumn('updated_at', 'integer')
      .execute()
    const hasty = openSqlite(database.variables.DATA_DIR, null, { patience: 30 })
    onTestFinished(() => hasty.close())
    const held = await holdWriteLock(hasty)
    const writes = [store(hasty, 'a'), withTransaction(hasty, (ctx) => store(ctx, 'b'))]
    const refusal = { code: 'unavailable', retryAfter: expect.any(Number) }
    for (const outcome of await Promise.allSettled(writes)) expect(outcome).toMatchObject({ reason: refusal })
    held.letGo()
    await store(hasty, 'c')
    expect(await keysOf(hasty)).toEqual(['c'])
  },
)

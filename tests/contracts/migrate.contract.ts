import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'

import { DatabaseRefused, type Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { startProcesses } from '#tests/support/start-processes.ts'
import { createEmptyDatabase, createTestEngine } from '#tests/support/test-engine.ts'

const creates = (table: string): Migration => ({
  up: async (db) => db.schema.createTable(table).addColumn('id', 'text').execute(),
})

/** Returns the columns of each table. */
async function schemaOf({ db }: Engine): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables.map((table) => [table.name, table.columns.map(({ name, dataType }) => `${name} ${dataType}`)]),
  )
}

async function doneIn({ db }: Engine): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

async function refusalOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(DatabaseRefused)
  return outcome as DatabaseRefused
}

test('an empty database gets every migration in order, and is told which', async () => {
  const engine = await (await createEmptyDatabase()).open()
  expect(await migrate(engine)).toEqual(Object.keys(migrations).sort())
  expect(Object.keys(await schemaOf(engine))).toEqual(
    expect.arrayContaining([
      'blog_index',
      'blog_post',
      'knowledge_item',
      'conversation',
      'email',
      'job',
      'lead',
      'member',
      'setting',
    ]),
  )
  await engine.db.insertInto('setting').values({ key: 'a', value: '1', updated_at: 1 }).execute()
})

test('a database that is up to date is left as it is', async () => {
  const database = await createEmptyDatabase()
  const engine = await database.open()
  await migrate(engine)
  await engine.db.insertInto('setting').values({ key: 'kept', value: '1', updated_at: 1 }).execute()
  const before = await schemaOf(engine)
  expect(await migrate(engine)).toEqual([])
  await engine.close()
  const again = await database.open()
  expect(await migrate(again)).toEqual([])
  expect(await schemaOf(again)).toEqual(before)
  expect(await again.db.selectFrom('setting').select('key').execute()).toEqual([{ key: 'kept' }])
})

test('a newer version adds only what is missing', async () => {
  const engine = await createTestEngine()
  expect(await migrate(engine, { ...migrations, '9999-newer': creates('newer') })).toEqual(['9999-newer'])
  expect(await schemaOf(engine)).toHaveProperty('newer')
})

test('a database of a newer version is refused with the reason and not changed', async () => {
  const engine = await createTestEngine()
  const ofTomorrow = { '9998-tomorrow': creates('tomorrow'), '9999-later': creates('later') }
  await migrate(engine, { ...migrations, ...ofTomorrow })
  const [schema, done] = [await schemaOf(engine), await doneIn(engine)]

  const refusal = await refusalOf(migrate(engine))
  expect(refusal.message).toContain('written by a newer version')
  expect(refusal.message).toContain('9998-tomorrow, 9999-later')
  expect(refusal.message).toContain('Nothing was changed')
  // The database also lacks one of this version's migrations; it must not be started.
  await refusalOf(migrate(engine, { ...migrations, '0002-ours': creates('ours') }))
  expect(await schemaOf(engine)).toEqual(schema)
  expect(await doneIn(engine)).toEqual(done)
})

test('a database of a much newer version is refused with the first names, and what to do stays in view', async () => {
  const engine = await createTestEngine()
  const names = Array.from({ length: 50 }, (_, n) => `99${n + 10}-later-${n}`)
  await migrate(engine, {
    ...migrations,
    ...Object.fromEntries(names.map((name, n) => [name, creates(`t${n}`)])),
  })
  const { message } = await refusalOf(migrate(engine))
  expect(message).toContain(
    '(it has 9910-later-0, 9911-later-1, 9912-later-2 and 47 more). Nothing was changed',
  )
})

test('a failing migration is refused with its reason, and nothing of it or of those before it is left', async () => {
  const engine = await (await createEmptyDatabase()).open()
  const fails: Migration = {
    async up(db) {
      await db.schema.createTable('half').addColumn('id', 'text').execute()
      await sql`insert into nowhere (id) values (1)`.execute(db)
    },
  }
  const refusal = await refusalOf(migrate(engine, { '0001-good': creates('good'), '0002-fails': fails }))
  expect(refusal.message).toMatch(/could not be brought up to date: .*nowhere.*Nothing was changed/)
  expect(refusal.cause).toBeInstanceOf(Error)
  expect(await schemaOf(engine)).toEqual({})
  expect(await doneIn(engine)).toEqual([])
})

test('after a failed migration is fixed, migrating continues from there', async () => {
  const engine = await createTestEngine()
  await engine.db.insertInto('setting').values({ key: 'kept', value: '1', updated_at: 1 }).execute()
  const fails: Migration = {
    async up(db) {
      await sql`delete from setting`.execute(db)
      throw new Error('away')
    },
  }
  await refusalOf(migrate(engine, { ...migrations, '9999-next': fails }))
  expect(await engine.db.selectFrom('setting').select('key').execute()).toEqual([{ key: 'kept' }])
  expect(await migrate(engine, { ...migrations, '9999-next': creates('next') })).toEqual(['9999-next'])
})

test('processes that migrate an empty database at the same moment all find it migrated', async () => {
  const database = await createEmptyDatabase()
  const engine = await database.open()
  const processes = await startProcesses(3, database.variables)
  for (const one of processes) one.tell('open')
  await Promise.all(processes.map((one) => one.hears('opened')))
  for (const one of processes) one.tell('end')
  expect(await Promise.all(processes.map((one) => one.ended))).toEqual([0, 0, 0])
  expect(await doneIn(engine)).toEqual(Object.keys(migrations))
  expect(await engine.db.selectFrom('lead').selectAll().execute()).toEqual([])
})

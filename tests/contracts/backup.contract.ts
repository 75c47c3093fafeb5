import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { BACKUP_PURPOSE, TRAILER_BYTES } from '#app/platform/backup/backup-format.ts'
import { listBackups } from '#app/platform/backup/list-backups.server.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { createSigner, type Signer } from '#app/platform/crypto/signer.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { readSnapshot, storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'
import { derivedTables, isMigrationTable, tablesLeftOut } from '#app/platform/db/tables/stored-tables.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { readLanguages, translateSite } from '#tests/factories/site-with-languages.ts'
import {
  addOwner,
  asItsOwner,
  backUp,
  backupFolder,
  changedByRestore,
  digestsOf,
  emptyInstallation,
  filledInstallation,
  openIts,
  refusalOf,
} from '#tests/support/installation.ts'
import { createTestEngine } from '#tests/support/test-engine.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

// Each test fills, writes and reads whole databases.
vi.setConfig({ testTimeout: 60_000 })

const asRestored = <Digest extends { name: string }>(digests: Digest[]) =>
  digests.filter(({ name }) => !changedByRestore.has(name))

/** Creates the database of a newer version, with a binary table that this version does not know. */
async function engineWithTable(name: string) {
  const engine = await createTestEngine()
  await migrate(engine, {
    ...migrations,
    '9999-newer': {
      up: async (db) =>
        db.schema
          .createTable(name)
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('content', engine.name === 'sqlite' ? 'blob' : 'bytea')
          .execute(),
    },
  })
  return engine
}

test('a backup holds every table except derived ones, also tables that no list names', async () => {
  const engine = await engineWithTable('a_newer_table')
  const all = (await engine.db.introspection.getTables()).map(({ name }) => name)
  const carried = (await storedTablesOf(engine).list(engine.db)).map(({ name }) => name)
  expect(carried).toContain('a_newer_table')
  const left = all.filter((name) => !carried.includes(name) && !isMigrationTable(name))
  // FTS5 stores its index in tables of its own.
  expect(left.filter((name) => ![...derivedTables].some((derived) => name.startsWith(derived)))).toEqual([])
})

test('a snapshot shows one moment: it has no later writes in any table, and nobody waits for it', async () => {
  const engine = await createTestEngine()
  const write = (key: string) =>
    engine.db.insertInto('setting').values({ key, value: '1', updated_at: 1 }).execute()
  await write('before')
  const seen = await readSnapshot(engine, async (db) => {
    await write('meanwhile')
    const settings = (await storedTablesOf(engine).list(db)).find(({ name }) => name === 'setting')
    const keys: unknown[] = []
    for await (const rows of storedTablesOf(engine).rows(db, settings ?? { name: '', columns: [], key: [] }))
      keys.push(...rows.map((row) => row[settings?.columns.indexOf('key') ?? 0]))
    return keys
  })
  expect(seen).toEqual(['before'])
  await write('after')
})

test('slices stay small when small rows precede large ones, and hold many rows when all are small', async () => {
  const engine = await engineWithTable('mixed')
  const stored = storedTablesOf(engine)
  const table = (await stored.list(engine.db)).find(({ name }) => name === 'mixed')
  if (!table) throw new Error('The table is not listed.')
  const large = Buffer.alloc(1_000_000, 'a page')
  const rows = Array.from({ length: 1200 }, (_, n) => [n >= 8 && n < 28 ? large : null, String(n + 1000)])
  for (const row of rows) await stored.insert(engine.db, table, [row])
  const seen: unknown[] = []
  const counts: number[] = []
  await readSnapshot(engine, async (db) => {
    for await (const slice of stored.rows(db, table)) {
      counts.push(slice.length)
      seen.push(...slice.map(([, id]) => id))
    }
  })
  expect(seen).toEqual(rows.map(([, id]) => id))
  expect(counts).toEqual([8, ...Array.from({ length: 20 }, () => 1), 472, 500, 200])
})

test('the factory fills every table, so that the following tests cover each', async () => {
  const { digests } = await filledInstallation()
  expect(digests.filter(({ rows }) => rows === 0)).toEqual([])
})

test('a restored backup has every row and every uploaded file', async () => {
  const { variables, digests } = await filledInstallation()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  const lines = await runCommand(target, 'restore', [path])
  expect(lines.join('\n')).toContain('2 uploaded files')
  const engine = await openIts(target)
  const restored = await digestsOf(engine)
  expect(asRestored(restored)).toEqual(asRestored(digests))
  for (const name of tablesLeftOut) expect(restored.find((table) => table.name === name)?.rows, name).toBe(0)
  expect(await migrate(engine)).toEqual([])
  expect(readFileSync(join(target.DATA_DIR, 'uploads/images/one/480x320.webp'), 'utf8')).toBe('a picture')
  expect(readFileSync(join(target.DATA_DIR, 'uploads/images/two/480x320.webp'))).toHaveLength(300_000)
  expect(readdirSync(target.DATA_DIR).filter((name) => /restoring|replaced/.test(name))).toEqual([])
})

test('a restored site has its languages: versions, short texts and glossary', async () => {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  await migrate(engine)
  await addOwner(engine)
  await engine.close()
  const before = await asItsOwner(variables, async (ctx) => {
    await translateSite(ctx)
    return readLanguages(ctx)
  })
  const target = await emptyInstallation()
  await runCommand(target, 'restore', [await backUp(variables)])
  expect(await asItsOwner(target, readLanguages)).toEqual(before)
})

test('an encrypted backup is restored only with its passphrase, and reveals none of its content', async () => {
  const { variables, digests } = await filledInstallation()
  const path = await backUp({ ...variables, BACKUP_PASSPHRASE: 'a passphrase of the operator' })
  const target = await emptyInstallation()
  expect(await refusalOf(runCommand(target, 'restore', [path]))).toContain('set BACKUP_PASSPHRASE')
  const wrong = { ...target, BACKUP_PASSPHRASE: 'a passphrase of somebody' }
  expect(await refusalOf(runCommand(wrong, 'restore', [path]))).toContain('BACKUP_PASSPHRASE is not the one')
  expect(existsSync(join(target.DATA_DIR, 'foyer.sqlite'))).toBe(false)
  await runCommand({ ...target, BACKUP_PASSPHRASE: 'a passphrase of the operator' }, 'restore', [path])
  const engine = await openIts(target)
  expect(asRestored(await digestsOf(engine))).toEqual(asRestored(digests))
})

test('another APP_SECRET is refused, and so is a missing one', async () => {
  const { variables } = await filledInstallation()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  const other = { ...target, APP_SECRET: 'another secret for tests, of 32 characters' }
  expect(await refusalOf(runCommand(other, 'restore', [path]))).toContain('made with another APP_SECRET')
  if (!target.DATABASE_URL) {
    expect(await refusalOf(runCommand({ ...target, APP_SECRET: '' }, 'restore', [path]))).toContain(
      'There is no secret',
    )
    expect(readdirSync(target.DATA_DIR)).toEqual([])
  }
})

test.each(['', 'a passphrase of the operator'])(
  'one flipped bit anywhere, or any part cut off, is refused (passphrase: %j)',
  async (BACKUP_PASSPHRASE) => {
    const engineVariables = await emptyInstallation()
    const engine = await openIts(engineVariables)
    await migrate(engine)
    await addOwner(engine)
    await engine.close()
    const path = await backUp({ ...engineVariables, BACKUP_PASSPHRASE })
    const whole = readFileSync(path)
    const variables = { ...engineVariables, BACKUP_PASSPHRASE }
    const check = () => runCommand(variables, 'restore', [path, '--check'])
    expect((await check()).join(' ')).toContain('It is complete')
    // Tests every byte at the beginning and the end, and a sample of those between.
    const step = Math.max(1, Math.floor(whole.length / 40))
    const places = Array.from({ length: whole.length }, (_, n) => n).filter(
      (n) => n % step === 0 || n < 90 || n > whole.length - 110,
    )
    for (const place of places) {
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place)
      writeFileSync(path, flipped)
      await refusalOf(check())
    }
    for (const length of [0, 1, 60, 200, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      await refusalOf(check())
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]))
    await refusalOf(check())
  },
)

test('a newer format is refused by name', async () => {
  const { variables } = await filledInstallation()
  const path = await backUp(variables)
  const text = readFileSync(path, 'latin1').replace('"version":1', '"version":2')
  writeFileSync(path, text, 'latin1')
  expect(await refusalOf(runCommand(await emptyInstallation(), 'restore', [path]))).toContain('format 2')
})

test('a backup of a newer version is refused by the migrations it has', async () => {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  await migrate(engine, { ...migrations, '9999-newer': { up: async () => {} } })
  await addOwner(engine)
  await engine.close()
  const path = await backUp(variables)
  const refusal = await refusalOf(runCommand(await emptyInstallation(), 'restore', [path]))
  expect(refusal).toMatch(/newer version.*9999-newer/)
})

test('a backup from before some migrations is restored and brought up to date', async () => {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  const early = Object.entries(migrations).slice(0, 3)
  await migrate(engine, Object.fromEntries(early))
  await sql`insert into owner (id, email, password_hash, created_at, password_changed_at) values ('owner', 'owner@agency.test', '', 1, 1)`.execute(
    engine.db,
  )
  await engine.db.insertInto('setting').values({ key: 'kept', value: '1', updated_at: 1 }).execute()
  await engine.close()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  await runCommand(target, 'restore', [path])
  const restored = await openIts(target)
  expect(await migrate(restored)).toEqual([])
  const kept = await restored.db.selectFrom('setting').select('key').where('key', '=', 'kept').execute()
  expect(kept).toHaveLength(1)
})

test('an empty database is not backed up, and the refusal says why', async () => {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  await migrate(engine)
  await engine.close()
  const BACKUP_DIR = backupFolder()
  expect(await refusalOf(runCommand({ ...variables, BACKUP_DIR }, 'backup', []))).toContain('is empty')
  expect(readdirSync(BACKUP_DIR)).toEqual([])
})

test('a backup of an earlier version, without installation and number of records, is restored', async () => {
  const { variables, digests } = await filledInstallation()
  const signer = createSigner(testSecret)
  const path = await backUp(variables)
  writeFileSync(path, asEarlierVersion(readFileSync(path), signer))
  expect(await listBackups(dirname(path))).toMatchObject([{ installation: null, records: null }])
  const target = await emptyInstallation()
  await runCommand(target, 'restore', [path])
  expect(asRestored(await digestsOf(await openIts(target)))).toEqual(asRestored(digests))
})

/** Rewrites header and manifest without the fields that were added since. */
function asEarlierVersion(backup: Buffer, signer: Signer): Buffer {
  const border = backup.indexOf('\n') + 1
  const { format, version, encryption } = JSON.parse(backup.subarray(0, border).toString()) as Record<
    string,
    unknown
  >
  const lines = gunzipSync(backup.subarray(border, -TRAILER_BYTES)).toString().trimEnd().split('\n')
  const last = JSON.parse(lines.pop() ?? '') as { manifest: Record<string, unknown> }
  for (const name of ['installation', 'records']) delete last.manifest[name]
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify({ format, version, encryption })}\n`),
    gzipSync(`${[...lines, JSON.stringify(last)].join('\n')}\n`),
  ])
  const signature = signer.sign(BACKUP_PURPOSE, hash('sha256', body))
  const signed = Buffer.concat([body, Buffer.from(signature)])
  return Buffer.concat([signed, Buffer.from(hash('sha256', signed))])
}

test('existing data is kept unless --replace is given, and then set aside', async () => {
  const { variables } = await filledInstallation()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  const engine = await openIts(target)
  await migrate(engine)
  await engine.db.insertInto('setting').values({ key: 'of before', value: '1', updated_at: 1 }).execute()
  await engine.close()
  const refusal = await refusalOf(runCommand(target, 'restore', [path]))
  expect(refusal).toMatch(/holds a database|is not empty/)
  const lines = (await runCommand(target, 'restore', [path, '--replace'])).join('\n')
  const restored = await openIts(target)
  const keys = await restored.db.selectFrom('setting').select('key').execute()
  expect(keys.map(({ key }) => key)).not.toContain('of before')
  const [, place = ''] = /data is in (?:the schema )?(\S+)\. Delete/.exec(lines) ?? []
  const old = target.DATABASE_URL
    ? restored.db.withSchema(place)
    : (await openIts({ ...target, DATA_DIR: place })).db
  const before = await old.selectFrom('setting').select('key').where('key', '=', 'of before').execute()
  expect(before).toHaveLength(1)
})

test('a restore that fails at its last step leaves the existing data', async () => {
  const { variables, digests } = await filledInstallation()
  const path = await backUp(variables)
  const failing = restoreBackup(parseEnv(variables), {
    path,
    signer: createSigner(testSecret),
    replace: true,
    now: Date.now(),
    afterRestore: () => Promise.reject(new Error('the last step')),
  })
  await expect(failing).rejects.toThrow('the last step')
  const engine = await openIts(variables)
  expect(await digestsOf(engine)).toEqual(digests)
  expect(readdirSync(variables.DATA_DIR).filter((name) => /restoring|replaced/.test(name))).toEqual([])
  expect(existsSync(join(variables.DATA_DIR, 'uploads/images/one'))).toBe(true)
})

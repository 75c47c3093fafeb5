import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { fillDatabase } from '#app/platform/backup/fill-database.server.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { swapIn } from '#app/platform/backup/set-aside.server.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import {
  addOwner,
  backUp,
  digestsOf,
  emptyInstallation,
  filledInstallation,
  openIts,
  refusalOf,
} from '#tests/support/installation.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { administer, testEngine } from '#tests/support/test-database.ts'
import { until } from '#tests/support/until.ts'

vi.setConfig({ testTimeout: 60_000 })

type Variables = Awaited<ReturnType<typeof emptyInstallation>>

const NOW = Date.UTC(2026, 10, 21)

function restore(
  variables: Variables,
  path: string,
  { replace = false, afterRestore = async () => {} }: Partial<Parameters<typeof restoreBackup>[1]> = {},
) {
  const signer = createSigner(testSecret)
  return restoreBackup(parseEnv(variables), { path, signer, replace, now: NOW, afterRestore })
}

const addSetting = ({ db }: Engine, key: string, value = '1') =>
  db.insertInto('setting').values({ key, value, updated_at: 1 }).execute()

async function settingsOf(variables: Variables): Promise<string[]> {
  const engine = await openIts(variables)
  const rows = await engine.db.selectFrom('setting').select('key').execute()
  await engine.close()
  return rows.map(({ key }) => key)
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('restored pictures are added to existing ones, also in a folder elsewhere', async () => {
  const { variables } = await filledInstallation()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  const shared = emptyFolder()
  mkdirSync(join(shared, 'images/three'), { recursive: true })
  writeFileSync(join(shared, 'images/three/480x320.webp'), 'of another post')
  symlinkSync(shared, join(target.DATA_DIR, 'uploads'))
  await restore(target, path)
  expect(lstatSync(join(target.DATA_DIR, 'uploads')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(shared, 'images/one/480x320.webp'), 'utf8')).toBe('a picture')
  expect(readFileSync(join(shared, 'images/three/480x320.webp'), 'utf8')).toBe('of another post')
})

test('where the pictures cannot be stored, the database stays as it was', async () => {
  const { variables } = await filledInstallation()
  const path = await backUp(variables)
  const target = await emptyInstallation()
  const engine = await openIts(target)
  await migrate(engine)
  await addSetting(engine, 'of before')
  const before = await digestsOf(engine)
  await engine.close()
  writeFileSync(join(target.DATA_DIR, 'uploads'), 'no folder')
  await expect(restore(target, path, { replace: true })).rejects.toThrow('uploads')
  expect(await digestsOf(await openIts(target))).toEqual(before)
  expect(readdirSync(target.DATA_DIR).filter((name) => /restoring|replaced/.test(name))).toEqual([])
})

test('erasures that could not be carried out again are reported', async () => {
  const path = await backUp(await migratedInstallation())
  const target = await emptyInstallation()
  const erasure = { erasedAt: new Date(NOW).toISOString(), hash: 'of somebody', keyMark: 'another0' }
  writeFileSync(join(target.DATA_DIR, 'erasures.jsonl'), `${JSON.stringify(erasure)}\n`)
  const lines = await runCommand({ ...target, LOG_LEVEL: 'silent' }, 'restore', [path])
  expect(lines.join('\n')).toContain('1 erasure since the backup could not be carried out again')
})

test.runIf(testEngine === 'sqlite')(
  'a disk too small for the database refuses the restore',
  async (context) => {
    const variables = await emptyInstallation()
    const engine = await openIts(variables)
    await migrate(engine)
    await addOwner(engine)
    for (let n = 0; n < 30; n += 1) await addSetting(engine, `large ${n}`, 'x'.repeat(100_000))
    await engine.close()
    const path = await backUp(variables)
    // The disk has room for the write-ahead log, but not for the database file.
    const disk = mountSmallDisk(6)
    if (!disk) return context.skip()
    onTestFinished(disk.unmount)
    await expect(restore({ ...variables, DATA_DIR: disk.folder }, path)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'database or disk is full' },
    })
    expect(readdirSync(disk.folder).filter((name) => name !== 'in-use')).toEqual([])
  },
)

/** Creates the database of a killed server, whose last commit is only in the write-ahead log. */
async function killedInstallation() {
  const live = await emptyInstallation()
  const engine = await openIts(live)
  await migrate(engine)
  await engine.scrub([])
  await addSetting(engine, 'last commit')
  const dataDir = emptyFolder()
  for (const name of readdirSync(live.DATA_DIR)) copyFileSync(join(live.DATA_DIR, name), join(dataDir, name))
  return { ...live, DATA_DIR: dataDir }
}

test.runIf(testEngine === 'sqlite')(
  'what a killed server acknowledged is kept, whether the new database takes its place or not',
  async () => {
    const killed = await killedInstallation()
    const staging = emptyFolder()
    // A file cannot replace a folder.
    mkdirSync(join(staging, 'foyer.sqlite'))
    await expect(swapIn(killed.DATA_DIR, staging, NOW)).rejects.toThrow('rename')
    expect(await settingsOf(killed)).toEqual(['last commit'])

    const again = await killedInstallation()
    const path = await backUp(await migratedInstallation())
    const { setAside } = await restore(again, path, { replace: true })
    expect(await settingsOf(again)).toEqual([])
    expect(await settingsOf({ ...again, DATA_DIR: setAside ?? '' })).toEqual(['last commit'])
  },
)

async function migratedInstallation(): Promise<Variables> {
  const variables = await emptyInstallation()
  const engine = await openIts(variables)
  await migrate(engine)
  await addOwner(engine)
  await engine.close()
  return variables
}

test.runIf(testEngine === 'sqlite')('a damaged database is set aside with its log', async () => {
  const path = await backUp(await migratedInstallation())
  const damaged = await emptyInstallation()
  for (const name of ['foyer.sqlite', 'foyer.sqlite-wal'])
    writeFileSync(join(damaged.DATA_DIR, name), `no ${name}`.repeat(2000))
  const { setAside } = await restore(damaged, path, { replace: true })
  for (const name of ['foyer.sqlite', 'foyer.sqlite-wal'])
    expect(readFileSync(join(setAside ?? '', name), 'utf8')).toContain(`no ${name}`)
  expect(existsSync(join(damaged.DATA_DIR, 'foyer.sqlite-wal'))).toBe(false)
  expect(await settingsOf(damaged)).toEqual([])
})

/** Restores no rows into a migrated database; `meanwhile` is awaited while the rows are read. */
function fill(engine: Engine, meanwhile: () => Promise<unknown>): Promise<void> {
  const contents = {
    migrations: Object.keys(migrations),
    expected: () => [],
    async *slices() {
      await meanwhile()
      yield* []
    },
  }
  return fillDatabase(engine, contents, { prepare: async () => {}, finish: async () => {} })
}

test.runIf(testEngine === 'postgres')(
  'a server that starts meanwhile waits until the restore ends',
  async () => {
    const target = await migratedInstallation()
    const starting = await openIts(target)
    const begun = Promise.withResolvers<void>()
    // Outside of the transaction, inside which no other handle may be used.
    const started = begun.promise.then(() => migrate(starting))
    await fill(await openIts(target), async () => {
      begun.resolve()
      await until('it waits', async () => (await countWaiting(target)) === 1, 5000)
    })
    expect(await started).toEqual([])
  },
)

/** Counts the connections that wait for an advisory lock. */
async function countWaiting({ DATABASE_URL }: Variables): Promise<number> {
  const { rows } = await administer(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    DATABASE_URL,
  )
  return rows.length
}

test.runIf(testEngine === 'postgres')('a server that had migrated before keeps what it took in', async () => {
  const path = await backUp(await migratedInstallation())
  const target = await migratedInstallation()
  const engine = await openIts(target)
  await addSetting(engine, 'acknowledged')
  expect(await refusalOf(restore(target, path))).toContain('is not empty')
  // The server connects only after the restore has begun.
  const server = new pg.Client({ connectionString: target.DATABASE_URL, application_name: 'foyer signals' })
  onTestFinished(() => server.end())
  expect(await refusalOf(fill(engine, () => server.connect()))).toContain('1 process is using')
  expect(await settingsOf(target)).toEqual(['acknowledged'])
})

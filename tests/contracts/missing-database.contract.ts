import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { installationId } from '#app/platform/installation.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import {
  addOwner,
  backUp,
  backupFolder,
  emptyInstallation,
  openIts,
  refusalOf,
} from '#tests/support/installation.ts'
import { testEngine } from '#tests/support/test-database.ts'

vi.setConfig({ testTimeout: 60_000 })

type Variables = Awaited<ReturnType<typeof emptyInstallation>>

const start = (variables: Variables) => createRuntime(parseEnv({ ...variables, LOG_LEVEL: 'silent' }))

async function startOnce(variables: Variables): Promise<string | null> {
  const { ctx, close } = await start(variables)
  const id = await installationId.read(ctx)
  await close()
  return id
}

async function usedInstallation(): Promise<{ variables: Variables; id: string | null; backup: string }> {
  const variables = await emptyInstallation()
  const id = await startOnce(variables)
  const engine = await openIts(variables)
  await addOwner(engine)
  await engine.close()
  return { variables, id, backup: await backUp(variables) }
}

/** Returns an empty installation whose backups exist, as after an unmounted volume or a changed DATABASE_URL. */
async function withBackups(path: string): Promise<Variables & { BACKUP_DIR: string }> {
  const BACKUP_DIR = backupFolder()
  copyFileSync(path, join(BACKUP_DIR, basename(path)))
  return { ...(await emptyInstallation()), BACKUP_DIR }
}

test('an empty database beside backups is refused, with what to do, and nothing is made or deleted', async () => {
  const variables = await withBackups((await usedInstallation()).backup)
  for (const APP_SECRET of [variables.APP_SECRET ?? '', 'another secret for tests, of 32 characters']) {
    const refusal = await refusalOf(start({ ...variables, APP_SECRET }))
    expect(refusal).toMatch(/1 backups in .*npm run restore.*npm run new-installation/s)
  }
  expect(readdirSync(variables.DATA_DIR)).toEqual([])
  expect(readdirSync(variables.BACKUP_DIR)).toHaveLength(1)
  if (testEngine === 'postgres') {
    const engine = await openIts(variables)
    expect(await engine.db.introspection.getTables()).toEqual([])
  }
})

test('a restore puts the same installation back, and the server starts again', async () => {
  const { backup, id } = await usedInstallation()
  const variables = await withBackups(backup)
  await runCommand(variables, 'restore', [backup])
  expect(id).not.toBeNull()
  expect(await startOnce(variables)).toBe(id)
})

test('a new installation is begun on purpose beside the backups, once, with an id of its own', async () => {
  const { backup, id } = await usedInstallation()
  const variables = await withBackups(backup)
  const lines = await runCommand(variables, 'new-installation', [])
  expect(lines.join('\n')).toContain('Nothing was deleted: 1 backups in')
  expect(await refusalOf(runCommand(variables, 'new-installation', []))).toMatch(/holds a database|not empty/)
  const begun = await startOnce(variables)
  expect(begun).not.toBeNull()
  expect(begun).not.toBe(id)
  expect(readdirSync(variables.BACKUP_DIR)).toHaveLength(1)
})

test('a second start finds the id of the first', async () => {
  const variables = await emptyInstallation()
  expect(await startOnce(variables)).toBe(await startOnce(variables))
})

test.runIf(testEngine === 'sqlite').each([
  ['a secret', (folder: string) => writeFileSync(join(folder, 'secret'), 'x'.repeat(43))],
  ['a former secret', (folder: string) => writeFileSync(join(folder, 'secret.until-2026'), 'x'.repeat(43))],
  ['a log', (folder: string) => writeFileSync(join(folder, 'foyer.sqlite-wal'), 'x'.repeat(5000))],
  ['pictures', (folder: string) => mkdirSync(join(folder, 'uploads/images'), { recursive: true })],
])('a data folder that holds %s and no database is refused and left as it is', async (_what, leave) => {
  const variables = await emptyInstallation()
  leave(variables.DATA_DIR)
  const before = readdirSync(variables.DATA_DIR)
  expect(await refusalOf(start(variables))).toContain('There is no database in')
  expect(readdirSync(variables.DATA_DIR)).toEqual(before)
  await runCommand(variables, 'new-installation', [])
  await startOnce(variables)
})

test.runIf(testEngine === 'sqlite')(
  'an unset DATABASE_URL beside the backups of PostgreSQL is refused',
  async () => {
    const { backup } = await usedInstallation()
    expect(await refusalOf(start(await withBackups(backup)))).toContain('DATABASE_URL')
  },
)

test.runIf(testEngine === 'sqlite')(
  'an empty folder beside a continuous backup is refused before the first night, and told how to get it back',
  async () => {
    const variables = { ...(await emptyInstallation()), BACKUP_DIR: backupFolder() }
    const stream = join(variables.BACKUP_DIR, 'continuous-486f47724264-66463458')
    mkdirSync(stream, { recursive: true })
    writeFileSync(join(stream, 'catalog.json'), '{}')
    expect(await refusalOf(start(variables))).toMatch(/a continuous backup in .*npm run restore -- latest/s)
    expect(readdirSync(variables.DATA_DIR)).toEqual([])
  },
)

test.runIf(testEngine === 'sqlite')('an empty file in the place of the database is no database', async () => {
  const { variables } = await usedInstallation()
  rmSync(join(variables.DATA_DIR, 'foyer.sqlite'))
  writeFileSync(join(variables.DATA_DIR, 'foyer.sqlite'), '')
  mkdirSync(join(variables.DATA_DIR, 'uploads/images'), { recursive: true })
  expect(await refusalOf(start(variables))).toContain('There is no database in')
})

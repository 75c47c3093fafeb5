import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { copyErasuresToFile } from '#app/features/privacy/erasure-list.server.ts'
import { emailTemplates } from '#app/process/jobs.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createVault } from '#app/platform/crypto/vault.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { openSignals } from '#app/platform/signals/open-signals.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import {
  backupFolder,
  changedByRestore,
  digestsOf,
  emptyInstallation,
  filledInstallation,
  openIts,
  refusalOf,
} from '#tests/support/installation.ts'
import { asOwner, testSecret } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

import { startShipping } from './start-shipping.server.ts'

type Variables = Awaited<ReturnType<typeof emptyInstallation>>

const log = createLog({ level: 'silent' })

async function shippedInstallation() {
  const { variables } = await filledInstallation()
  const env = { ...variables, BACKUP_DIR: backupFolder() }
  const engine = await openIts(env)
  const files = createFolderStore(join(env.DATA_DIR, 'uploads'))
  const parts = { log, secret: testSecret, vault: createVault(testSecret), engine, files }
  const signals = await openSignals({ database: null }, log)
  const shipping = await startShipping(parseEnv(env), { ...parts, signals })
  onTestFinished(() => shipping.stop())
  return { env, engine, shipping }
}

function streamIn(folder: string): string {
  return readdirSync(folder).find((name) => name.startsWith('continuous-')) ?? 'none yet'
}

async function digests(variables: Variables) {
  const engine = await openIts(variables)
  const found = await digestsOf(engine)
  await engine.close()
  return found.filter(({ name }) => !changedByRestore.has(name))
}

test('from BACKUP_DIR and APP_SECRET alone an installation comes back, uploaded files and all', async () => {
  const { env, engine, shipping } = await shippedInstallation()
  await engine.db.insertInto('setting').values({ key: 'late', value: '1', updated_at: 1 }).execute()
  await shipping.files.put('images/late/480x320.webp', Buffer.from('a late picture'))
  await until('the picture is shipped', () =>
    existsSync(join(env.BACKUP_DIR, streamIn(env.BACKUP_DIR), 'files/images/late/480x320.webp')),
  )
  await shipping.stop()
  await engine.close()
  const before = await digests(env)
  const target = { ...(await emptyInstallation()), BACKUP_DIR: env.BACKUP_DIR }

  const checked = await runCommand(target, 'restore', ['latest', '--check'])
  expect(checked.join('\n')).toContain('Nothing was changed')
  expect(existsSync(join(target.DATA_DIR, 'foyer.sqlite'))).toBe(false)
  const done = await runCommand(target, 'restore', [env.BACKUP_DIR])
  expect(done.join('\n')).toContain('Restored, with 3 uploaded files.')
  expect(await digests(target)).toEqual(before)
  const pictures = createFolderStore(join(target.DATA_DIR, 'uploads'))
  expect(Buffer.from((await pictures.get('images/late/480x320.webp')) ?? []).toString()).toBe(
    'a late picture',
  )

  const again = refusalOf(runCommand(target, 'restore', ['latest']))
  expect(await again).toMatch(/holds a database.*--replace.*Nothing was changed/)
  const stream = join(env.BACKUP_DIR, streamIn(env.BACKUP_DIR))
  const replaced = await runCommand(target, 'restore', [stream, '--replace'])
  expect(replaced.join('\n')).toContain('The previous data is in')
})

test('whoever was erased since the moment that is restored stays erased', async () => {
  const env = { ...(await emptyInstallation()), BACKUP_DIR: backupFolder(), LOG_LEVEL: 'silent' }
  const { ctx, close } = await createRuntime(parseEnv(env), { emailTemplates, isServer: true })
  await createLead(ctx, { email: 'ann@example.com' })
  await createLead(ctx, { email: 'bob@example.com' })
  const stored = Date.now()
  await until('both are shipped', () => (ctx.shipState()?.upTo ?? 0) > stored)
  const moment = new Date().toISOString()
  await erasePersonalData(asOwner(ctx), { address: 'ann@example.com' })
  await copyErasuresToFile(ctx)
  await until('the list is shipped', () =>
    existsSync(join(env.BACKUP_DIR, streamIn(env.BACKUP_DIR), 'erasures')),
  )
  await close()
  rmSync(env.DATA_DIR, { recursive: true })
  await runCommand(env, 'restore', ['latest', `--at=${moment}`])
  const restored = await openIts(env)
  const leads = await restored.db.selectFrom('lead').select('email').execute()
  expect(leads).toEqual([{ email: 'bob@example.com' }])
})

test('the write-ahead log can be emptied while it is followed', async () => {
  const { env, engine, shipping } = await shippedInstallation()
  await until('the log is followed', () => shipping.state()?.upTo !== null)
  await engine.db.insertInto('setting').values({ key: 'a', value: '1', updated_at: 1 }).execute()
  expect(statSync(join(env.DATA_DIR, 'foyer.sqlite-wal')).size).toBeGreaterThan(0)
  await shipping.engine.scrub([])
  expect(statSync(join(env.DATA_DIR, 'foyer.sqlite-wal')).size).toBe(0)
  await engine.db.insertInto('setting').values({ key: 'b', value: '1', updated_at: 1 }).execute()
  await shipping.stop()
  await engine.close()
  const target = { ...(await emptyInstallation()), BACKUP_DIR: env.BACKUP_DIR }
  // One lineage throughout means that shipping never started over.
  expect((await runCommand(target, 'restore', ['latest'])).join()).toMatch(/the base of .* and [12] segments/)
  const restored = await openIts(target)
  const settings = await restored.db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', ['a', 'b'])
    .execute()
  expect(settings).toHaveLength(2)
})

test('what makes no sense is refused with a sentence', async () => {
  const target = await emptyInstallation()
  const refused = (...args: string[]) => refusalOf(runCommand(target, 'restore', args))
  expect(await refused()).toContain('Name what to restore')
  expect(await refused('latest', '--when=now')).toContain('Name what to restore')
  expect(await refused('latest', '--at', 'yesterday')).toContain('ISO 8601')
  expect(await refused('latest')).toContain('There is no continuous backup in')
  expect(await refused('foyer-x.backup', '--at=2026-11-21T14:30:00Z')).toContain(
    '--at only works with a continuous backup',
  )
})

import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import {
  removeBackupBucket,
  saveBackupBucket,
} from '#app/features/connections/change-backup-bucket.server.ts'
import { saveBucket } from '#app/features/connections/change-bucket.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'
import { runCommand } from '#app/process/commands.server.ts'
import { emailTemplates } from '#app/process/jobs.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { backupFolder, emptyInstallation, openIts, refusalOf } from '#tests/support/installation.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-tests' }
const passphrase = 'a phrase of the backup'

async function runningInstallation() {
  const server = await startS3Server(key)
  onTestFinished(() => server.close())
  const env = { ...(await emptyInstallation('sqlite')), FETCH_LOOPBACK: 'on', LOG_LEVEL: 'silent' }
  const runtime = await createRuntime(parseEnv(env), { emailTemplates, isServer: true })
  const { owner, password: ownPassword } = await createSignedInOwner(runtime.ctx as TestCtx)
  const proof = { ownPassword, code: '' }
  const typed = { endpoint: server.endpoint, bucket: 'backups', keyId: key.id, secret: key.secret, ...proof }
  return { ...runtime, server, env, owner, proof, typed }
}

type Running = Awaited<ReturnType<typeof runningInstallation>>

async function shipNow({ ctx }: Pick<Running, 'ctx'>): Promise<void> {
  const asked = Date.now()
  await until('everything is shipped', () => (ctx.shipState()?.upTo ?? 0) > asked)
}

const emailsOf = async (env: Running['env']) => {
  const engine = await openIts(env)
  const leads = await engine.db.selectFrom('lead').select('email').orderBy('email').execute()
  await engine.close()
  return leads.map(({ email }) => email)
}

test('a bucket that is connected while the server runs takes the database and files, until it is disconnected', async () => {
  const running = await runningInstallation()
  const { ctx, close, server, env, owner, typed, proof } = running
  for (const n of [1, 2, 3, 4, 5]) await ctx.files.put(`images/${n}/480.webp`, Uint8Array.of(n))
  expect(ctx.shipState()).toBeNull()
  await saveBackupBucket(owner, { ...typed, passphrase })
  await until('it ships', () => ctx.shipState() !== null)
  await ctx.files.put('images/6/480.webp', Uint8Array.of(6))
  await createLead(ctx, { email: 'ann@example.com' })
  await shipNow(running)
  await until(
    'the files are shipped',
    () => [...server.objects.keys()].filter((name) => name.includes('/files/')).length === 6,
  )
  expect([...server.objects.values()].some((bytes) => bytes.includes('ann@example.com'))).toBe(false)

  // The database there knows the bucket.
  const connected = await runCommand(env, 'restore', ['latest', '--check'])
  expect(connected.join('\n')).toContain('The database is intact')

  await removeBackupBucket(owner, proof)
  await until('it is disconnected', () => ctx.shipState() === null)
  const held = server.objects.size
  await createLead(ctx, { email: 'bob@example.com' })
  await ctx.files.put('images/7/480.webp', Uint8Array.of(7))
  await close()
  expect(server.objects.size).toBe(held)

  // A new machine has nothing but what the variables say.
  rmSync(env.DATA_DIR, { recursive: true })
  const s3 = {
    S3_BUCKET: 'backups',
    S3_ENDPOINT: server.endpoint,
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
  }
  const restored = await runCommand({ ...env, ...s3, BACKUP_PASSPHRASE: passphrase }, 'restore', ['latest'])
  expect(restored.join('\n')).toContain('Restored, with 6 uploaded files.')
  expect(await emailsOf(env)).toEqual(['ann@example.com'])
  const folder = createFolderStore(join(env.DATA_DIR, 'uploads'))
  expect([...((await folder.get('images/6/480.webp')) ?? [])]).toEqual([6])
  expect(server.objects.has('/backups/images/6/480.webp')).toBe(true)
})

test('commands know the buckets that were connected on the page', async () => {
  const running = await runningInstallation()
  const { ctx, close, env, owner, typed } = running
  await saveBackupBucket(owner, { ...typed, passphrase })
  await saveBucket(owner, { ...typed, bucket: 'pictures' })
  await createLead(ctx, { email: 'ann@example.com' })
  await until('it ships', () => ctx.shipState() !== null)
  await shipNow(running)
  await close()
  const backup = await runCommand(
    { ...env, BACKUP_DIR: backupFolder(), CONTINUOUS_BACKUP: 'off' },
    'backup',
    [],
  )
  expect(backup.join('\n')).toContain('uploaded files not included (they are in the bucket)')
  const engine = await openIts(env)
  await engine.db.deleteFrom('lead').execute()
  await engine.close()
  expect((await runCommand(env, 'restore', ['latest', '--replace'])).join('\n')).toContain('Restored')
  expect(await emailsOf(env)).toEqual(['ann@example.com'])
})

test('a variable wins over the connected bucket, and another APP_SECRET is named', async () => {
  const { close, env, owner, typed } = await runningInstallation()
  await saveBackupBucket(owner, { ...typed, passphrase })
  await close()
  const stateWith = async (more: Record<string, string>) => {
    const runtime = await createRuntime(parseEnv({ ...env, ...more }), { emailTemplates, isServer: true })
    const state = runtime.ctx.shipState()
    await runtime.close()
    return state
  }
  const folder = backupFolder()
  expect(await stateWith({})).toMatchObject({ target: 'the bucket backups' })
  expect(await stateWith({ BACKUP_DIR: folder })).toMatchObject({ target: folder })
  expect(await stateWith({ CONTINUOUS_BACKUP: 'off' })).toBeNull()
  const other = { APP_SECRET: 'another secret of thirty-two characters' }
  expect((await stateWith(other))?.failure?.reason).toContain('another APP_SECRET')
  const refused = refusalOf(runCommand({ ...env, ...other }, 'restore', ['latest', '--check']))
  expect(await refused).toContain('another APP_SECRET')
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { backUp } from '#app/platform/backup/back-up.job.server.ts'
import { testNewestBackup } from '#app/platform/backup/test-restore.job.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { addOwner } from '#tests/support/installation.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { downloadBackup } from './request-backup.server.ts'
import { readBackups } from './read-backups.server.ts'

// Each test starts a process that fills a database.
vi.setConfig({ testTimeout: 60_000 })

const signal = new AbortController().signal
const run = (ctx: TestCtx) => testNewestBackup.run(ctx, {}, { signal })

async function createCtx(passphrase: string | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
  const scratch = mkdtempSync(join(tmpdir(), 'foyer-scratch-'))
  onTestFinished(() => {
    for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true })
  })
  const ctx = asOwner(await createTestCtx({ backup: { folder, passphrase, dataDir: scratch } }))
  await addOwner(ctx)
  return { ctx, folder, scratch }
}

async function backedUp(passphrase: string | null = null) {
  const made = await createCtx(passphrase)
  await createLead(made.ctx)
  await backUp.run(made.ctx, {}, { signal })
  const [name = ''] = readdirSync(made.folder)
  return { ...made, name, path: join(made.folder, name) }
}

test.each([null, 'a passphrase of the operator'])(
  'the newest backup is restored on trial, and the admin is told of it (passphrase: %j)',
  async (passphrase) => {
    const { ctx, name, scratch } = await backedUp(passphrase)
    const inquiryAt = ctx.clock.now()
    ctx.clock.advance(DAY)
    await run(ctx)
    const { restoreTest, backups } = await readBackups(ctx)
    expect(restoreTest).toMatchObject({
      last: { at: ctx.clock.now(), name, takenAt: inquiryAt, newestInquiryAt: inquiryAt },
      failure: null,
    })
    expect(backups).toMatchObject([{ name, isOwn: true, isReadable: true, passedAt: ctx.clock.now() }])
    expect(readdirSync(scratch)).toEqual([])
  },
)

test('a damaged backup, or one under another secret, fails the test, which is reported until one passes', async () => {
  const { ctx, name, path, scratch } = await backedUp()
  const whole = readFileSync(path)
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(1000) ^ 1, 1000)
  writeFileSync(path, damaged)
  await expect(run(ctx)).rejects.toThrow('is damaged')
  expect((await readBackups(ctx)).restoreTest.failure).toMatchObject({
    name,
    reason: expect.stringContaining('damaged') as string,
  })
  expect(ctx.logged.join('')).toContain('backup.restore_test_failed')
  writeFileSync(path, whole)
  const mark = name.slice(-'12345678.backup'.length, -'.backup'.length)
  const other = createSigner('another secret for tests, of 32 characters')
  const signer = {
    ...other,
    sign: (purpose: string, text: string) => (purpose === 'backup-name' ? mark : other.sign(purpose, text)),
  }
  await expect(run({ ...ctx, signer })).rejects.toThrow('another APP_SECRET')
  await run(ctx)
  expect((await readBackups(ctx)).restoreTest.failure).toBeNull()
  expect(readdirSync(scratch)).toEqual([])
})

test('before the first backup there is nothing to test; a missing one is reported', async () => {
  const { ctx } = await createCtx()
  await run(ctx)
  expect((await readBackups(ctx)).restoreTest).toMatchObject({ last: null, failure: null })
  const { ctx: used, path } = await backedUp()
  rmSync(path)
  await expect(run(used)).rejects.toThrow('No backup is in')
  expect((await readBackups(used)).restoreTest.failure?.reason).toContain('No backup is in')
})

test('a shutdown ends the test without reporting a failure, and leaves no scratch database', async () => {
  const { ctx, scratch } = await backedUp()
  await expect(testNewestBackup.run(ctx, {}, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect((await readBackups(ctx)).restoreTest.failure).toBeNull()
  expect(readdirSync(scratch)).toEqual([])
})

test('the owner downloads a backup byte for byte; no other name leads anywhere', async () => {
  const { ctx, name, path } = await backedUp()
  const { bytes, open } = await downloadBackup(ctx, { name })
  const sent = Buffer.from(await new Response(open()).arrayBuffer())
  expect(sent.equals(readFileSync(path))).toBe(true)
  expect(bytes).toBe(sent.length)
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'subject_title']).execute()
  expect(entries).toContainEqual({ kind: 'backup.downloaded', subject_title: basename(path) })
  for (const other of ['', '../secret', `${name}x`, 'foyer-20261101T120000000Z-another0.backup'])
    await expect(downloadBackup(ctx, { name: other })).rejects.toMatchObject({ code: 'not-found' })
  await expect(downloadBackup({ ...ctx, actor: null }, { name })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

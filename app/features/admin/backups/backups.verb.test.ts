import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readBackups } from '#app/features/admin/backups/read-backups.server.ts'
import { requestBackup } from './request-backup.server.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { NeverFinished } from '#app/platform/jobs/job.server.ts'
import { addOwner } from '#tests/support/installation.ts'
import { asOwner, createTestCtx, type TestCtx, testSecret } from '#tests/support/test-ctx.ts'

import { listBackups } from '#app/platform/backup/list-backups.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { backUp } from '#app/platform/backup/back-up.job.server.ts'
import { backupSettings } from '#app/platform/backup/backup-settings.server.ts'

const mark = createSigner(testSecret).sign('backup-name', '').slice(0, 8)

const run = (ctx: TestCtx, signal = new AbortController().signal) => backUp.run(ctx, {}, { signal })

async function createCtx() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const ctx = asOwner(await createTestCtx({ backup: { folder, passphrase: null, dataDir: folder } }))
  await addOwner(ctx)
  return { ctx, folder }
}

test('a backup is written for its owner alone, and the admin is told of it', async () => {
  const { ctx, folder } = await createCtx()
  const before = await readBackups(ctx)
  expect(before).toMatchObject({ last: null, failure: null, keep: 14, isUnderWay: false })
  expect(before.nextAt).toBe(Math.floor(ctx.clock.now() / DAY) * DAY + DAY + HOUR)
  await run(ctx)
  const [name = ''] = readdirSync(folder)
  expect(name).toBe(`foyer-20261121T120000000Z-${mark}.backup`)
  const { mode, size } = statSync(join(folder, name))
  expect(mode & 0o777).toBe(0o600)
  expect((await readBackups(ctx)).last).toMatchObject({
    at: ctx.clock.now(),
    path: join(folder, name),
    bytes: size,
    encrypted: false,
  })
})

test('as many are kept as the owner says, the newest; other files stay, and those of another installation', async () => {
  const { ctx, folder } = await createCtx()
  await backupSettings.save(ctx, { keep: '2' })
  for (const name of ['foyer-20261101T120000000Z-another0.backup', 'notes.txt'])
    writeFileSync(join(folder, name), '')
  for (let night = 0; night < 4; night += 1) {
    await run(ctx)
    ctx.clock.advance(DAY)
  }
  expect(readdirSync(folder).sort()).toEqual([
    'foyer-20261101T120000000Z-another0.backup',
    `foyer-20261123T120000000Z-${mark}.backup`,
    `foyer-20261124T120000000Z-${mark}.backup`,
    'notes.txt',
  ])
})

test('an unused installation has no failed backup, but one that was emptied has', async () => {
  const { ctx, folder } = await createCtx()
  await ctx.db.deleteFrom('member').execute()
  await run(ctx)
  expect(await readBackups(ctx)).toMatchObject({ last: null, failure: null })
  await addOwner(ctx)
  await run(ctx)
  await ctx.db.deleteFrom('member').execute()
  ctx.clock.advance(DAY)
  await expect(run(ctx)).rejects.toThrow('is empty')
  expect((await readBackups(ctx)).failure?.reason).toContain('is empty')
  expect(readdirSync(folder)).toHaveLength(1)
})

test('good backups stay, however many nights an emptied database is backed up', async () => {
  const { ctx, folder } = await createCtx()
  await backupSettings.save(ctx, { keep: '2' })
  for (let n = 0; n < 5; n += 1) await createLead(ctx)
  for (let night = 0; night < 2; night += 1, ctx.clock.advance(DAY)) await run(ctx)
  const good = readdirSync(folder)
  await ctx.db.deleteFrom('lead').execute()
  await ctx.db.deleteFrom('person_address').execute()
  await ctx.db.deleteFrom('person').execute()
  for (let night = 0; night < 3; night += 1, ctx.clock.advance(DAY)) await run(ctx)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(good))
  expect(readdirSync(folder)).toHaveLength(4)
})

test('backups of the installation that this one replaced are kept, though they have the same secret', async () => {
  const { ctx, folder } = await createCtx()
  await backupSettings.save(ctx, { keep: '1' })
  await storeSetting(ctx, 'installation', 'the former')
  await run(ctx)
  await storeSetting(ctx, 'installation', 'the new')
  for (let night = 0; night < 3; night += 1) {
    ctx.clock.advance(DAY)
    await run(ctx)
  }
  expect((await listBackups(folder)).map(({ installation }) => installation)).toEqual([
    'the new',
    'the former',
  ])
})

test('after a change of the secret, its own earlier backups are not taken for those of another installation', async () => {
  const { ctx } = await createCtx()
  await storeSetting(ctx, 'installation', 'this one')
  await run(ctx)
  const ofBackups = async (reader: TestCtx) =>
    (await readBackups(reader)).backups.map(({ isOwn, isOfFormerSecret }) => ({ isOwn, isOfFormerSecret }))
  expect(await ofBackups(ctx)).toEqual([{ isOwn: true, isOfFormerSecret: false }])
  const rotated = { ...ctx, signer: createSigner('another secret for tests, of 32 characters') }
  expect(await ofBackups(rotated)).toEqual([{ isOwn: false, isOfFormerSecret: true }])
  await storeSetting(ctx, 'installation', 'the new')
  expect(await ofBackups(rotated)).toEqual([{ isOwn: false, isOfFormerSecret: false }])
})

test('a failed backup is logged and reported, deletes no older one, and leaves no partial file', async () => {
  const { ctx, folder } = await createCtx()
  await backupSettings.save(ctx, { keep: '1' })
  await run(ctx)
  ctx.clock.advance(DAY)
  const failing = { ...ctx, files: { ...ctx.files, names: () => failAtOnce() } }
  await expect(run(failing)).rejects.toThrow('the disk is gone')
  expect(readdirSync(folder)).toEqual([`foyer-20261121T120000000Z-${mark}.backup`])
  expect(await readBackups(ctx)).toMatchObject({
    last: { at: ctx.clock.now() - DAY },
    failure: { at: ctx.clock.now(), reason: 'the disk is gone' },
  })
  expect(ctx.logged.join('')).toContain('backup.failed')
  await run(ctx)
  expect((await readBackups(ctx)).failure).toBeNull()
})

function failAtOnce(): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the disk is gone')) }) }
}

test('a backup that ended the process in every attempt is reported too', async () => {
  const { ctx } = await createCtx()
  await backUp.givenUp?.(ctx, {}, new NeverFinished('The process ended during every attempt.'))
  expect((await readBackups(ctx)).failure).toMatchObject({
    reason: 'The process ended during every attempt.',
  })
})

test('a shutdown ends a backup without reporting a failure', async () => {
  const { ctx, folder } = await createCtx()
  await expect(run(ctx, AbortSignal.abort())).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
  expect((await readBackups(ctx)).failure).toBeNull()
})

test('"Back up now" queues one backup, and no second one while it runs', async () => {
  const { ctx } = await createCtx()
  await requestBackup(ctx)
  expect((await readBackups(ctx)).isUnderWay).toBe(true)
  await expect(requestBackup(ctx)).rejects.toMatchObject({ code: 'conflict' })
  const jobs = await ctx.db.selectFrom('job').select('id').where('name', '=', backUp.name).execute()
  expect(jobs).toHaveLength(1)
})

test('without the owner nothing is read, saved or started', async () => {
  const ctx = await createTestCtx()
  for (const refused of [readBackups(ctx), requestBackup(ctx), backupSettings.save(ctx, { keep: '3' })])
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each(['', 'x', '0', '366', '1.5', '-3'])('%j backups to keep are refused', async (keep) => {
  const { ctx } = await createCtx()
  await expect(backupSettings.save(ctx, { keep })).rejects.toBeInstanceOf(FieldErrors)
})

import { expect, onTestFinished, test } from 'vitest'

import { findBackupBucket } from '#app/platform/backup/continuous/ship-place.server.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { testOnFirstEngine } from '#tests/support/test-engine.ts'

import {
  readBackupBucket,
  removeBackupBucket,
  saveBackupBucket,
  tryBackupBucket,
} from './change-backup-bucket.server.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-tests' }
const passphrase = 'a phrase of the backup'

async function createOffice() {
  const server = await startS3Server(key)
  onTestFinished(() => server.close())
  const ctx = await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } })
  const { owner, password: ownPassword } = await createSignedInOwner(ctx)
  const typed = {
    endpoint: server.endpoint,
    bucket: 'backups',
    keyId: key.id,
    secret: key.secret,
    passphrase,
  }
  return { ctx, owner, server, typed, proof: { ownPassword, code: '' } }
}

testOnFirstEngine('a bucket that works is stored sealed, and disconnected again', async () => {
  const { ctx, owner, server, typed, proof } = await createOffice()
  expect(await tryBackupBucket(owner, typed)).toMatchObject({ works: true })
  expect(server.objects.size).toBe(0)
  await saveBackupBucket(owner, { ...typed, ...proof })
  // Empty secrets keep the stored ones.
  await saveBackupBucket(owner, { ...typed, secret: '', passphrase: '', region: 'eu', ...proof })
  expect(await findBackupBucket(ctx)).toMatchObject({
    region: 'eu',
    secrets: { secretAccessKey: key.secret, passphrase },
  })
  const shown = await readBackupBucket(owner)
  expect(shown).toMatchObject({ continuous: null, stored: { bucket: 'backups', isUnreadable: false } })
  const recorded = await ctx.db.selectFrom('audit_entry').select(['kind', 'changes']).execute()
  const rows = await ctx.db.selectFrom('connection').selectAll().execute()
  for (const text of [shown, recorded, rows])
    for (const secret of [key.secret, passphrase]) expect(JSON.stringify(text)).not.toContain(secret)
  expect(recorded.filter(({ kind }) => kind === 'settings.backup_bucket')).toHaveLength(2)
  await removeBackupBucket(owner, proof)
  expect(await readBackupBucket(owner)).toMatchObject({ stored: null })
  await expect(removeBackupBucket(owner, proof)).rejects.toMatchObject({ code: 'not-found' })
})

testOnFirstEngine('what does not work is named and not saved', async () => {
  const { ctx, owner, typed, server, proof } = await createOffice()
  const faultsOf = (doing: Promise<unknown>) => expect(doing).rejects
  await faultsOf(tryBackupBucket(owner, { ...typed, passphrase: 'short' })).toMatchObject({
    fields: { passphrase: expect.stringContaining('12 to 500') },
  })
  await faultsOf(saveBackupBucket(owner, { ...typed, secret: 'wrong', ...proof })).toThrow('refused')
  await faultsOf(saveBackupBucket(owner, typed)).toMatchObject({
    fields: { ownPassword: expect.any(String) },
  })
  server.failNext(404)
  expect((await tryBackupBucket(owner, typed)).said).toContain('There is no bucket named backups')
  expect(await ctx.db.selectFrom('connection').selectAll().execute()).toEqual([])
})

test('only an owner in a session of their own changes it', async () => {
  const ctx = await createTestCtx()
  for (const actor of [
    { ...testActor, role: 'editor' as const },
    { ...testActor, sessionId: 'token:1' },
  ])
    for (const doing of [saveBackupBucket, removeBackupBucket, tryBackupBucket])
      await expect(doing(asOwner(ctx, actor), {})).rejects.toMatchObject({ code: 'forbidden' })
})

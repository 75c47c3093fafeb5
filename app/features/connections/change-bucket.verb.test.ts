import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'
import { openConnectedStore } from '#app/platform/files/connected-store.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'
import { moveFiles } from '#app/platform/files/move-files.job.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { readBucket, removeBucket, saveBucket, tryBucket } from './change-bucket.server.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-tests' }
const picture = 'images/one/480.webp'

async function createOffice() {
  const server = await startS3Server(key)
  const dataDir = join(tmpdir(), `foyer-bucket-${newId()}`)
  onTestFinished(async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ctx = await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } })
  const files = await openConnectedStore({ s3: null, dataDir, outbound: ctx.outbound }, ctx)
  const { owner: signedIn, password: ownPassword } = await createSignedInOwner(ctx)
  const owner = { ...signedIn, files }
  const typed = { endpoint: server.endpoint, bucket: 'pictures', keyId: key.id, secret: key.secret }
  const folder = createFolderStore(join(dataDir, 'uploads'))
  return { ctx, owner, server, typed, files, folder, proof: { ownPassword, code: '' } }
}

async function faultsOf(doing: Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const error = await doing.catch((thrown: unknown) => thrown)
  return error instanceof FieldErrors ? error.fields : { refused: String(error) }
}

test('a saved bucket takes new files and those of the server, and nothing is lost on the way', async () => {
  const { ctx, owner, server, typed, files, folder, proof } = await createOffice()
  await files.put(picture, Uint8Array.of(1))
  await saveBucket(owner, { ...typed, path: 'site/a', ...proof })
  await eventually(() => expect(files.names).toBeNull())
  expect([...((await files.get(picture)) ?? [])]).toEqual([1])
  await files.put('images/two/480.webp', Uint8Array.of(2))
  await startTestWorker({ ...ctx, files }, jobMap(moveFiles)).whenIdle()
  expect([...server.objects.keys()].sort()).toEqual([
    '/pictures/site/a/images/one/480.webp',
    '/pictures/site/a/images/two/480.webp',
  ])
  expect(await folder.get(picture)).toBeNull()
  expect([...((await files.get(picture)) ?? [])]).toEqual([1])
  const shown = await readBucket(owner)
  expect(shown).toMatchObject({ isInBucket: true, wins: false, stored: { bucket: 'pictures' } })
  const recorded = await ctx.db
    .selectFrom('audit_entry')
    .select('changes')
    .where('kind', '=', 'settings.bucket')
    .execute()
  expect(recorded).toHaveLength(1)
  const rows = await ctx.db.selectFrom('connection').selectAll().execute()
  for (const text of [shown, recorded, rows]) expect(JSON.stringify(text)).not.toContain(key.secret)
})

test('a bucket that holds files is not left without a confirmation that names their number', async () => {
  const { owner, server, typed, files, proof } = await createOffice()
  await saveBucket(owner, { ...typed, ...proof })
  await eventually(() => expect(files.names).toBeNull())
  await files.put(picture, Uint8Array.of(1))
  for (const doing of [
    removeBucket(owner, proof),
    saveBucket(owner, { ...typed, path: 'elsewhere', secret: '', ...proof }),
  ])
    expect(await faultsOf(doing)).toEqual({ copied: expect.stringContaining('pictures holds 1 file,') })
  // The same place with other credentials leaves nothing behind.
  await saveBucket(owner, { ...typed, region: 'eu-central-1', ...proof })
  server.failNext(403)
  expect(await faultsOf(removeBucket(owner, proof))).toEqual({
    copied: expect.stringContaining('cannot be counted'),
  })
  await removeBucket(owner, { ...proof, copied: 'on' })
  await eventually(() => expect(files.names).not.toBeNull())
  await expect(removeBucket(owner, proof)).rejects.toMatchObject({ code: 'not-found' })
})

test('what does not work is named and not saved', async () => {
  const { ctx, owner, typed, server, proof } = await createOffice()
  expect(await tryBucket(owner, typed)).toMatchObject({ works: true })
  expect(server.objects.size).toBe(0)
  expect(await tryBucket(owner, { ...typed, secret: 'wrong' })).toMatchObject({
    works: false,
    said: expect.stringContaining('refused'),
  })
  server.failNext(404)
  expect((await tryBucket(owner, typed)).said).toContain('There is no bucket named pictures')
  await expect(saveBucket(owner, { ...typed, secret: 'wrong', ...proof })).rejects.toThrow('refused')
  expect(await faultsOf(saveBucket(owner, typed))).toHaveProperty('ownPassword')
  expect(await ctx.db.selectFrom('connection').selectAll().execute()).toEqual([])
})

test.each([
  [{ endpoint: 'http://s3.example.com' }, 'endpoint'],
  [{ endpoint: 'https://10.0.0.1' }, 'endpoint'],
  [{ endpoint: 'https://s3.example.com/path' }, 'endpoint'],
  [{ bucket: 'A b' }, 'bucket'],
  [{ path: '../x' }, 'path'],
  [{ keyId: '' }, 'keyId'],
  [{ secret: '' }, 'secret'],
])('%j is refused at its field', async (change, field) => {
  const { owner } = await createSignedInOwner(await createTestCtx())
  const typed = { endpoint: 'https://s3.example.com', bucket: 'pictures', keyId: 'k', secret: 's' }
  expect(await faultsOf(tryBucket(owner, { ...typed, ...change }))).toEqual({
    [field]: expect.any(String),
  })
})

test('only an owner in a session of their own changes it, and the variables win', async () => {
  const ctx = await createTestCtx()
  for (const actor of [
    { ...testActor, role: 'editor' as const },
    { ...testActor, sessionId: 'token:1' },
  ])
    for (const doing of [saveBucket, removeBucket, tryBucket])
      await expect(doing(asOwner(ctx, actor), {})).rejects.toMatchObject({ code: 'forbidden' })
  const s3 = { endpoint: 'https://s3.example.com', bucket: 'b', region: 'r', accessKeyId: 'k' }
  const files = await openConnectedStore(
    { s3: { ...s3, secretAccessKey: 's' }, dataDir: '', outbound: ctx.outbound },
    ctx,
  )
  expect(await readBucket({ ...asOwner(ctx), files })).toMatchObject({ wins: true, isInBucket: true })
})

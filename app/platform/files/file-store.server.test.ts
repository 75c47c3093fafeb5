import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { type FakeS3, startS3Server } from '#tests/fakes/s3-server.ts'

import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store } from './s3-store.server.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'a secret of the tests' }

async function folderStore(): Promise<{ store: FileStore; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { store: createFolderStore(join(folder, 'uploads')), folder }
}

async function s3Store(secret = key.secret): Promise<{ store: FileStore; server: FakeS3 }> {
  const server = await startS3Server(key)
  onTestFinished(() => server.close())
  const { endpoint } = server
  const options = { endpoint, bucket: 'pictures', region: 'eu-central-1', accessKeyId: key.id }
  return { store: createS3Store({ ...options, secretAccessKey: secret }), server }
}

const stores = { folder: folderStore, S3: s3Store }

for (const [name, open] of Object.entries(stores)) {
  test(`${name}: what is put is got, byte for byte, and replaced by the next`, async () => {
    const { store } = await open()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 251)
    expect(await store.get('images/one/480.webp')).toBeNull()
    await store.put('images/one/480.webp', bytes)
    expect(Buffer.compare((await store.get('images/one/480.webp')) ?? new Uint8Array(), bytes)).toBe(0)
    await store.put('images/one/480.webp', Uint8Array.of(1, 2))
    expect([...((await store.get('images/one/480.webp')) ?? [])]).toEqual([1, 2])
    expect(await store.get('images/one/960.webp')).toBeNull()
    await store.delete('images/one/480.webp')
    await store.delete('images/one/960.webp')
    expect(await store.get('images/one/480.webp')).toBeNull()
  })

  test.each(['../secret', '/etc/passwd', 'images/../../secret', 'images//a', 'a\\b', '', 'images/.env'])(
    `${name}: no name leads elsewhere: %j`,
    async (bad) => {
      const { store } = await open()
      await expect(store.get(bad)).rejects.toThrow('is not the name of a stored file')
      await expect(store.put(bad, Uint8Array.of(1))).rejects.toThrow('is not the name of a stored file')
    },
  )
}

test('folder: nothing unfinished is left beside a file', async () => {
  const { store, folder } = await folderStore()
  await store.put('images/one/480.webp', Uint8Array.of(1))
  expect(await readdir(join(folder, 'uploads', 'images', 'one'))).toEqual(['480.webp'])
})

test('S3: the bucket stands in the path; a passing fault is tried again, a wrong secret is told', async () => {
  const { store, server } = await s3Store()
  server.failNext(503)
  await store.put('images/one/480.webp', Uint8Array.of(1))
  expect([...server.objects.keys()]).toEqual(['/pictures/images/one/480.webp'])
  const { store: stranger } = await s3Store('another secret')
  await expect(stranger.put('images/two', Uint8Array.of(1))).rejects.toThrow('the bucket answered 403')
  await expect(stranger.get('images/two')).rejects.toThrow('the bucket answered 403')
})

/** Serves every list with the same text. */
async function listing(text: string) {
  const asked: string[] = []
  const send = async (request: Request | string | URL) => {
    asked.push(request instanceof Request ? request.url : String(request))
    return new Response(text)
  }
  const options = { endpoint: 'https://bucket.example', bucket: 'pictures', region: 'us-east-1' }
  const names = { accessKeyId: 'k', secretAccessKey: 's' }
  return { store: createS3Store({ ...options, ...names, send }), asked }
}

test('S3: a bucket that repeats a list is asked once more, and an endless list is not read to its end', async () => {
  const { store, asked } = await listing('<IsTruncated>true</IsTruncated><Key>a/1</Key><Key>a/2</Key>')
  const listed: string[] = []
  for await (const name of store.list('a/')) listed.push(name)
  expect(listed).toEqual(['1', '2', '1', '2'])
  expect(asked).toHaveLength(2)
  const { store: endless } = await listing('<Key>a</Key>'.repeat(500_000))
  await expect(endless.count(1)).rejects.toThrow('more than 4194304 bytes')
})

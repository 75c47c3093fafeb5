import { zipSync, strToU8 } from 'fflate'
import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { changeContent } from '#tests/support/changed-content.ts'
import { jobMap } from '#tests/factories/job.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { eventually } from '#tests/support/eventually.ts'

import { readContent } from '../site-content.server.ts'

import { packContent } from './export-content.server.ts'
import { importArchive } from './import-archive.job.server.ts'
import { startContentImport } from './start-transfer.server.ts'
import { listTransfers } from './transfer-progress.server.ts'

async function ended(ctx: TestCtx) {
  startTestWorker(ctx, jobMap(importArchive))
  return eventually(async () => {
    const [transfer] = await listTransfers(ctx)
    expect(transfer?.state).not.toBe('waiting')
    return transfer
    // Its program starts within the same time as those of other tests.
  }, 40_000)
}

test('an uploaded export is imported in the background, as the owner who uploaded it', async () => {
  const from = asOwner(await createTestCtx())
  await changeContent(from)
  const bytes = await new Response((await packContent(from)).zip).bytes()
  const ctx = asOwner(await createTestCtx())
  await startContentImport(ctx, { name: 'kiln.zip', content: new Blob([bytes]), kind: 'import' })
  expect(await ended(ctx)).toMatchObject({
    name: 'kiln.zip',
    state: 'done',
    summary: expect.stringMatching(
      /^\d+ pages were imported, \d+ of them changed; 1 others were deleted\.$/,
    ) as string,
  })
  expect((await readContent(ctx)).pages.get('/our-kiln')?.title).toBe('Our kiln')
  const entry = await ctx.db.selectFrom('audit_entry').select(['kind', 'actor_email']).executeTakeFirst()
  expect(entry).toEqual({ kind: 'content.imported', actor_email: 'owner@agency.test' })
  expect(await ctx.db.selectFrom('content_transfer_file').select('part').execute()).toEqual([])
}, 60_000)

test('what is wrong with an export is listed, and nothing is changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const bytes = zipSync({ 'content.json': strToU8('{"format":"foyer-content","version":1}') })
  await startContentImport(ctx, { name: 'x.zip', content: new Blob([bytes]), kind: 'import' })
  expect(await ended(ctx)).toMatchObject({
    state: 'failed',
    summary: 'This export cannot be imported. Nothing was changed.',
    faults: [
      'pages/home.json: This page is required, but it is missing.',
      'pages/contact.json: This page is required, but it is missing.',
    ],
  })
  expect(await ctx.db.selectFrom('page').select('id').execute()).toEqual([])
})

test('without the owner nothing is begun or listed, and what is no zip is refused', async () => {
  const ctx = await createTestCtx()
  const zip = { name: 'x.zip', content: new Blob(['PK']), kind: 'import' } as const
  await expect(startContentImport(ctx, zip)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(listTransfers(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(
    startContentImport(asOwner(ctx), { ...zip, content: new Blob(['text']) }),
  ).rejects.toMatchObject({ fields: { file: 'This is not a zip file.' } })
})

test('an upload that is cut off between its parts is told, imports nothing, and goes with the next one', async () => {
  const ctx = asOwner(await createTestCtx())
  const whole = new Blob([strToU8('PK'), new Uint8Array(3 * 1024 * 1024)])
  let slices = 0
  const content = Object.assign(new Blob([]), {
    slice(from: number, to: number) {
      slices += 1
      if (slices > 3) throw new Error('The connection was lost.')
      return whole.slice(from, to)
    },
  })
  Object.defineProperty(content, 'size', { value: whole.size })
  await expect(startContentImport(ctx, { name: 'half.zip', content, kind: 'import' })).rejects.toThrow('lost')
  expect(await listTransfers(ctx)).toMatchObject([
    { name: 'half.zip', state: 'failed', summary: expect.stringContaining('cut off') },
  ])
  expect(await ctx.db.selectFrom('job').select('id').execute()).toEqual([])
  await startContentImport(ctx, { name: 'next.zip', content: whole, kind: 'check' })
  expect(await listTransfers(ctx)).toMatchObject([{ name: 'next.zip', state: 'waiting', summary: null }])
})

test('two exports that are uploaded at the same moment are both imported', async () => {
  const ctx = asOwner(await createTestCtx())
  const content = new Blob([strToU8('PK'), new Uint8Array(3 * 1024 * 1024)])
  const names = ['one.zip', 'other.zip']
  await Promise.all(names.map((name) => startContentImport(ctx, { name, content, kind: 'import' })))
  const waiting = await listTransfers(ctx)
  expect(waiting.map(({ name }) => name).toSorted()).toEqual(names)
  expect(waiting).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  expect(await ctx.db.selectFrom('content_transfer_file').select('part').execute()).toHaveLength(8)
  expect(await ctx.db.selectFrom('job').select('id').execute()).toHaveLength(2)
})

test('an upload that has stopped without a word is told as cut off, and goes with the next one', async () => {
  const ctx = asOwner(await createTestCtx())
  const whole = new Blob([strToU8('PK'), new Uint8Array(2 * 1024 * 1024)])
  const content = Object.assign(new Blob([]), {
    slice: (from: number, to: number) =>
      from === 0 ? whole.slice(from, to) : { bytes: () => new Promise<never>(() => {}) },
  })
  Object.defineProperty(content, 'size', { value: whole.size })
  void startContentImport(ctx, { name: 'half.zip', content, kind: 'import' })
  await eventually(async () =>
    expect(await ctx.db.selectFrom('content_transfer_file').select('part').execute()).toHaveLength(1),
  )
  expect(await listTransfers(ctx)).toMatchObject([{ name: 'half.zip', state: 'uploading', summary: null }])
  ctx.clock.advance(10 * MINUTE)
  expect(await listTransfers(ctx)).toMatchObject([
    { name: 'half.zip', state: 'failed', summary: expect.stringContaining('cut off') as string },
  ])
  await startContentImport(ctx, { name: 'next.zip', content: whole, kind: 'check' })
  expect(await listTransfers(ctx)).toMatchObject([{ name: 'next.zip', state: 'waiting' }])
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { DAY, MINUTE } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { erasePersonalData } from './erase-personal-data.server.ts'
import { copyErasuresToFile, readErasureFile } from './erasure-list.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'
import { exportErasures } from './list-past-erasures.server.ts'
import { reconcileErasures, replayErasures, replayFromFile } from './replay-erasures.server.ts'

const ann = 'ann.lee@example.com'

/** Returns a context with the records of another one, but in a state before the erasure that they list. */
async function restoredCtx(): Promise<{ ctx: TestCtx; erasedAt: number; list: string }> {
  const before = asOwner(await createTestCtx())
  await createLead(before, { email: ann })
  before.clock.advance(DAY)
  await erasePersonalData(before, { address: ann })
  await copyErasuresToFile(before)
  const ctx = asOwner(await createTestCtx({ records: before.records }))
  return { ctx, erasedAt: before.clock.now(), list: await exportErasures(before) }
}

async function addressesOf(ctx: TestCtx): Promise<string[]> {
  const leads = await ctx.db.selectFrom('lead').select('email').orderBy('id').execute()
  return leads.map(({ email }) => email)
}

test('in a restored database the erasure is carried out again, once', async () => {
  const { ctx, erasedAt } = await restoredCtx()
  await createLead(ctx, { email: ann })
  await createLead(ctx, { email: 'bob@example.com' })
  await createConversation(ctx, [{ text: `I am ${ann}` }])
  expect(await replayErasures(ctx)).toEqual({ replayed: 1, unreadable: 0 })
  expect(await addressesOf(ctx)).toEqual(['bob@example.com'])
  expect(await ctx.db.selectFrom('conversation').select('id').execute()).toEqual([])
  const rows = await ctx.db.selectFrom('erasure').select('erased_at').execute()
  expect(rows).toEqual([{ erased_at: erasedAt }])
  expect(await replayErasures(ctx)).toEqual({ replayed: 0, unreadable: 0 })
})

test('who wrote again after the erasure stays', async () => {
  const { ctx } = await restoredCtx()
  await createLead(ctx, { email: ann })
  ctx.clock.advance(2 * DAY)
  const anew = await createLead(ctx, { email: ann, message: `Again, ${ann}` })
  await replayErasures(ctx)
  const leads = await ctx.db.selectFrom('lead').select(['id', 'message']).execute()
  expect(leads).toEqual([{ id: anew, message: `Again, ${ann}` }])
})

test('erasures of two addresses are carried out each up to its own time', async () => {
  const { ctx, list } = await restoredCtx()
  const elsewhere = asOwner(await createTestCtx())
  elsewhere.clock.advance(-DAY)
  await erasePersonalData(elsewhere, { address: 'bob@example.com' })
  await createLead(ctx, { email: ann })
  await createLead(ctx, { email: 'bob@example.com' })
  const folder = await mkdtemp(join(tmpdir(), 'foyer-list-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'list'), `${list}${await exportErasures(elsewhere)}\n`)
  expect(await replayFromFile(ctx, [join(folder, 'list')])).toEqual(['2 erasures were carried out again.'])
  // Bob wrote again a day after he was erased.
  expect(await addressesOf(ctx)).toEqual(['bob@example.com'])
  expect(await replayFromFile(ctx, [])).toEqual(['Nothing had to be erased again.'])
})

test('under another secret nothing is done, and the log says so', async () => {
  const { ctx } = await restoredCtx()
  await createLead(ctx, { email: ann })
  const changed = { ...ctx, signer: createSigner('another secret, of 32 characters or more') }
  expect(await replayErasures(changed)).toEqual({ replayed: 0, unreadable: 1 })
  expect(ctx.logged.join('')).toContain('privacy.erasures_of_another_secret')
  expect(await addressesOf(ctx)).toEqual([ann])
})

test('a damaged list stops the replay; nothing is skipped silently', async () => {
  const { ctx } = await restoredCtx()
  await ctx.records.put('erasures.jsonl', new TextEncoder().encode('{"erasedAt":"2026'))
  await expect(replayErasures(ctx)).rejects.toThrow('damaged in line 1')
})

test('an erasure that the list has lost is listed again, and held against a still older state', async () => {
  const ctx = asOwner(await createTestCtx())
  await erasePersonalData(ctx, { address: ann })
  // The machine was lost with its list; this database is from a backup made after the erasure.
  await reconcileErasures(ctx)
  expect(await readErasureFile(ctx)).toHaveLength(1)
  const older = asOwner(await createTestCtx({ records: ctx.records }))
  await createLead(older, { email: ann })
  await reconcileErasures(older)
  expect(await addressesOf(older)).toEqual([])
})

test('two instances that erase at once both stand in the list', async () => {
  const first = asOwner(await createTestCtx())
  const addresses = Array.from({ length: 6 }, (_, n) => `person${n}@example.com`)
  await Promise.all(addresses.map((address) => erasePersonalData(first, { address })))
  await Promise.all(addresses.map(() => copyErasuresToFile(first)))
  expect(await readErasureFile(first)).toHaveLength(6)
})

test.runIf(testEngine === 'sqlite')('the bytes are gone from the database’s files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bytes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ctx = asOwner(await createTestCtx({ env: { DATA_DIR: folder } }))
  const holds = async (text: string) => {
    const files = (await readdir(folder)).filter((name) => name.startsWith('foyer.sqlite'))
    const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))
    return contents.some((content) => content.toLowerCase().includes(text))
  }
  // Long texts are on overflow pages, which are freed as a whole.
  await createLead(ctx, { email: ann, message: 'A secret plan. '.repeat(300) })
  await createConversation(ctx, [{ text: `${'Another secret. '.repeat(800)} ${ann}` }])
  await createLead(ctx, { email: 'bob@example.com', message: `Ask ${ann}` })
  expect(await holds(ann)).toBe(true)
  await erasePersonalData(ctx, { address: ann })
  ctx.clock.advance(MINUTE)
  await startTestWorker(ctx, jobMap(finishErasure)).whenIdle()
  for (const text of [ann, 'a secret plan', 'another secret']) expect(await holds(text), text).toBe(false)
})

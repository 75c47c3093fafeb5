import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { deleteItem } from '#app/features/knowledge/items/change-item.server.ts'
import { createProcessState } from '#app/platform/context.server.ts'
import { createTexts } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

import { skipRevisions } from './current-index.server.ts'
import { keepIndex } from './keep-index.server.ts'
import { searchPassages } from './search-passages.server.ts'

const texts = {
  Warranty: 'The warranty on garden sheds is 42 months, from the day of delivery.',
  Opening: 'The office is open from Monday to Friday.',
  Parking: 'Cars are parked behind the windmill.',
}
const settings = { least: 1, wait: 0 }

async function createCtx() {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-index-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const made = await createTestCtx()
  const ctx = { ...made, backup: { ...made.backup, dataDir } }
  const file = join(dataDir, 'knowledge.index')
  const holds = (word: string) => existsSync(file) && readFileSync(file).includes(word)
  return { ctx, file, holds }
}

/** Starts another process over the same database and folder. */
async function start(ctx: TestCtx): Promise<TestCtx> {
  const started = { ...ctx, state: createProcessState(ctx.signals) }
  const index = await keepIndex(started, settings)
  onTestFinished(() => index.stop())
  return started
}

async function titlesFor(ctx: TestCtx, query: string): Promise<string[]> {
  return (await searchPassages(ctx, { query })).map(({ title }) => title)
}

/** Only a process that has the index from its file finds anything then. */
async function emptyTerms(ctx: TestCtx): Promise<void> {
  await ctx.db.updateTable('knowledge_passage').set({ terms: '' }).execute()
  await ctx.db.updateTable('knowledge_item').set({ title_terms: '' }).execute()
}

test('a process answers from the index that an earlier one has stored, with later changes', async () => {
  const { ctx, holds } = await createCtx()
  await createTexts(ctx, texts)
  const first = await start(ctx)
  await until('it is stored', () => holds('windmil'))
  expect(await titlesFor(first, 'Where are cars parked?')).toEqual(['Parking'])
  await emptyTerms(ctx)
  await createTexts(ctx, { Refunds: 'A deposit is refunded within two weeks.' })
  await until('the change is stored', () => holds('deposit'))

  await emptyTerms(ctx)
  const second = await start(ctx)
  expect(await titlesFor(second, 'How long is the warranty on garden sheds?')).toEqual(['Warranty'])
  expect(await titlesFor(second, 'When is a deposit refunded?')).toEqual(['Refunds'])
  await createTexts(ctx, { Shipping: 'Parcels are shipped by bicycle.' })
  expect(await titlesFor(second, 'How are parcels shipped?')).toEqual(['Shipping'])
})

test('what is deleted leaves the file, and with the last item the file goes', async () => {
  const { ctx, file, holds } = await createCtx()
  await createTexts(ctx, texts)
  await start(ctx)
  await until('it is stored', () => holds('windmil'))
  const items = await ctx.db.selectFrom('knowledge_item').select(['id', 'title']).execute()
  const drop = async (title: string) =>
    deleteItem(asOwner(ctx), items.find((item) => item.title === title)?.id ?? '')
  await drop('Parking')
  await until('it has left', () => existsSync(file) && !holds('windmil'))
  expect(holds('warranti')).toBe(true)
  await drop('Opening')
  await drop('Warranty')
  await until('the file is deleted', () => !existsSync(file))
})

test('a damaged file is replaced', async () => {
  const { ctx, file, holds } = await createCtx()
  await createTexts(ctx, texts)
  await start(ctx)
  await until('it is stored', () => holds('windmil'))
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = 255
  writeFileSync(file, bytes)
  const second = await start(ctx)
  expect(await titlesFor(second, 'Where are cars parked?')).toEqual(['Parking'])
  await until('another is stored', () => holds('windmil') && !readFileSync(file).equals(bytes))
})

test('a file that knows later changes than the database is replaced', async () => {
  const { ctx, holds } = await createCtx()
  await createTexts(ctx, texts)
  await start(ctx)
  await until('it is stored', () => holds('windmil'))
  await ctx.db
    .updateTable('knowledge_passage')
    .set({ terms: 'tram' })
    .where('terms', 'like', '%windmil%')
    .execute()
  await ctx.db.updateTable('knowledge_index').set({ revision: 1 }).execute()
  const second = await start(ctx)
  expect(await titlesFor(second, 'tram')).toEqual(['Parking'])
  await until('another is stored', () => holds('tram') && !holds('windmil'))
})

test('after a restore no revision comes again', async () => {
  const ctx = await createTestCtx()
  const read = () => ctx.db.selectFrom('knowledge_index').select('revision').executeTakeFirstOrThrow()
  const { revision } = await read()
  await skipRevisions(ctx)
  expect((await read()).revision).toBeGreaterThan(revision + 100_000)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { titleColumns } from '../reading/title-columns.server.ts'
import { nextRevision } from '../search/current-index.server.ts'
import { searchPassages } from '../search/search-passages.server.ts'

import { addPdf, addText, addUrl } from './add-item.server.ts'
import { deleteItem, renameItem, switchItem } from './change-item.server.ts'
import { countCitations } from './citations.server.ts'
import { getItem } from './get-item.server.ts'
import { listItems, listReadings } from './list-items.server.ts'
import { rereadItem } from './reread-item.server.ts'
import { syncSiteItems } from './sync-site-items.server.ts'

test('without the owner nothing is added, shown or changed', async () => {
  const ctx = await createTestCtx()
  const calls = [
    addText(ctx, { title: 'Title', text: 'Text' }),
    addUrl(ctx, { url: 'https://example.com' }),
    listItems(ctx),
    getItem(ctx, 'id'),
    renameItem(ctx, { id: 'id', title: 'Title' }),
    rereadItem(ctx, 'id'),
    switchItem(ctx, { id: 'id', isEnabled: false }),
    deleteItem(ctx, 'id'),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a text is queued, read, and shown as it was read', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await addText(ctx, {
    title: ' Price  list ',
    text: '# Voice\n\nAgents cost\u200B one hundred dollars for each month.\n',
  })
  expect((await listItems(ctx)).items[0]).toMatchObject({ status: 'queued', passages: 0, sizeKb: 1 })
  await readQueued(ctx)
  const { items, total } = await listItems(ctx)
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    id,
    kind: 'text',
    title: 'Price list',
    status: 'ready',
    progress: 100,
    failure: null,
    language: 'en',
    passages: 1,
    cited: 0,
    isEnabled: true,
    createdAt: ctx.clock.now(),
    readAt: ctx.clock.now(),
  })
  const { sections, coverage } = await getItem(ctx, id)
  expect(sections).toEqual([
    { headings: ['Voice'], page: null, text: 'Agents cost one hundred dollars for each month.' },
  ])
  expect(coverage).toEqual({ words: 9, indexed: 9, leftOut: [], unlisted: 0 })
})

test('the same text again is the same item', async () => {
  const ctx = asOwner(await createTestCtx())
  const first = await addText(ctx, { title: 'Title', text: 'Some text.' })
  expect(await addText(ctx, { title: 'Title', text: 'Some text.' })).toEqual({ id: first.id, isNew: false })
  await readQueued(ctx)
  expect((await listItems(ctx)).total).toBe(1)
  expect(await searchPassages(ctx, { query: 'some text' })).toHaveLength(1)
})

test('what cannot be an item is refused by its field', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(addText(ctx, { title: ' ', text: 'Text' })).rejects.toMatchObject({
    fields: { title: 'Please enter a title.' },
  })
  await expect(addText(ctx, { title: 'Title', text: '\n' })).rejects.toMatchObject({
    fields: { text: 'Please enter a text.' },
  })
  await expect(addText(ctx, { title: 'Title', text: '\uD800' })).rejects.toMatchObject({ fields: {} })
  for (const url of ['nowhere', 'ftp://example.com/', 'javascript:alert(1)', 'https://me:pw@example.com/'])
    await expect(addUrl(ctx, { url }), url).rejects.toMatchObject({ code: 'invalid' })
  expect(await addUrl(ctx, { url: ' ' })).toBeNull()
  expect((await listItems(ctx)).total).toBe(0)
})

test('the list is searched by title, and counts citations', async () => {
  const ctx = asOwner(await createTestCtx())
  const [first = '', second = ''] = await createTexts(ctx, { 'Müller & Sons': 'One.', Terms: 'Two.' })
  await countCitations(ctx, [first, second])
  await countCitations(ctx, [first])
  await countCitations(ctx, [])
  const { items } = await listItems(ctx, { q: 'muller' })
  expect(items.map(({ id, cited }) => [id, cited])).toEqual([[first, 2]])
  expect((await listItems(ctx, { kind: 'pdf', page: 9 })).page).toBe(1)
})

test('a deleted item leaves nothing behind', async () => {
  const ctx = asOwner(await createTestCtx())
  const [id = ''] = await createTexts(ctx, { Title: 'Text.' })
  await deleteItem(ctx, id)
  for (const table of ['knowledge_item', 'knowledge_file', 'knowledge_text', 'knowledge_passage'] as const)
    expect(await ctx.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  await expect(deleteItem(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('what is deleted before it is read is not read', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await addText(ctx, { title: 'Title', text: 'Text.' })
  await deleteItem(ctx, id)
  await readQueued(ctx)
  expect(await ctx.db.selectFrom('knowledge_passage').selectAll().execute()).toEqual([])
})

test('a second reading replaces the first whole', async () => {
  const ctx = asOwner(await createTestCtx())
  const [id = ''] = await createTexts(ctx, { Title: 'A text about gardens.' })
  await rereadItem(ctx, id)
  expect(await searchPassages(ctx, { query: 'gardens' })).toHaveLength(1)
  await readQueued(ctx)
  expect(await searchPassages(ctx, { query: 'gardens' })).toHaveLength(1)
  expect((await listItems(ctx)).items[0]).toMatchObject({ status: 'ready', passages: 1 })
})

test("the site's own pages follow the site and cannot be deleted", async () => {
  const ctx = asOwner(await createTestCtx())
  const navigation = { reason: 'navigation' as const, text: 'Home', words: 1, page: null, times: 1 }
  const coverage = { words: 7, indexed: 6, leftOut: [navigation], unlisted: 0 }
  const version = { language: null, of: null }
  const terms = {
    title: 'Terms',
    path: '/terms',
    text: 'Payment is due within thirty days.',
    coverage,
    version,
  }
  const about = { title: 'About', path: '/about', text: 'We build assistants.', coverage, version }
  await syncSiteItems(ctx, { paths: ['/terms', '/about'], changed: [terms, about] })
  await readQueued(ctx)
  expect((await searchPassages(ctx, { query: 'When is payment due?' }))[0]).toMatchObject({
    kind: 'site',
    address: '/terms',
  })
  const { id } = assertDefined(
    (await listItems(ctx, { q: 'terms', kind: 'site' })).items[0],
    'the page is listed',
  )
  await expect(deleteItem(ctx, id)).rejects.toMatchObject({ code: 'conflict' })
  expect((await getItem(ctx, id)).coverage).toEqual(coverage)
  await switchItem(ctx, { id, isEnabled: false })
  const changed = [{ ...terms, text: 'Payment is due within ten days.' }]
  await syncSiteItems(ctx, { paths: ['/terms'], changed })
  await readQueued(ctx)
  const { items } = await listItems(ctx, { kind: 'site' })
  expect((await listItems(ctx)).total).toBe(0)
  expect(items).toMatchObject([{ title: 'Terms', isEnabled: false, status: 'ready' }])
  const { sections, coverage: later } = await getItem(ctx, id)
  expect(sections[0]?.text).toContain('ten days')
  expect(later).toEqual(coverage)
})

test('waiting items are listed, and for a while their result', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(listReadings({ ...ctx, actor: null })).rejects.toMatchObject({ code: 'unauthenticated' })
  const text = await addText(ctx, { title: 'Hours', text: 'Nine to five.' })
  const broken = await addPdf(ctx, { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 and no more') })
  const states = async () => new Map((await listReadings(ctx)).map((reading) => [reading.id, reading]))
  expect((await states()).get(text.id)).toMatchObject({ kind: 'text', title: 'Hours', status: 'queued' })
  await readQueued(ctx)
  expect((await states()).get(text.id)).toMatchObject({ status: 'ready', progress: 100, failure: null })
  expect((await states()).get(broken.id)).toMatchObject({
    status: 'failed',
    failure: 'This file is damaged: it could not be read as a PDF.',
  })

  const waiting = await addText(ctx, { title: 'Later', text: 'Ten to six.' })
  const later = asOwner({ ...ctx, clock: { now: () => ctx.clock.now() + HOUR } })
  expect((await listReadings(later)).map(({ id }) => id)).toEqual([waiting.id])
})

test('a title given while a reading ends is stored in the language that was read, and found at once', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await addText(ctx, { title: 'Häuser', text: 'Wir bauen Häuser.' })
  const read = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const reading = withTransaction(ctx, async (ctx) => {
    const end = { language: 'de', revision: await nextRevision(ctx) }
    await ctx.db.updateTable('knowledge_item').set(end).where('id', '=', id).execute()
    read.resolve()
    await mayEnd.promise
  })
  await read.promise
  const renaming = renameItem(ctx, { id, title: 'Unsere Häuser' })
  if (ctx.engine.name === 'postgres') await untilOneWaits(ctx)
  mayEnd.resolve()
  await Promise.all([reading, renaming])
  const { title_terms } = await titleColumns('Unsere Häuser', 'de')
  const { revision, ...stored } = await ctx.db
    .selectFrom('knowledge_item')
    .select(['title', 'title_terms', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ title: 'Unsere Häuser', title_terms })
  expect(revision).toBe(2)
})

async function untilOneWaits(ctx: TestCtx): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => expect((await waiting.execute(ctx.db)).rows).toHaveLength(1))
}

import { expect, test } from 'vitest'

import { createBook } from '#tests/factories/pdf.ts'
import { readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { searchPassages } from '../search/search-passages.server.ts'

import { addPdf, addText } from './add-item.server.ts'
import { findPdf, listOpenPdfs } from './citations.server.ts'
import { getItem } from './get-item.server.ts'
import { listItems } from './list-items.server.ts'
import { sharePdf, switchItem } from './change-item.server.ts'

const book = { name: 'book.pdf', bytes: createBook(1, 'gardens') }

async function changesIn(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('audit_entry').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

test('an upload is private: its owner may open it, visitors may not, and it answers all the same', async () => {
  const visitor = await createTestCtx()
  const owner = asOwner(visitor)
  const { id } = await addPdf(owner, book)
  await readQueued(owner)
  expect(await findPdf(visitor, id)).toBeNull()
  expect((await findPdf(owner, id))?.name).toBe('book.pdf')
  expect(await listOpenPdfs(visitor, [id])).toEqual(new Set())
  expect(await getItem(owner, id)).toMatchObject({ isPublic: false })
  expect((await searchPassages(visitor, { query: 'gardens' }))[0]).toMatchObject({
    itemId: id,
    isPublic: false,
  })
})

test('an upload may be public from the start, as long as it is switched on', async () => {
  const visitor = await createTestCtx()
  const owner = asOwner(visitor)
  const { id } = await addPdf(owner, { ...book, isPublic: true })
  expect((await findPdf(visitor, id))?.name).toBe('book.pdf')
  expect(await listOpenPdfs(visitor, [id, 'another'])).toEqual(new Set([id]))
  expect((await listItems(owner)).items).toMatchObject([{ id, isPublic: true }])
  await switchItem(owner, { id, isEnabled: false })
  expect(await findPdf(visitor, id)).toBeNull()
  expect((await findPdf(owner, id))?.name).toBe('book.pdf')
})

test('each change is in the audit log once, and the same again changes nothing', async () => {
  const visitor = await createTestCtx()
  const owner = asOwner(visitor)
  const { id } = await addPdf(owner, book)
  await sharePdf(owner, { id, isPublic: true })
  await sharePdf(owner, { id, isPublic: true })
  expect(await findPdf(visitor, id)).not.toBeNull()
  await sharePdf(owner, { id, isPublic: false })
  expect(await findPdf(visitor, id)).toBeNull()
  expect(await changesIn(visitor)).toEqual([
    'knowledge.added',
    'knowledge.file_made_public',
    'knowledge.file_made_private',
  ])
})

test('a file uploaded again is as public as was said last', async () => {
  const owner = asOwner(await createTestCtx())
  const { id } = await addPdf(owner, { ...book, isPublic: true })
  expect(await addPdf(owner, book)).toEqual({ id, isNew: false })
  expect(await getItem(owner, id)).toMatchObject({ isPublic: false })
})

test('only the owner changes it, and only of a PDF', async () => {
  const visitor = await createTestCtx()
  const owner = asOwner(visitor)
  const { id } = await addText(owner, { title: 'A text', text: 'Some text.' })
  await expect(sharePdf(owner, { id, isPublic: true })).rejects.toMatchObject({ code: 'not-found' })
  await expect(sharePdf(owner, { id: 'none', isPublic: true })).rejects.toMatchObject({ code: 'not-found' })
  await expect(sharePdf(visitor, { id, isPublic: true })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an upload that is public at once is one entry of the audit log', async () => {
  const visitor = await createTestCtx()
  await addPdf(asOwner(visitor), { ...book, isPublic: true })
  expect(await changesIn(visitor)).toEqual(['knowledge.added'])
})

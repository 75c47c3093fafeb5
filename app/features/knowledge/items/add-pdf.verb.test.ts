import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createPdf } from '#tests/factories/pdf.ts'
import { readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { searchPassages } from '../search/search-passages.server.ts'

import { addPdf } from './add-item.server.ts'
import { deleteItem } from './change-item.server.ts'
import { findPdf } from './citations.server.ts'
import { getItem } from './get-item.server.ts'
import { listItems } from './list-items.server.ts'

const handbook = createPdf([
  [{ text: 'Handbook', size: 24 }, 2, 'This book tells how we work with our customers.'],
  [{ text: 'Holidays', size: 18 }, 2, 'Everyone has thirty days of holiday in each year.'],
])

function padded(bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes).fill(0x20)
  whole.set(handbook)
  return whole
}

test('a PDF is read with its pages and headings', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await addPdf(ctx, { name: 'C:\\docs\\Hand book.PDF', bytes: handbook })
  await readQueued(ctx)
  expect((await listItems(ctx)).items[0]).toMatchObject({
    kind: 'pdf',
    title: 'Hand book',
    source: 'Hand book.PDF',
    status: 'ready',
  })
  expect((await getItem(ctx, id)).sections).toEqual([
    { headings: ['Handbook'], page: 1, text: 'This book tells how we work with our customers.' },
    {
      headings: ['Handbook', 'Holidays'],
      page: 2,
      text: 'Everyone has thirty days of holiday in each year.',
    },
  ])
  expect((await searchPassages(ctx, { query: 'How many days of holiday?' }))[0]).toMatchObject({ itemId: id })
})

test('the original is kept whole, and goes with its item', async () => {
  const ctx = asOwner(await createTestCtx())
  const bytes = padded(2_500_000)
  const { id } = await addPdf(ctx, { name: 'a.pdf', bytes })
  const found = await findPdf(ctx, id)
  expect(found?.name).toBe('a.pdf')
  const stored = assertDefined(found, 'the PDF was stored')
  expect(Buffer.from(stored.bytes).equals(Buffer.from(bytes))).toBe(true)
  await deleteItem(ctx, id)
  expect(await findPdf(ctx, id)).toBeNull()
  expect(await ctx.db.selectFrom('knowledge_file').select('part').execute()).toEqual([])
})

test('ten megabytes pass and one byte more does not', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(addPdf(ctx, { name: 'large.pdf', bytes: padded(10_485_761) })).rejects.toMatchObject({
    fields: { file: '"large.pdf" is larger than 10 MB. Please choose a smaller file.' },
  })
  await addPdf(ctx, { name: 'just.pdf', bytes: padded(10_485_760) })
  expect((await listItems(ctx)).total).toBe(1)
})

test('what is no PDF is refused whatever its name', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('<html>'), padded(3000).subarray(2000)])
    await expect(addPdf(ctx, { name: 'fake.pdf', bytes })).rejects.toMatchObject({
      fields: { file: '"fake.pdf" is not a PDF. Please choose a PDF file.' },
    })
  await expect(addPdf({ ...ctx, actor: null }, { name: 'a.pdf', bytes: handbook })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('one file uploaded twice, even at once, is one item', async () => {
  const ctx = asOwner(await createTestCtx())
  const added = await Promise.all([
    addPdf(ctx, { name: 'one.pdf', bytes: handbook }),
    addPdf(ctx, { name: 'two.pdf', bytes: handbook }),
  ])
  expect(new Set(added.map(({ id }) => id)).size).toBe(1)
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1)
  await readQueued(ctx)
  expect((await listItems(ctx)).items).toMatchObject([{ status: 'ready' }])
})

test('a PDF that cannot be read is failed with its reason, and answers nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  await addPdf(ctx, { name: 'empty.pdf', bytes: createPdf([[]]) })
  await addPdf(ctx, { name: 'broken.pdf', bytes: new TextEncoder().encode('%PDF-1.7\nnothing') })
  await readQueued(ctx)
  const { items } = await listItems(ctx)
  const failures = Object.fromEntries(items.map(({ title, status, failure }) => [title, [status, failure]]))
  expect(failures).toEqual({
    broken: ['failed', 'This file is damaged: it could not be read as a PDF.'],
    empty: [
      'failed',
      'No text was found; the file seems to contain only images. Please upload a version with text.',
    ],
  })
})

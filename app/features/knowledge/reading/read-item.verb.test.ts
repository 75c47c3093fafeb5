import { expect, test } from 'vitest'

import { NeverFinished } from '#app/platform/jobs/job.server.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { addText } from '../items/add-item.server.ts'
import { listItems } from '../items/list-items.server.ts'
import { rereadItem } from '../items/reread-item.server.ts'

import { giveUpReading, readItem } from './read-item.server.ts'

const run = { signal: new AbortController().signal }

const text = { title: 'Title', text: 'A text about gardens.' }

test('a reading that was overtaken or run twice changes nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: itemId } = await addText(ctx, text)
  await rereadItem(ctx, itemId)
  await readItem(ctx, { itemId, reading: 1 }, run)
  expect((await listItems(ctx)).items).toMatchObject([{ status: 'queued', passages: 0 }])
  await readItem(ctx, { itemId, reading: 2 }, run)
  await readItem(ctx, { itemId, reading: 2 }, run)
  expect((await listItems(ctx)).items).toMatchObject([{ status: 'ready', passages: 1 }])
  expect(await ctx.db.selectFrom('knowledge_passage').select('id').execute()).toHaveLength(1)
})

test('a document that ended the process each time is not tried for ever', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: itemId } = await addText(ctx, text)
  await giveUpReading(ctx, { itemId, reading: 1 }, new NeverFinished())
  expect((await listItems(ctx)).items).toMatchObject([
    { status: 'failed', failure: 'Reading was interrupted several times. Please read it again.' },
  ])
})

test('a reading stopped by the end of the process goes back to the queue', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id: itemId } = await addText(ctx, text)
  const signal = AbortSignal.abort(new Error('The process drains.'))
  const reading = readItem(ctx, { itemId, reading: 1 }, { signal })
  await expect(reading).rejects.toThrow('The process drains.')
  expect((await listItems(ctx)).items).toMatchObject([{ status: 'reading', failure: null }])
})

import { expect, test } from 'vitest'

import { addPdf } from '#app/features/knowledge/items/add-item.server.ts'
import { listItems } from '#app/features/knowledge/items/list-items.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { systemClock } from '#app/platform/clock.ts'
import { createBook } from '#tests/factories/pdf.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { variablesOf } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, testSecret } from '#tests/support/test-ctx.ts'

test('SIGKILL amid reading: after the restart the item is read whole, and nothing is left over', async () => {
  const ctx = asOwner({ ...(await createTestCtx()), clock: systemClock })
  const env = { ...(await variablesOf(ctx.engine)), APP_SECRET: testSecret, LOG_LEVEL: 'error' }
  const { id } = await addPdf(ctx, { name: 'book.pdf', bytes: createBook(300, 'gardens') })
  const first = await startAppServer(env)
  await eventually(async () =>
    expect((await listItems(ctx, { kind: 'pdf' })).items).toMatchObject([{ status: 'reading' }]),
  )
  await first.stop('SIGKILL')
  expect((await listItems(ctx, { kind: 'pdf' })).items).toMatchObject([{ status: 'reading', passages: 0 }])
  expect(await searchPassages(ctx, { query: 'gardens' })).toEqual([])

  // Skips the minute after which a dead process loses its jobs.
  await ctx.db.updateTable('job').set({ lease_until: 0 }).where('state', '=', 'running').execute()
  const second = await startAppServer(env)
  const item = await eventually(async () => {
    const [found] = (await listItems(ctx, { kind: 'pdf' })).items
    expect(found).toMatchObject({ id, status: 'ready', progress: 100 })
    return found
  }, 40_000)
  await second.stop()
  const passages = await ctx.db
    .selectFrom('knowledge_passage')
    .select('number')
    .where('item_id', '=', id)
    .orderBy('number')
    .execute()
  expect(passages.map(({ number }) => number)).toEqual(
    Array.from({ length: item?.passages ?? 0 }, (_, n) => n),
  )
  expect(passages.length).toBeGreaterThan(200)
  expect(await searchPassages(ctx, { query: 'gardens' })).not.toEqual([])
})

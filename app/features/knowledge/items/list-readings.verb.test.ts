import { expect, test } from 'vitest'

import { HOUR } from '#app/platform/clock.ts'
import { readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { addPdf, addText } from './add-item.server.ts'
import { listReadings } from './list-items.server.ts'

test('what waits is listed, and for a while how it ended', async () => {
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

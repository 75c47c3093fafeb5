import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { enqueueMany, jobMap, testJob } from '#tests/factories/job.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { enqueue } from './enqueue.server.ts'
import { readJobGauges } from '#app/platform/gauges.server.ts'
import { listUnclaimedJobs, reportUnclaimedJobs } from './unclaimed-jobs.server.ts'

test('kinds that nobody claims for ten minutes are counted and logged, what is planned or done is not', async () => {
  const ctx = await createTestCtx()
  const known = testJob()
  await enqueueMany(ctx, testJob({ name: 'of-tomorrow' }), 2)
  await enqueue(ctx, known, { n: 1 })
  await enqueue(ctx, known, { n: 1 }, { runAt: ctx.clock.now() + 11 * MINUTE })
  const worker = startTestWorker(ctx, new Map([...jobMap(known), ...jobMap(reportUnclaimedJobs)]))
  await worker.whenIdle()
  expect(await listUnclaimedJobs(ctx)).toEqual([])
  ctx.clock.advance(10 * MINUTE)
  expect(await listUnclaimedJobs(ctx)).toEqual([{ name: 'of-tomorrow', n: 2 }])
  const gauges = await readJobGauges(ctx)
  expect(gauges.find(({ name }) => name === 'jobs_unclaimed')?.samples).toEqual([
    { labels: { kind: 'of-tomorrow' }, value: 2 },
  ])
  await enqueue(ctx, reportUnclaimedJobs, {})
  await worker.whenIdle()
  expect(ctx.logged.join('')).toMatch(/of-tomorrow.*jobs\.unclaimed/)
})

import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { systemClock } from '#app/platform/clock.ts'
import type { JobRunTable } from '#tests/support/job-run-table.ts'
import { variablesOf } from '#tests/support/second-instance.ts'
import { startProcesses } from '#tests/support/start-processes.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

const noteRun = defineJob({
  name: 'note-run',
  lane: 'other',
  payload: z.object({ jobId: z.string() }),
  run: async () => Promise.reject(new Error('Another process runs it.')),
})

test('two processes on one database run 200 jobs, each once', { timeout: 30_000 }, async () => {
  const ctx = { ...(await createTestCtx()), clock: systemClock }
  const db = ctx.db.withTables<{ job_run: JobRunTable }>()
  await db.schema
    .createTable('job_run')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('process_id', 'integer', (column) => column.notNull())
    .execute()
  const ids = Array.from({ length: 200 }, (_, n) => `job-${String(n).padStart(3, '0')}`)
  for (const id of ids) await enqueue(ctx, noteRun, { jobId: id }, { id })

  const processes = await startProcesses(2, await variablesOf(ctx.engine))
  for (const one of processes) one.tell('open')
  await Promise.all(processes.map((one) => one.hears('opened')))
  for (const one of processes) one.tell('work')
  await vi.waitFor(
    async () => {
      const open = await db.selectFrom('job').select('id').where('state', '!=', 'done').execute()
      expect(open).toEqual([])
    },
    { timeout: 20_000, interval: 100 },
  )
  for (const one of processes) one.tell('end')
  expect(await Promise.all(processes.map((one) => one.ended))).toEqual([0, 0])

  const runs = await db.selectFrom('job_run').selectAll().orderBy('job_id').execute()
  expect(runs.map((run) => run.job_id)).toEqual(ids)
  expect(new Set(runs.map((run) => run.process_id))).toEqual(new Set(processes.map((one) => one.pid)))
  const attempts = await db.selectFrom('job').select('attempts').distinct().execute()
  expect(attempts).toEqual([{ attempts: 1 }])
})

/**
 * A process for tests: plain Node with the product's runtime, worker and one kind of job. It does each step when its
 * parent says so (`open`, `work`, `end`), so that several of them do it at the same moment.
 */
import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { parseEnv } from '#app/platform/env.server.ts'
import { defineJob, type Job } from '#app/platform/jobs/job.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'

import type { JobRunTable } from './job-run-table.ts'

const PROCESSES = Number(process.env['TEST_PROCESSES'])

/** Records its run. The first runs wait until every process has one, so that none is left without. */
const noteRun = defineJob<{ jobId: string }>({
  name: 'note-run',
  lane: 'other',
  payload: z.object({ jobId: z.string() }),
  async run(ctx, { jobId }, { signal }) {
    const db = ctx.db.withTables<{ job_run: JobRunTable }>()
    await db.insertInto('job_run').values({ job_id: jobId, process_id: process.pid }).execute()
    const countProcesses = async () => {
      const runs = await db.selectFrom('job_run').select('process_id').distinct().execute()
      return runs.length
    }
    while (!signal.aborted && (await countProcesses()) < PROCESSES) await pause(5)
  },
})

function heard(word: string): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === word) resolve()
    })
  })
}

const [open, work, end] = [heard('open'), heard('work'), heard('end')]
process.send?.('started')
await open
const { ctx, close } = await createRuntime(parseEnv(process.env))
process.send?.('opened')
await Promise.race([work, end])
const worker = startWorker(ctx, new Map([[noteRun.name, noteRun as Job<unknown>]]), [])
process.send?.('working')
await end
await worker.drain(5000)
await close()
process.disconnect()

/**
 * Measures what reading PDFs costs the process that serves pages; prints one line of JSON for `npm run bench`. As in
 * the product, the job worker starts the readings and the pool runs them.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { addPdf } from '#app/features/knowledge/items/add-item.server.ts'
import { readKnowledgeItem } from '#app/features/knowledge/reading/read-item.job.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Job } from '#app/platform/jobs/job.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createBook, createPdfBomb } from '#tests/factories/pdf.ts'

import { withFreshCtx } from './fresh-ctx.ts'

const UPLOADS = 100
/** Number of uploads after which the process has loaded all code and filled its caches. */
const SETTLED = 30

export type UploadCost = {
  /** Milliseconds from the upload of 100 pages until they are ready. */
  hundredPages: number
  /** Event-loop delay in milliseconds at the 99th percentile while 20 PDFs are read, one of them a bomb. */
  pause: number
  /** Megabytes of the process after 30 uploads and after 100. */
  settled: number
  after: number
}

const jobs = new Map([[readKnowledgeItem.name, readKnowledgeItem as Job<unknown>]])
const actor = {
  memberId: 'bench',
  email: 'bench@example.com',
  name: 'bench',
  role: 'owner',
  sessionId: 'bench',
  device: 'bench',
} as const

console.log(JSON.stringify(await withFreshCtx(null, (ctx) => measure({ ...ctx, actor }))))

async function measure(ctx: Ctx): Promise<UploadCost> {
  const start = performance.now()
  await upload(ctx, [createBook(100, 'hundred')])
  const hundredPages = performance.now() - start
  let settled = 0
  for (let n = 1; n <= UPLOADS; n += 1) {
    await upload(ctx, [createBook(5, `upload ${n}`)])
    if (n === SETTLED) settled = megabytes()
  }
  const after = megabytes()
  const files = [createPdfBomb(300), ...Array.from({ length: 19 }, (_, at) => createBook(20, `twenty ${at}`))]
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await upload(ctx, files)
  delay.disable()
  return { hundredPages, pause: delay.percentile(99) / 1e6, settled, after }
}

async function upload(ctx: Ctx, files: readonly Uint8Array[]): Promise<void> {
  for (const [at, bytes] of files.entries()) await addPdf(ctx, { name: `${at}.pdf`, bytes })
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(0)
}

function megabytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1024 / 1024
}

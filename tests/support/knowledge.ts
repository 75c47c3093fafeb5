import { jobs } from '#app/process/jobs.server.ts'
import { addText } from '#app/features/knowledge/items/add-item.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'

import { asOwner, type TestCtx } from './test-ctx.ts'

export async function readQueued(ctx: TestCtx): Promise<void> {
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(0)
}

/** Adds texts by title, waits until they are read, and returns their ids. */
export async function createTexts(ctx: TestCtx, texts: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (const [title, text] of Object.entries(texts))
    ids.push((await addText(asOwner(ctx), { title, text })).id)
  await readQueued(ctx)
  return ids
}

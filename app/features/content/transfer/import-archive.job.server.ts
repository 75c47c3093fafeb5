import { setImmediate as othersFirst } from 'node:timers/promises'

import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'

import { FaultyArchive, importContent } from './import-content.server.ts'
import { endTransfer, findWaiting, noteProgress } from './transfer-progress.server.ts'

/** Imports an uploaded export in the background. An interrupted run has changed nothing, and starts again. */
export const importArchive = defineJob({
  name: 'import-archive',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  // Most of it is needed for a thousand pictures.
  deadline: HOUR,
  run: runImport,
  givenUp: (ctx, { id }) =>
    endTransfer(ctx, id, {
      state: 'failed',
      summary: 'The import was interrupted several times. Please try again.',
    }),
})

async function runImport(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const waiting = await findWaiting(ctx, id)
  if (!waiting) return
  try {
    const outcome = await importContent(waiting.owned, await readFile(ctx, id), {
      isCheck: waiting.kind === 'check',
      signal,
      onProgress: (done, total) => noteProgress(ctx, id, { done, total }),
    })
    const summary =
      'checked' in outcome
        ? `It is valid and contains ${outcome.pages} pages. Nothing was changed.`
        : `${outcome.pages} pages were imported, ${outcome.changed} of them changed; ${outcome.deleted} others were deleted.`
    await endTransfer(ctx, id, { state: 'done', summary: [summary, ...outcome.notes].join(' ') })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    const faults = error instanceof FaultyArchive ? error.faults : []
    await endTransfer(ctx, id, { state: 'failed', summary: error.message, faults: JSON.stringify(faults) })
  }
}

async function readFile(ctx: Ctx, id: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    await othersFirst()
    const part = await ctx.db
      .selectFrom('content_transfer_file')
      .select('bytes')
      .where('transfer_id', '=', id)
      .where('part', '=', parts.length)
      .executeTakeFirst()
    if (!part) return new Uint8Array(Buffer.concat(parts))
    parts.push(part.bytes)
  }
}

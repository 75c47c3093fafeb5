import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { failImport, runImport } from './run-import.server.ts'

/** Imports a file's posts in the background. A run that was cut off is taken up where it ended. */
export const importPosts = defineJob({
  name: 'import-posts',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  concurrency: 1,
  // Five thousand posts take some minutes.
  deadline: 15 * MINUTE,
  run: runImport,
  givenUp: (ctx, { id }) =>
    failImport(ctx, id, 'The import was interrupted several times. Please try again.'),
})

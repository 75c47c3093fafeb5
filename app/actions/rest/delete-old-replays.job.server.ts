import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { deleteOldReplays } from './replay.server.ts'

/** Deletes responses kept for requests with an Idempotency-Key. */
export const deleteReplays = defineJob({
  name: 'delete-old-replays',
  lane: 'other',
  payload: z.object({}),
  run: deleteOldReplays,
})

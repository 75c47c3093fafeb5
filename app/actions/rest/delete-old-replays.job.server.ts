import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { deleteOldReplays } from './replay.server.ts'

export const deleteReplays = defineJob({
  name: 'delete-old-replays',
  lane: 'other',
  payload: z.object({}),
  run: deleteOldReplays,
})

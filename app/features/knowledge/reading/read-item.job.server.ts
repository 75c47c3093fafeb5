import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { giveUpReading, readItem } from './read-item.server.ts'

/** Reads an item in the background. Run twice it leaves the same. */
export const readKnowledgeItem = defineJob({
  name: 'read-knowledge-item',
  lane: 'reading',
  payload: z.object({ itemId: z.string(), reading: z.int() }),
  maxAttempts: 3,
  // Documents are read one after the other, and mails do not wait for them.
  concurrency: 1,
  run: readItem,
  givenUp: giveUpReading,
})

import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { copyErasuresToFile } from './erasure-list.server.ts'

const erasedFrom = [
  'lead',
  'lead_event',
  'conversation',
  'chat_message',
  'unanswered_question',
  'email',
  'job',
  'throttle',
] as const

/**
 * What an erasure leaves to be done once it is durable: the list beside the database, and the places where the rows stood.
 */
export const finishErasure = defineJob({
  name: 'finish-erasure',
  lane: 'other',
  payload: z.object({}),
  // Two at once would wait for each other's locks.
  concurrency: 1,
  async run(ctx) {
    try {
      await copyErasuresToFile(ctx)
    } finally {
      // Also where the bucket is away: neither waits for the other.
      await ctx.engine.scrub(erasedFrom)
    }
  },
})

import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { copyErasuresToFile } from './erasure-list.server.ts'

const scrubbedTables = [
  'lead',
  'lead_event',
  'lead_tag',
  'conversation',
  'chat_message',
  'chat_tool_call',
  'unanswered_question',
  'test_question',
  'test_result',
  'email',
  'bounce',
  'thread_mail',
  'thread_attachment',
  'thread_draft',
  'deletion',
  'job',
  'throttle',
] as const

/** Updates the list outside the database and overwrites the freed space of the deleted rows. */
export const finishErasure = defineJob({
  name: 'finish-erasure',
  lane: 'other',
  payload: z.object({}),
  // Two concurrent runs would wait for each other's locks.
  concurrency: 1,
  async run(ctx) {
    try {
      await copyErasuresToFile(ctx)
    } finally {
      // Scrub even if the bucket is unreachable.
      await ctx.engine.scrub(scrubbedTables)
    }
  },
})

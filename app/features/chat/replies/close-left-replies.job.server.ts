import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { pendingSince } from './pending-replies.server.ts'

/** Marks replies of crashed processes as cut off, and deletes the hash of their address. */
export const closeLeftReplies = defineJob({
  name: 'close-left-replies',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('chat_message')
      .set({ outcome: 'cut', subject: null, finished_at: now })
      .where('outcome', '=', 'pending')
      .where('created_at', '<=', pendingSince(now))
      .execute()
  },
})

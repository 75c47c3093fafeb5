import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Moves the files of the folder into the bucket that the owner connected. A second run moves what is left. */
export const moveFiles = defineJob({
  name: 'move-files',
  lane: 'backup',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    await ctx.files.moveIn?.(signal)
  },
})

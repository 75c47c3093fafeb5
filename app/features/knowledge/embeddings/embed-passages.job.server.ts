import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Gets the vectors that are missing, where passages are found by meaning too. Run twice it leaves the same. */
export const embedPassages = defineJob({
  name: 'embed-passages',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  async run(ctx, _payload, { signal }) {
    const { embedAll } = await import('./embed-passages.server.ts')
    await embedAll(ctx, signal)
  },
})

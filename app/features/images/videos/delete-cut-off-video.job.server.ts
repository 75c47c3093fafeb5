import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { fileName, MAX_VIDEO_BYTES, partName, VIDEO_PART } from './video-kind.ts'

/** Deletes the parts of a video whose upload was not finished within a day. */
export const deleteCutOffVideo = defineJob({
  name: 'delete-cut-off-video',
  lane: 'other',
  payload: z.object({ id: z.string() }),
  async run(ctx, { id }) {
    if (await ctx.files.get(fileName(id))) return
    for (let part = 0; part * VIDEO_PART < MAX_VIDEO_BYTES; part += 1)
      await ctx.files.delete(partName(id, part))
  },
})

export async function deleteLaterIfCutOff(ctx: Ctx, id: string): Promise<void> {
  const at = { id: `${deleteCutOffVideo.name}:${id}`, runAt: ctx.clock.now() + DAY }
  await enqueue(ctx, deleteCutOffVideo, { id }, at)
}

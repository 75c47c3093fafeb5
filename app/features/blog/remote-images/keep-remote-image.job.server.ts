import { z } from 'zod'

import { MAX_IMAGE_BYTES } from '#app/features/images/image-kind.ts'
import { storeImage } from '#app/features/images/store-image.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { type FetchRefusal, guardedFetch } from '#app/platform/http/guarded-fetch.server.ts'
import { defineJob, type JobRun, PermanentJobFailure } from '#app/platform/jobs/job.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { noteBlogChange } from '../kept/kept-posts.server.ts'

const sentences: Readonly<Record<FetchRefusal['reason'], string>> = {
  address: 'The address cannot be reached.',
  unreachable: 'The address cannot be reached.',
  status: 'The other site answered with an error.',
  redirects: 'The address redirects too often.',
  'too-large': 'The picture is larger than 10 MB.',
  'too-slow': 'The other site did not answer in time.',
  type: 'There is no picture at this address.',
}

/** Failures that may be temporary. */
const passing: ReadonlySet<FetchRefusal['reason']> = new Set(['unreachable', 'too-slow'])

/** Downloads a picture of a post and stores it like an upload, without camera metadata. */
export const keepRemoteImage = defineJob({
  name: 'keep-remote-image',
  lane: 'reading',
  payload: z.object({ id: z.string() }),
  maxAttempts: 4,
  run: keepImage,
  givenUp: (ctx, { id }, error) =>
    settle(ctx, id, {
      state: 'failed',
      reason: error instanceof Error ? error.message : 'It could not be fetched.',
    }),
})

async function keepImage(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const image = await ctx.db
    .selectFrom('remote_image')
    .select(['url', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!image || image.state === 'kept') return
  const fetched = await guardedFetch(image.url, {
    kind: 'image',
    maxBytes: MAX_IMAGE_BYTES,
    loopback: ctx.outbound.loopback,
    signal,
  })
  if (!fetched.ok) {
    const isServerError = fetched.status !== undefined && fetched.status >= 500
    const isPassing = passing.has(fetched.reason) || isServerError
    throw new (isPassing ? Error : PermanentJobFailure)(sentences[fetched.reason])
  }
  try {
    const { address } = await storeImage(ctx, { name: 'The picture', bytes: fetched.bytes })
    await settle(ctx, id, { state: 'kept', address, reason: null })
  } catch (error) {
    throw error instanceof FieldErrors ? new PermanentJobFailure(error.fields['file']) : error
  }
}

async function settle(
  ctx: Ctx,
  id: string,
  change: { state: 'kept' | 'failed'; address?: string; reason: string | null },
): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('remote_image')
      .set({ ...change, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
    await noteBlogChange(ctx)
    await ctx.signals.publish(ctx, PAGES_TOPIC)
  })
}

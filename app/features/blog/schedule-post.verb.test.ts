import { expect, test } from 'vitest'

import { jobMap } from '#tests/factories/job.ts'
import { createTestPost, postForm, schedulePost } from '#tests/factories/post.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { createPost } from './create-post.server.ts'
import { findPublishedPost } from './find-published-post.server.ts'
import { getPost } from './get-post.server.ts'
import { publishScheduledPost } from './publish-scheduled-post.job.server.ts'
import { unpublishPost } from './change-post-state.server.ts'
import { updatePost } from './update-post.server.ts'

const jobs = jobMap(publishScheduledPost)
const HOUR = 3_600_000

test('a planned post appears at its time, not before', async () => {
  const ctx = asOwner(await createTestCtx())
  const publishAt = ctx.clock.now() + HOUR
  const { id, slug } = await createPost(ctx, { form: postForm(), published: false, publishAt })
  await startTestWorker(ctx, jobs).whenIdle()
  expect(await findPublishedPost(ctx, slug)).toBeNull()
  expect(await getPost(ctx, id)).toMatchObject({ publish_at: publishAt, published: 0 })
  ctx.clock.advance(HOUR)
  await startTestWorker({ ...ctx, actor: null }, jobs).whenIdle()
  expect(await findPublishedPost(ctx, slug)).toMatchObject({ publishedAt: publishAt })
})

test('a time that passed while no process ran is made up for', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, {}, false)
  await schedulePost(ctx, { id, at: ctx.clock.now() + HOUR })
  ctx.clock.advance(72 * HOUR)
  await startTestWorker(ctx, jobs).whenIdle()
  expect(await findPublishedPost(ctx, slug)).not.toBeNull()
})

test('a plan that was changed or taken back does not come true, and may be made again', async () => {
  const ctx = asOwner(await createTestCtx())
  const [moved, back, edited] = [
    await createTestPost(ctx, {}, false),
    await createTestPost(ctx, {}, false),
    await createTestPost(ctx, {}, false),
  ]
  const at = ctx.clock.now() + HOUR
  for (const { id } of [moved, back, edited]) await schedulePost(ctx, { id, at })
  await schedulePost(ctx, { id: moved.id, at: at + 24 * HOUR })
  await unpublishPost(ctx, back.id)
  await updatePost(ctx, { id: edited.id, version: 2, form: postForm(), published: false })
  ctx.clock.advance(2 * HOUR)
  await startTestWorker(ctx, jobs).whenIdle()
  for (const { slug } of [moved, back, edited]) expect(await findPublishedPost(ctx, slug)).toBeNull()
  await schedulePost(ctx, { id: back.id, at })
  await eventually(async () => expect(await findPublishedPost(ctx, back.slug)).not.toBeNull())
})

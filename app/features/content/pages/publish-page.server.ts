import { publishJobId } from '#app/features/editing/publication.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  changePageState,
  findLastRevision,
  keepRevision,
  publishDraft,
  refuseFixed,
} from './change-page-state.server.ts'
import { publishScheduledPage } from './publish-scheduled-page.job.server.ts'
import { pageSubject } from './stored-page.server.ts'

/** Publishes the draft at once and on every instance. @throws {AppError} not-found. */
export async function publishPage(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const page = await publishDraft(ctx, id)
    await recordChange(ctx, { what: 'page.published', subject: pageSubject(page) })
  })
}

/** Hides a page from visitors; its draft stays. @throws {AppError} not-found, or invalid for a page that is needed. */
export async function unpublishPage(ctx: Ctx, id: string): Promise<{ publishAt: number | null }> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, async (ctx) => {
    const page = await changePageState(ctx, id, (before) => {
      refuseFixed(before)
      return { published: null, publish_at: null }
    })
    if (page.published !== null) await keepRevision(ctx, id, page.published)
    await recordChange(ctx, { what: 'page.unpublished', subject: pageSubject(page) })
    return { publishAt: page.publishAt }
  })
}

/**
 * Undoes an unpublishing: publishes the former document, whatever the draft is, and restores the schedule.
 * @throws {AppError} not-found, conflict for a page that is published again or never was.
 */
export async function republishPage(
  ctx: Ctx,
  { id, publishAt }: { id: string; publishAt: number | null },
): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const last = await findLastRevision(ctx, id)
    const page = await changePageState(ctx, id, (before) => {
      if (before.published !== null || last === null)
        throw new AppError(
          'conflict',
          'This page has been changed since then. Please publish it from its details.',
        )
      return { published: last, publish_at: publishAt }
    })
    if (publishAt !== null) await queuePublication(ctx, id, publishAt)
    await recordChange(ctx, { what: 'page.published', subject: pageSubject(page) })
  })
}

/**
 * Schedules publication of the draft as it will be then. A past time publishes at once; a new schedule replaces the
 * old.
 * @param input.at milliseconds UTC
 * @throws {AppError} not-found.
 */
export async function schedulePage(ctx: Ctx, { id, at }: { id: string; at: number }): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const page = await changePageState(ctx, id, () => ({ publish_at: at }))
    await queuePublication(ctx, id, at)
    await recordChange(ctx, { what: 'page.scheduled', subject: pageSubject(page) })
  })
}

export async function queuePublication(ctx: Ctx, id: string, at: number): Promise<void> {
  const jobId = publishJobId('page', id, at)
  // The same time may be scheduled again after a cancellation.
  await ctx.db.deleteFrom('job').where('id', '=', jobId).where('state', '!=', 'running').execute()
  await enqueue(ctx, publishScheduledPage, { id, at }, { id: jobId, runAt: at })
}

/** Cancels a schedule; the page stays as it is. @throws {AppError} not-found. */
export async function cancelPageSchedule(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const page = await changePageState(ctx, id, () => ({ publish_at: null }))
    await recordChange(ctx, { what: 'page.schedule_cancelled', subject: pageSubject(page) })
  })
}

/** Returns why the last attempt to publish a page on schedule failed; null if none did. */
export async function findScheduleError(
  ctx: Ctx,
  { id, publishAt }: { id: string; publishAt: number | null },
): Promise<string | null> {
  requireActor(ctx, 'content.write')
  if (publishAt === null) return null
  const job = await ctx.db
    .selectFrom('job')
    .select('last_error')
    .where('id', '=', publishJobId('page', id, publishAt))
    .executeTakeFirst()
  return job?.last_error ?? null
}

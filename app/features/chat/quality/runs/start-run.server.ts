import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { endRun, runTests } from './run-tests.job.server.ts'
import { type Snapshot, takeSnapshot } from './snapshot.server.ts'

/** Older runs are deleted with their results. */
export const MOST_RUNS = 20

/** Queues a run of all test questions. @throws {AppError} conflict without provider or questions, or during a run. */
export async function startTestRun(ctx: Ctx): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const snapshot = await takeSnapshot(ctx)
  if (!snapshot)
    throw new AppError('conflict', 'Please set up a provider and its key in API Configuration first.')
  const outcome = await createRun(ctx, snapshot, 'owner')
  if (outcome === 'under-way') throw new AppError('conflict', 'A test is already running.')
  if (outcome === 'no-questions') throw new AppError('conflict', 'Please add a test question first.')
}

/** Ends a run; the question in progress is still paid for. @throws {AppError} conflict for a run that is over. */
export async function stopTestRun(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const running = await ctx.db
      .selectFrom('test_run')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (!running) throw new AppError('conflict', 'This test has already ended.')
    await endRun(ctx, id, 'stopped')
    await recordChange(ctx, { what: 'quality.run_stopped', subject: runSubject(id) })
  })
}

type Creation = 'created' | 'under-way' | 'no-questions'

export async function createRun(
  ctx: Ctx,
  { items, ...snapshot }: Snapshot,
  startedBy: 'owner' | 'change',
): Promise<Creation> {
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'test runs')
    const runs = await ctx.db.selectFrom('test_run').select(['id', 'state']).orderBy('id', 'desc').execute()
    if (runs.some(({ state }) => state === 'running')) return 'under-way'
    const { questions } = await ctx.db
      .selectFrom('test_question')
      .select((select) => select.fn.countAll<number>().as('questions'))
      .executeTakeFirstOrThrow()
    if (questions === 0) return 'no-questions'
    const old = runs.slice(MOST_RUNS - 1).map(({ id }) => id)
    if (old.length > 0) await ctx.db.deleteFrom('test_run').where('id', 'in', old).execute()
    const id = newId()
    const none = { passed: 0, failed: 0, faults: 0, improved: 0, regressed: 0, cost_micros: 0 }
    await ctx.db
      .insertInto('test_run')
      .values({
        id,
        created_at: ctx.clock.now(),
        finished_at: null,
        state: 'running',
        started_by: startedBy,
        reason: null,
        items,
        questions,
        ...snapshot,
        ...none,
      })
      .execute()
    await enqueue(ctx, runTests, { runId: id })
    await recordChange(ctx, { what: 'quality.run_started', subject: runSubject(id) })
    return 'created'
  })
}

function runSubject(id: string): { id: string; path: string } {
  return { id, path: `/admin/quality/runs/${id}` }
}

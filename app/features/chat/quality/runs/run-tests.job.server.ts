import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob, JobPostponed } from '#app/platform/jobs/job.server.ts'

import { type TestQuestion, testQuestionOf } from '../questions/test-question.ts'

import { answerTestQuestion } from './answer-test-question.server.ts'
import type { EndReason } from './test-result.ts'
import { RunEnded } from './test-spending.server.ts'

/** After this time the job lets waiting jobs run and continues behind them. */
const SHIFT = MINUTE
/** This many faults in a row count as an outage of the provider. */
const MOST_FAULTS = 3

/** Asks the questions of a run one by one. Each result is stored, so that another process can continue. */
export const runTests = defineJob({
  name: 'run-test-questions',
  lane: 'other',
  payload: z.object({ runId: z.string() }),
  concurrency: 1,
  async run(ctx, { runId }, { signal }) {
    const shiftEnds = performance.now() + SHIFT
    try {
      for (;;) {
        if (await isOutage(ctx, runId)) throw new RunEnded('provider')
        const question = await findNext(ctx, runId)
        if (question === null) return await endRun(ctx, runId, null)
        await answerTestQuestion(ctx, { runId, question, signal })
        if (performance.now() > shiftEnds)
          throw new JobPostponed(ctx.clock.now(), 'Other jobs have their turn.')
      }
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error
      await endRun(ctx, runId, error.reason)
    }
  },
  givenUp: (ctx, { runId }) => endRun(ctx, runId, 'fault'),
})

/** Returns the first question without a result; null if the run is over. */
async function findNext(ctx: Ctx, runId: string): Promise<TestQuestion | null> {
  const row = await ctx.db
    .selectFrom('test_run as run')
    .innerJoin('test_question as question', (join) =>
      join.onRef('question.created_at', '<=', 'run.created_at'),
    )
    .leftJoin('test_result as result', (join) =>
      join.onRef('result.question_id', '=', 'question.id').onRef('result.run_id', '=', 'run.id'),
    )
    .select(['question.id', 'question.version', 'question.text'])
    .select(['question.should_know', 'question.facts', 'question.sources'])
    .where('run.id', '=', runId)
    .where('run.state', '=', 'running')
    .where('result.id', 'is', null)
    .orderBy('question.id')
    .limit(1)
    .executeTakeFirst()
  return row ? testQuestionOf(row) : null
}

async function isOutage(ctx: Ctx, runId: string): Promise<boolean> {
  const last = await ctx.db
    .selectFrom('test_result')
    .select('verdict')
    .where('run_id', '=', runId)
    .orderBy('id', 'desc')
    .limit(MOST_FAULTS)
    .execute()
  return last.length === MOST_FAULTS && last.every(({ verdict }) => verdict === 'fault')
}

/** Ends a run that is still running. `reason` is why it ended early. */
export async function endRun(ctx: Ctx, runId: string, reason: EndReason | null): Promise<void> {
  await ctx.db
    .updateTable('test_run')
    .set({ state: reason === null ? 'done' : 'partial', reason, finished_at: ctx.clock.now() })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .execute()
}

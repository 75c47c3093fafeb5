import { z } from 'zod'

import { CapReached } from '#app/features/ai/spending/ledger.server.ts'
import { costOfReply } from '#app/features/ai/spending/price-table.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import { settleWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { makeReply } from '#app/features/chat/replies/make-reply.server.ts'
import { type PreparedReply, prepareReply } from '#app/features/chat/replies/prepare-reply.server.ts'
import { emptyReply, type MadeReply } from '#app/features/chat/replies/settle-reply.server.ts'
import {
  findAssistant,
  forAssistant,
  readAssistant,
} from '#app/features/chat/assistants/read-assistant.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { defineJob, JobPostponed } from '#app/platform/jobs/job.server.ts'

import { questionColumns, type TestQuestion, testQuestionOf } from '../questions/test-question.ts'

import { storeResult } from './store-result.server.ts'
import type { EndReason } from './test-result.ts'
import { addTestSpending, reserveForTest, RunEnded } from './test-spending.server.ts'

/** After this time the job lets waiting jobs run, and continues after them. */
const SHIFT = MINUTE
/** This many failed calls in a row count as an outage of the provider. */
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
          throw new JobPostponed(ctx.clock.now(), 'Paused so that other jobs can run.')
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
    .innerJoin('assistant', 'assistant.id', 'question.assistant_id')
    .leftJoin('test_result as result', (join) =>
      join.onRef('result.question_id', '=', 'question.id').onRef('result.run_id', '=', 'run.id'),
    )
    .select(questionColumns.map((column) => `question.${column}` as const))
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

type Asking = { runId: string; question: TestQuestion; signal: AbortSignal }

/** Asks one question like a visitor's message, settles its cost and stores the result. @throws {RunEnded} */
async function answerTestQuestion(asker: Ctx, { runId, question, signal }: Asking): Promise<void> {
  const ctx = forAssistant(asker, await findAssistant(asker, question.assistantId))
  const prepared = await prepareReply(ctx, await readAssistant(ctx))
  const { limits, dearest } = prepared
  const turns = [{ role: 'user' as const, content: question.text }]
  const reserved = dearest(turns)
  const reservedAt = ctx.clock.now()
  await reserve(ctx, prepared, reserved)
  const nobody = { token: null, clientAddress: '' }
  const ids = { conversationId: newId(), replyId: newId(), ...nobody }
  const turn = {
    ...ids,
    turns,
    question: question.text,
    begunAt: reservedAt,
    reserved,
    isTrial: true as const,
  }
  const made = await ask(ctx, prepared, turn, signal)
  const { cost, tokens } = costOfReply(made, limits, reservedAt)
  const inAll = reserved + prepared.prompt.purse.reserved()
  await withQueuedTransaction(ctx, async (ctx) => {
    if (!signal.aborted) await storeResult(ctx, { runId, question, made, cost })
    await settleWithinCaps(ctx, limits, { reservedAt, reserved: inAll, actual: cost, tokens })
    await addTestSpending(ctx, reservedAt, cost - reserved)
  })
  signal.throwIfAborted()
}

async function reserve(ctx: Ctx, { found, limits }: PreparedReply, micros: number): Promise<void> {
  if (found.kind !== 'endpoints') throw new RunEnded('no-provider')
  try {
    await reserveForTest(ctx, limits, micros)
  } catch (error) {
    throw error instanceof CapReached ? new RunEnded('cap') : error
  }
}

async function ask(
  ctx: Ctx,
  { found, prompt }: PreparedReply,
  turn: Parameters<typeof makeReply>[1],
  signal: AbortSignal,
): Promise<MadeReply> {
  if (found.kind !== 'endpoints') throw new RunEnded('no-provider')
  try {
    return await makeReply(ctx, turn, { signal, say() {} }, { endpoints: found.endpoints, prompt })
  } catch (error) {
    ctx.log.error({ error }, 'chat.test_question_fault')
    return { ...emptyReply, failure: 'An internal error occurred. The server log has the details.' }
  }
}

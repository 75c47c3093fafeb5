import type { MadeReply } from '#app/features/chat/replies/settle-reply.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { TestQuestion } from '../questions/test-question.ts'

import { judgeAnswer } from './judge-answer.ts'
import { type Check, usedPassages, type Verdict, type VerdictChange } from './test-result.ts'

const MAX_ANSWER = 4000

type Answered = { runId: string; question: TestQuestion; made: MadeReply; cost: number }

/** Does nothing if the run was stopped or the question was deleted meanwhile. */
export async function storeResult(ctx: Ctx, { runId, question, made, cost }: Answered): Promise<void> {
  const isThere = await ctx.db
    .selectFrom('test_question')
    .select('id')
    .where('id', '=', question.id)
    .executeTakeFirst()
  if (!isThere) return
  const { checks, verdict } = judge(question, made)
  const before = await findBefore(ctx, question)
  const change = changeOf(before?.verdict, verdict)
  const counted = {
    [verdict === 'fault' ? 'faults' : verdict]: 1,
    ...(change === 'improved' || change === 'regressed' ? { [change]: 1 } : {}),
  }
  const id = newId()
  await ctx.db
    .insertInto('test_result')
    .values({
      id,
      run_id: runId,
      question_id: question.id,
      question_version: question.version,
      at: ctx.clock.now(),
      verdict,
      change,
      before_id: before?.id ?? null,
      checks: JSON.stringify(checks),
      answer: made.text.slice(0, MAX_ANSWER).toWellFormed(),
      passages: JSON.stringify(usedPassages(made.cited, made.found)),
      provider: made.by?.provider ?? null,
      model: made.by?.model ?? null,
      failure: made.failure,
      cost_micros: cost,
    })
    .onConflict((conflict) => conflict.columns(['run_id', 'question_id']).doNothing())
    .execute()
  const isCounted = await countResult(ctx, { id, runId }, { cost, counted })
  if (!isCounted) await ctx.db.deleteFrom('test_result').where('id', '=', id).execute()
}

function judge(question: TestQuestion, made: MadeReply): { checks: Check[]; verdict: Verdict } {
  const isFault = made.outcome !== 'withheld' && made.failure !== null
  if (isFault) return { checks: [], verdict: 'fault' }
  const { text, cited, unanswered } = made
  const checks = judgeAnswer(question, { text, cited, isUnanswered: unanswered !== null })
  const isPassed = made.outcome !== 'withheld' && checks.every(({ isMet }) => isMet)
  return { checks, verdict: isPassed ? 'passed' : 'failed' }
}

/** Returns the last verdict on the same version of the question; ignores faults. */
async function findBefore(ctx: Ctx, { id, version }: TestQuestion) {
  return ctx.db
    .selectFrom('test_result')
    .select(['id', 'verdict'])
    .where('question_id', '=', id)
    .where('question_version', '=', version)
    .where('verdict', '!=', 'fault')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function changeOf(before: Verdict | undefined, now: Verdict): VerdictChange {
  if (before === undefined) return 'new'
  if (now === 'fault' || before === now) return 'same'
  return now === 'passed' ? 'improved' : 'regressed'
}

type Counted = Partial<Record<'passed' | 'failed' | 'faults' | 'improved' | 'regressed', number>>

/** Returns false if the run was stopped, or if another process has stored an answer to the question. */
async function countResult(
  ctx: Ctx,
  { id, runId }: { id: string; runId: string },
  { cost, counted }: { cost: number; counted: Counted },
): Promise<boolean> {
  const names = Object.keys(counted) as (keyof Counted)[]
  const result = await ctx.db
    .updateTable('test_run')
    .set((update) => ({
      cost_micros: update('cost_micros', '+', cost),
      ...Object.fromEntries(names.map((name) => [name, update(name, '+', 1)])),
    }))
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .where((update) => update.exists(update.selectFrom('test_result').select('id').where('id', '=', id)))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

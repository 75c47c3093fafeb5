import { z } from 'zod'

import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { pageOf } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { qualitySettings } from '../quality-settings.server.ts'
import { nameSources } from '../questions/find-sources.server.ts'

import { changedParts } from './snapshot.server.ts'
import { MOST_RUNS } from './start-run.server.ts'
import { type Check, endReasonText, type UsedPassage } from './test-result.ts'
import { readTestSpending } from './test-spending.server.ts'

export const RESULTS_PER_PAGE = 25
/** Changed results on the overview; the run's page has all. */
const SHOWN = 10

export async function readQuality(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  const [settings, spent, found, questions, runs] = await Promise.all([
    qualitySettings.read(ctx),
    readTestSpending(ctx),
    findEndpoints(ctx),
    countQuestions(ctx),
    listRuns(ctx),
  ])
  const last = runs[0]
  const changed = async (change: 'regressed' | 'improved') =>
    last === undefined ? [] : (await readResults(ctx, last.id, { show: change, limit: SHOWN })).results
  return {
    settings,
    spentThisMonth: spent / 1_000_000,
    hasProvider: found.kind === 'endpoints',
    questions,
    runs,
    regressed: await changed('regressed'),
    improved: await changed('improved'),
  }
}

async function countQuestions(ctx: Ctx): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('test_question')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns each run with what had changed since the one before it. */
async function listRuns(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('test_run')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  return rows.map(({ reason, ...run }, at) => {
    const before = rows[at + 1]
    return { ...run, reason: endReasonText(reason), changed: before ? changedParts(before, run) : [] }
  })
}

export type ListedRun = Awaited<ReturnType<typeof listRuns>>[number]

/** Returns the newest run's progress, for a page that waits for its end. */
export async function readProgress(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  const run = await ctx.db
    .selectFrom('test_run')
    .select(['id', 'state', 'questions', 'passed', 'failed', 'faults'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run ?? null
}

export const shownResults = ['all', 'regressed', 'improved', 'failed', 'fault'] as const
export type ShownResults = (typeof shownResults)[number]

const query = z.object({
  show: z.enum(shownResults).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** @throws {AppError} not-found */
export async function getTestRun(ctx: Ctx, id: string, input: object) {
  requireActor(ctx, 'knowledge.read')
  const { show, page: asked } = query.parse(input)
  const run = (await listRuns(ctx)).find((one) => one.id === id)
  if (!run) throw new AppError('not-found', 'There is no such test run. Old ones are deleted.')
  const { total } = await matching(ctx, id, show)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { page, pages, offset } = pageOf(total, RESULTS_PER_PAGE, asked)
  const { results } = await readResults(ctx, id, { show, limit: RESULTS_PER_PAGE, offset })
  return { run, show, results, total, page, pages, perPage: RESULTS_PER_PAGE }
}

function matching(ctx: Ctx, runId: string, show: ShownResults) {
  const results = ctx.db.selectFrom('test_result as result').where('result.run_id', '=', runId)
  if (show === 'all') return results
  return show === 'regressed' || show === 'improved'
    ? results.where('result.change', '=', show)
    : results.where('result.verdict', '=', show)
}

type Slice = { show: ShownResults; limit: number; offset?: number }

async function readResults(ctx: Ctx, runId: string, { show, limit, offset = 0 }: Slice) {
  const rows = await matching(ctx, runId, show)
    .innerJoin('test_question as question', 'question.id', 'result.question_id')
    .leftJoin('test_result as former', 'former.id', 'result.before_id')
    .select(['result.id', 'result.question_id', 'result.verdict', 'result.change', 'result.checks'])
    .select(['result.answer', 'result.passages', 'result.failure', 'result.cost_micros', 'result.model'])
    .select(['question.text', 'former.answer as former_answer', 'former.passages as former_passages'])
    .orderBy('result.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const results = rows.map(({ former_answer, former_passages, ...row }) => ({
    ...row,
    checks: JSON.parse(row.checks) as Check[],
    passages: JSON.parse(row.passages) as UsedPassage[],
    before:
      former_answer === null || former_passages === null
        ? null
        : { answer: former_answer, passages: JSON.parse(former_passages) as UsedPassage[] },
  }))
  const expected = results.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.kind === 'source' ? check.expected : [])),
  )
  const names = await nameSources(ctx, expected)
  const named = (check: Check): Check => {
    if (check.kind !== 'source') return check
    return { ...check, expected: check.expected.map((source) => names.get(source)?.title ?? source) }
  }
  return { results: results.map((result) => ({ ...result, checks: result.checks.map(named) })) }
}

export type ShownResult = Awaited<ReturnType<typeof readResults>>['results'][number]

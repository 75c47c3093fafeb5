import type { Ctx } from '#app/platform/context.server.ts'
import { type Budget, OverBudget } from '#app/platform/pool/task.ts'

import { type Original, type Reading, ReadingRefused, type RefusalReason } from './reading.ts'
import type { OwnPage } from './read-html.server.ts'
import { readOwnPagesTask, readTasks } from './reading-tasks.ts'

const reasons: Record<Budget, RefusalReason> = {
  time: 'too-slow',
  memory: 'too-much-memory',
  input: 'too-long',
  output: 'too-long',
}
const PAGES = 20

type Tasks = typeof readTasks

export async function readInPool(
  ctx: Pick<Ctx, 'pool'>,
  original: Original,
  options: { onProgress?: (percent: number) => void; signal?: AbortSignal; tasks?: Tasks },
): Promise<Reading> {
  const { onProgress, signal, tasks = readTasks } = options
  const outcome = await ctx.pool
    .run(tasks[original.kind], original, {
      ...(signal && { signal }),
      ...(onProgress && { onPart: onProgress }),
    })
    .catch((error: unknown) => {
      if (error instanceof OverBudget) throw new ReadingRefused(reasons[error.budget])
      throw error
    })
  if ('reading' in outcome) return outcome.reading
  throw new ReadingRefused(outcome.refused, { ...outcome.values })
}

export async function readOwnPages(ctx: Pick<Ctx, 'pool'>, pages: readonly string[]): Promise<OwnPage[]> {
  const texts: OwnPage[] = []
  for (let at = 0; at < pages.length; at += PAGES)
    texts.push(...(await ctx.pool.run(readOwnPagesTask, pages.slice(at, at + PAGES))))
  return texts
}

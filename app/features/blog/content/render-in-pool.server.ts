import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { defineTask, OverBudget } from '#app/platform/pool/task.ts'

import type { RenderedContent } from './render-content.server.ts'

/** Characters, about 80,000 words. */
export const MAX_SOURCE = 500_000

/** A typical post takes about 20 ms, the longest about a second. */
export const renderPost = defineTask<{ source: string; isColoured: boolean }, RenderedContent>({
  name: 'render-post',
  lane: 'quick',
  maxCpu: 4000,
  maxMemory: 400,
  maxInput: MAX_SOURCE + 10,
  maxOutput: 20_000_000,
  maxWaiting: 20,
})

/**
 * Renders a post in the pool. If it exceeds the time limit, it is rendered again without coloured code.
 * @throws {FieldErrors} of `content`.
 */
export async function renderInPool(ctx: Ctx, source: string): Promise<RenderedContent> {
  if (source.length > MAX_SOURCE) {
    const [length, most] = [source.length, MAX_SOURCE].map((n) => n.toLocaleString('en-US'))
    throw new FieldErrors({ content: `The content has ${length} characters; a post may have ${most}.` })
  }
  try {
    return await ctx.pool.run(renderPost, { source, isColoured: true }).catch((error: unknown) => {
      if (!(error instanceof OverBudget)) throw error
      return ctx.pool.run(renderPost, { source, isColoured: false })
    })
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new FieldErrors({
      content: 'The content takes too long to render. Please simplify its markup, or split it.',
    })
  }
}

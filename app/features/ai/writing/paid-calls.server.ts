import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { lengthOf } from '#app/features/ai/providers/fit-request.ts'
import type { ReplyEvent, ReplyRequest } from '#app/features/ai/providers/model-call.ts'
import { costOfReply } from '#app/features/ai/spending/price-table.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import {
  dearestCost,
  reserveWithinCaps,
  settleWithinCaps,
} from '#app/features/ai/spending/spend-within-caps.server.ts'
import { findSpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** An image's cost in characters of text, about 2,000 tokens: Claude counts width times height divided by 750. */
const PICTURE_LENGTH = 8000

type Done = ReplyEvent & { type: 'done' }

/** Reserves a call's maximum cost. Read the stream to its end or until `leaving`: its last event settles the cost. */
export type PaidCall = (
  request: ReplyRequest,
  /** The previous call of this answer. Its model must continue, as no other accepts its signed reasoning. */
  before?: Done,
) => Promise<(leaving: AbortSignal) => AsyncGenerator<ReplyEvent>>

/** Uses the owner's provider. @throws {AppError} conflict without one; each call unavailable past a cap. */
export async function findPaidCalls(ctx: Ctx): Promise<PaidCall> {
  const [found, limits] = await Promise.all([findEndpoints(ctx), findSpendingLimits(ctx)])
  if (found.kind !== 'endpoints')
    throw new AppError('conflict', 'Please set up a provider and its key in API Configuration first.')
  const { fallback } = found.endpoints
  return async (request, before) => {
    const isFallback = fallback?.provider === before?.by.provider && fallback?.model === before?.by.model
    const endpoints = fallback && isFallback ? { primary: fallback, fallback: null } : found.endpoints
    const length = lengthOf(request) + (request.picture ? PICTURE_LENGTH : 0)
    const reserved = dearestCost(ctx, found, limits, { length, turns: [], maxTokens: request.maxTokens })
    const reservedAt = ctx.clock.now()
    await reserveWithinCaps(ctx, limits, reserved)
    const settle = async (last: ReplyEvent & { type: 'done' | 'failed' }, output: number) => {
      const characters = { input: lengthOf(request), output }
      const { cost, tokens } = costOfReply({ ...last, characters }, limits, reservedAt)
      const settlement = { reservedAt, reserved, actual: cost, tokens }
      await withQueuedTransaction(ctx, (ctx) => settleWithinCaps(ctx, limits, settlement))
    }
    return async function* call(leaving) {
      // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
      const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
      let output = 0
      for await (const event of streamReply(ctx, endpoints, request, { signal: leaving })) {
        if (event.type === 'text') output += event.text.length
        // The last event counts these characters as hidden.
        if (event.type === 'restart') output = 0
        if (event.type === 'done' || event.type === 'failed')
          await settle(event, output + (event.hidden ?? 0))
        yield event
      }
    }
  }
}

import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import {
  dearestCost,
  reserveWithinCaps,
  settleWithinCaps,
} from '#app/features/ai/spending/spend-within-caps.server.ts'
import { findSpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import { costOfReply } from '#app/features/ai/spending/price-table.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { Picture, ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** A picture's cost in characters of text, some 2,000 tokens: Claude counts width times height divided by 750. */
const PICTURE_LENGTH = 8000

export type WritingTask = {
  instructions: string
  text: string
  picture?: Picture
  /** Of whoever asks; by default that of the editor. */
  permission?: Permission
}

export async function canWrite(ctx: Ctx): Promise<boolean> {
  return (await findEndpoints(ctx)).kind === 'endpoints'
}

/**
 * Has the owner's provider write a text. The stream must be read to its end or until `leaving`, because its last event
 * settles the cost. @throws {AppError} conflict without a provider, unavailable past a cap.
 */
export async function writeWithAssistant(
  ctx: Ctx,
  { instructions, text, picture, permission = 'content.write' }: WritingTask,
): Promise<(leaving: AbortSignal) => AsyncGenerator<ReplyEvent>> {
  requireActor(ctx, permission)
  const [found, limits] = await Promise.all([findEndpoints(ctx), findSpendingLimits(ctx)])
  if (found.kind !== 'endpoints')
    throw new AppError('conflict', 'Please set a provider and its key in API Configuration first.')
  const turns = [{ role: 'user' as const, content: text }]
  const beside = instructions.length + (picture ? PICTURE_LENGTH : 0)
  const reserved = dearestCost(ctx, found, limits, { length: beside, turns })
  const reservedAt = ctx.clock.now()
  await reserveWithinCaps(ctx, limits, reserved)
  const settle = async (last: ReplyEvent & { type: 'done' | 'failed' }, output: number) => {
    const characters = { input: instructions.length + text.length, output }
    const { cost, tokens } = costOfReply({ ...last, characters }, limits, reservedAt)
    const settlement = { reservedAt, reserved, actual: cost, tokens }
    await withQueuedTransaction(ctx, (ctx) => settleWithinCaps(ctx, limits, settlement))
  }
  return async function* write(leaving) {
    // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
    const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
    const request = { instructions, turns, ...(picture && { picture }) }
    let length = 0
    for await (const event of streamReply(ctx, found.endpoints, request, { signal: leaving })) {
      if (event.type === 'text') length += event.text.length
      if (event.type === 'done' || event.type === 'failed') await settle(event, length)
      yield event
    }
  }
}

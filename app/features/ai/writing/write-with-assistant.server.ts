import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import type { Picture, ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { findPaidCalls } from './paid-calls.server.ts'

export type WritingTask = {
  instructions: string
  text: string
  picture?: Picture
  /** The permission that the member needs; by default that of editors. */
  permission?: Permission
}

export async function canWrite(ctx: Ctx): Promise<boolean> {
  return (await findEndpoints(ctx)).kind === 'endpoints'
}

/**
 * Has the owner's provider write a text, see `PaidCall`.
 * @throws {AppError} conflict without a provider, unavailable past a cap.
 */
export async function writeWithAssistant(
  ctx: Ctx,
  { instructions, text, picture, permission = 'content.write' }: WritingTask,
): Promise<(leaving: AbortSignal) => AsyncGenerator<ReplyEvent>> {
  requireActor(ctx, permission)
  const call = await findPaidCalls(ctx)
  return call({ instructions, turns: [{ role: 'user', content: text }], ...(picture && { picture }) })
}

import { recordRepeated } from '#app/platform/audit/record-repeated.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { describeDevice } from './describe-device.ts'

/** Refusals within so long are one line of the audit log. */
const TOGETHER = 15 * MINUTE

/** Notes that somebody was not let in; not what was typed, for a password may stand in the wrong field. */
export async function recordRefusal(
  ctx: Ctx,
  what: 'owner.sign_in_failed' | 'owner.code_failed',
  userAgent: string | null,
): Promise<void> {
  const by = { actor: 'stranger', device: describeDevice(userAgent) } as const
  await recordRepeated(ctx, { what, by, windowMs: TOGETHER })
}

/** Notes what a stranger did to an account, with a keyed hash of the address that was typed. */
export async function recordAttempt(
  ctx: Ctx,
  what: 'owner.sign_in_throttled' | 'owner.reset_asked',
  { email, userAgent = null }: { email: string; userAgent?: string | null },
): Promise<void> {
  const device = userAgent === null ? {} : { device: describeDevice(userAgent) }
  await recordRepeated(ctx, { what, about: email, by: { actor: 'stranger', ...device }, windowMs: TOGETHER })
}

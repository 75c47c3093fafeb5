import { recordRepeated } from '#app/platform/audit/record-repeated.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { describeDevice } from './describe-device.ts'

/** Refusals within so long are one line of the audit log. */
const TOGETHER = 15 * MINUTE

type Refusal = 'owner.sign_in_failed' | 'owner.code_failed' | 'owner.set_up_failed' | 'owner.reset_failed'

/** Notes that somebody was not let in; not what was typed, for a password may stand in the wrong field. */
export async function recordRefusal(ctx: Ctx, what: Refusal, userAgent: string | null): Promise<void> {
  const by = { actor: 'stranger', device: describeDevice(userAgent) } as const
  await recordRepeated(ctx, { what, by, windowMs: TOGETHER })
}

/** Notes that whoever sits at an open session could not prove to be its owner. */
export async function recordFailedProof(ctx: Ctx): Promise<void> {
  await recordRepeated(ctx, { what: 'owner.proof_failed', windowMs: TOGETHER })
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

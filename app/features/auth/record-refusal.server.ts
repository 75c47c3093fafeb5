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

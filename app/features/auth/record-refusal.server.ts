import { recordRepeated } from '#app/platform/audit/record-repeated.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { describeDevice } from './describe-device.ts'

type Refusal =
  | 'owner.sign_in_failed'
  | 'owner.invitation_failed'
  | 'owner.code_failed'
  | 'owner.passkey_refused'
  | 'owner.set_up_failed'
  | 'owner.reset_failed'

/** Records a refusal without the typed text, which may be a password in the wrong field. */
export async function recordRefusal(ctx: Ctx, what: Refusal, userAgent: string | null): Promise<void> {
  const by = { actor: 'stranger', device: describeDevice(userAgent) } as const
  await recordRepeated(ctx, { what, by })
}

export async function recordFailedProof(ctx: Ctx): Promise<void> {
  await recordRepeated(ctx, { what: 'owner.proof_failed' })
}

/** Records a stranger's attempt at an account, with a keyed hash of the typed address. */
export async function recordAttempt(
  ctx: Ctx,
  what: 'owner.sign_in_throttled' | 'owner.reset_asked',
  { email, userAgent = null }: { email: string; userAgent?: string | null },
): Promise<void> {
  const device = userAgent === null ? {} : { device: describeDevice(userAgent) }
  await recordRepeated(ctx, { what, about: email, by: { actor: 'stranger', ...device } })
}

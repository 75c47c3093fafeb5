import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { checkNewPassword } from './new-password.server.ts'
import { notifyOwner } from './notify-owner.server.ts'
import { hashPassword } from './password.server.ts'
import { withProof } from './prove-owner.server.ts'
import { renewSession } from './session.server.ts'
import { storePassword } from './store-password.server.ts'

/** Changes the password, ends every other session and returns this one's new token. @throws {FieldErrors} @throws {AppError} too-many. */
export async function changePassword(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<string> {
  const { memberId, email, sessionId } = requireActor(ctx, 'account.write')
  const { password = '', code = '' } = fields
  const passwordHash = await hashPassword(ctx, await checkNewPassword(ctx, email, fields))
  return withProof(ctx, { password, code }, async (ctx) => {
    await storePassword(ctx, memberId, { passwordHash, keepSession: sessionId })
    await recordChange(ctx, { what: 'owner.password_changed' })
    await notifyOwner(ctx, memberId, { change: 'password-changed' })
    return renewSession(ctx, sessionId)
  })
}

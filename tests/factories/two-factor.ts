import { beginTwoFactor, confirmTwoFactor } from '#app/features/auth/two-factor/enrol-two-factor.server.ts'
import { createSession, findActor } from '#app/features/auth/session.server.ts'
import { SECOND } from '#app/platform/clock.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { appCode } from '#tests/support/app-code.ts'

import { createTestOwner } from './owner.ts'

/** Creates the owner's account and a context that is signed in to it. */
export async function createSignedInOwner(ctx: TestCtx) {
  const account = await createTestOwner(ctx)
  const token = await createSession(ctx, { id: account.id, userAgent: 'Firefox/140.0' })
  const actor = await findActor(ctx, token)
  if (!actor) throw new Error('The session was just opened.')
  return { ...account, token, owner: asOwner(ctx, actor) }
}

/** Also turns on two-factor sign-in, and moves the clock so that the app shows an unused code. */
export async function createTwoFactorOwner(ctx: TestCtx) {
  const account = await createSignedInOwner(ctx)
  const { typedKey, ticket } = await beginTwoFactor(account.owner, { password: account.password })
  const code = appCode(typedKey, ctx.clock.now())
  const { codes, token } = await confirmTwoFactor(account.owner, { ticket, code })
  ctx.clock.advance(30 * SECOND)
  return { ...account, token, recoveryCodes: codes, codeNow: () => appCode(typedKey, ctx.clock.now()) }
}

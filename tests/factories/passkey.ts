import { addPasskey, beginPasskey, listPasskeys } from '#app/features/auth/passkeys/passkeys.server.ts'
import { beginPasskeySignIn } from '#app/features/auth/passkeys/sign-in-with-passkey.server.ts'
import {
  type Algorithm,
  type Authenticator,
  createAuthenticator,
  type Twist,
} from '#tests/support/authenticator.ts'
import { asOwner, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { createSignedInOwner } from './two-factor.ts'

export type SignedIn = Awaited<ReturnType<typeof createSignedInOwner>>

export async function authenticatorFor(ctx: TestCtx, algorithm?: Algorithm): Promise<Authenticator> {
  const { origin } = new URL((await ctx.site(ctx)).publicUrl)
  return createAuthenticator({ origin, ...(algorithm && { algorithm }) })
}

/** Creates a passkey in an authenticator without storing it. */
export async function newPasskey(ctx: TestCtx) {
  const signedIn = await createSignedInOwner(ctx)
  const name = 'Work laptop'
  const request = await beginPasskey(signedIn.owner, { name, password: signedIn.password, code: '' })
  const authenticator = await authenticatorFor(ctx)
  const actor = signedIn.owner.actor ?? testActor
  return { answer: { name, ...authenticator.register(request) }, account: { ...signedIn, actor } }
}

/** Stores a passkey of a signed-in member; returns it with its authenticator. */
export async function registerPasskey(
  ctx: TestCtx,
  account: Pick<SignedIn, 'owner' | 'password'>,
  { name = 'Work laptop', algorithm }: { name?: string; algorithm?: Algorithm } = {},
) {
  const member = asOwner(ctx, account.owner.actor ?? testActor)
  const authenticator = await authenticatorFor(ctx, algorithm)
  const request = await beginPasskey(member, { name, password: account.password, code: '' })
  await addPasskey(member, { name, ...authenticator.register(request) })
  const [added] = await listPasskeys(member)
  if (!added) throw new Error('The passkey was just added.')
  return { id: added.id, authenticator }
}

/** Returns what a browser posts to sign in. */
export async function passkeyAttempt(ctx: TestCtx, authenticator: Authenticator, twist: Twist = {}) {
  const { token, request } = await beginPasskeySignIn(ctx)
  return {
    answer: authenticator.answer(request, twist),
    holder: token,
    clientAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  }
}

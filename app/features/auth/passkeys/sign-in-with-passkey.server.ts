import { createHash } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { describeDevice } from '../describe-device.ts'
import { findDevice } from '../known-device.server.ts'
import { recordRefusal } from '../record-refusal.server.ts'
import { newToken } from '../secret-token.server.ts'
import { createSession } from '../session.server.ts'
import { countTry, forgetTries } from '../sign-in-limits.server.ts'

import {
  decodePart,
  passkeySite,
  readAuthenticatorHead,
  readClientData,
  requirePasskeySite,
  unreadableAnswer,
} from './authenticator-answer.server.ts'
import { isSignedBy } from './cose-key.server.ts'
import { createPasskeyChallenge, takePasskeyChallenge } from './passkey-challenge.server.ts'
import { passkeySubject } from './passkeys.server.ts'

/** Returns whether the login page offers passkeys, which it does once any member has one. */
export async function canUsePasskeys(ctx: Ctx): Promise<boolean> {
  if ((await passkeySite(ctx)) === null) return false
  const known = await ctx.db.selectFrom('passkey').select('id').limit(1).executeTakeFirst()
  return known !== undefined
}

/** Returns a challenge and the token that the browser keeps in a cookie. @throws {AppError} unavailable. */
export async function beginPasskeySignIn(
  ctx: Ctx,
): Promise<{ token: string; request: { challenge: string; rpId: string } }> {
  const { rpId } = await requirePasskeySite(ctx)
  const token = newToken()
  return { token, request: { challenge: await createPasskeyChallenge(ctx, token), rpId } }
}

/** The authenticator's answer; each part is base64url. */
export type PasskeyAnswer = {
  credential: string
  userHandle: string
  clientData: string
  authenticatorData: string
  signature: string
}

type Attempt = {
  answer: PasskeyAnswer
  /** The cookie's token; null if the browser sent none. */
  holder: string | null
  clientAddress: string
  userAgent: string | null
  replaces?: string | null
  device?: string | null
}

/**
 * Opens a session. A passkey that verified its user counts as two factors.
 * @throws {AppError} invalid, expired, unauthenticated, too-many.
 */
export async function signInWithPasskey(ctx: Ctx, attempt: Attempt): Promise<string> {
  const { answer, clientAddress: from, userAgent } = attempt
  const site = await requirePasskeySite(ctx)
  const passkey = await findPasskey(ctx, answer)
  const email = passkey?.email ?? null
  const device = email === null ? null : findDevice(ctx, email, attempt.device ?? null)
  await countTry(ctx, { from, email, device }, userAgent)
  const given = readAnswer(answer)
  const { challenge } = readClientData(given.clientData, { type: 'webauthn.get', site })
  const { counter } = readAuthenticatorHead(given.authenticatorData, site)
  const taken = { challenge, holder: attempt.holder ?? newToken() }
  const signed = Buffer.concat([
    given.authenticatorData,
    createHash('sha256').update(given.clientData).digest(),
  ])
  const isRight = passkey !== null && isSignedBy(passkey.publicKey, signed, given.signature)
  if (!isRight) return refuse(ctx, taken, userAgent)
  const session = await withTransaction(ctx, async (ctx) => {
    await takePasskeyChallenge(ctx, taken)
    if (!(await notePasskeyUse(ctx, passkey, counter))) return null
    await forgetTries(ctx, { from, email: passkey.email, device })
    await recordChange(ctx, {
      what: 'owner.passkey_used',
      subject: passkeySubject(passkey),
      by: {
        actor: 'member',
        email: passkey.email,
        name: passkey.memberName,
        device: describeDevice(userAgent),
      },
    })
    return createSession(ctx, { id: passkey.memberId, userAgent, replaces: attempt.replaces ?? null })
  })
  return session ?? refuse(ctx, taken, userAgent)
}

/** Uses up the challenge after a wrong answer too. */
async function refuse(
  ctx: Ctx,
  taken: { challenge: string; holder: string },
  userAgent: string | null,
): Promise<never> {
  await takePasskeyChallenge(ctx, taken).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  await recordRefusal(ctx, 'owner.passkey_refused', userAgent)
  throw new AppError(
    'unauthenticated',
    'This passkey does not belong to an account here. It may have been removed. Please sign in with your password.',
  )
}

function readAnswer({ clientData, authenticatorData, signature }: PasskeyAnswer) {
  return {
    clientData: decodePart(clientData),
    authenticatorData: decodePart(authenticatorData),
    signature: decodePart(signature),
  }
}

type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Returns the passkey of the answer, which must name the member it belongs to, or null. @throws {AppError} invalid. */
async function findPasskey(ctx: Ctx, { credential, userHandle }: PasskeyAnswer) {
  decodePart(credential)
  const memberId = decodePart(userHandle).toString('utf8')
  if (memberId.includes('\0')) throw unreadableAnswer()
  const row = await ctx.db
    .selectFrom('passkey')
    .innerJoin('member', 'member.id', 'passkey.member_id')
    .select(['passkey.id', 'passkey.name', 'passkey.public_key as publicKey'])
    .select(['member.id as memberId', 'member.email', 'member.name as memberName'])
    .where('passkey.credential_id', '=', credential)
    .where('passkey.member_id', '=', memberId)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns false if the passkey or its member was removed meanwhile, or if the counter reveals a copy (WebAuthn 3, section 6.1.1). */
async function notePasskeyUse(ctx: Ctx, { id, memberId }: KnownPasskey, counter: number): Promise<boolean> {
  // Locks the member before the passkey, in the same order as `endAccess`.
  const { numUpdatedRows: members } = await ctx.db
    .updateTable('member')
    .set((member) => ({ id: member.ref('id') }))
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: ctx.clock.now() })
    .where('id', '=', id)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirst()
  return members > 0n && numUpdatedRows > 0n
}

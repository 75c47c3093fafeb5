import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { withProof } from '../prove-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import {
  decodePart,
  readAttestation,
  readClientData,
  requirePasskeySite,
} from './authenticator-answer.server.ts'
import { algorithms, storedKey } from './cose-key.server.ts'
import { createPasskeyChallenge, takePasskeyChallenge } from './passkey-challenge.server.ts'
import { MOST_PASSKEYS, PASSKEY_NAME_MAX } from './passkey-limits.ts'

export async function listPasskeys(ctx: Ctx) {
  const { memberId } = requireActor(ctx, 'account.read')
  return ctx.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type ListedPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

/** What the browser needs to have an authenticator create a passkey. */
export type PasskeyRequest = {
  challenge: string
  rpId: string
  siteName: string
  user: { id: string; email: string; name: string }
  algorithms: readonly number[]
  known: string[]
}

type Proof = { password: string; code: string }

/** Checks the proof and returns the request for a new passkey. @throws {FieldErrors} @throws {AppError} conflict, unavailable, too-many. */
export async function beginPasskey(ctx: Ctx, given: Proof & { name: string }): Promise<PasskeyRequest> {
  const { memberId, email, name, sessionId } = requireActor(ctx, 'account.write')
  parsePasskeyName(given.name)
  const { rpId } = await requirePasskeySite(ctx)
  const { siteName } = await ctx.site(ctx)
  return withProof(ctx, given, async (ctx) => {
    const known = await knownCredentials(ctx, memberId)
    const challenge = await createPasskeyChallenge(ctx, holderOf(sessionId))
    const user = { id: Buffer.from(memberId).toString('base64url'), email, name: name || email }
    return { challenge, rpId, siteName, user, algorithms, known }
  })
}

/** Stores the passkey that an authenticator made. @throws {FieldErrors} for the name. @throws {AppError} invalid, expired, conflict. */
export async function addPasskey(
  ctx: Ctx,
  given: { name: string; clientData: string; attestation: string },
): Promise<void> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  const name = parsePasskeyName(given.name)
  const site = await requirePasskeySite(ctx)
  const { challenge } = readClientData(decodePart(given.clientData), { type: 'webauthn.create', site })
  const credential = readAttestation(decodePart(given.attestation), site)
  const id = newId()
  await withTransaction(ctx, async (ctx) => {
    await takePasskeyChallenge(ctx, { challenge, holder: holderOf(sessionId) })
    await ctx.engine.lockUntilCommit(ctx.db, `passkeys of ${memberId}`)
    await knownCredentials(ctx, memberId)
    const added = await ctx.db
      .insertInto('passkey')
      .values({
        id,
        member_id: memberId,
        credential_id: credential.id,
        public_key: storedKey(credential.key),
        counter: credential.counter,
        name,
        created_at: ctx.clock.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('conflict', 'This passkey is already registered.')
    await recordChange(ctx, { what: 'owner.passkey_added', subject: passkeySubject({ id, name }) })
    await notifyOwner(ctx, memberId, { change: 'passkey-added' })
  })
}

/** Ends all other sessions, as the passkey may have opened one. Returns a new token. @throws {FieldErrors} @throws {AppError} not-found. */
export async function removePasskey(ctx: Ctx, { id, ...given }: Proof & { id: string }): Promise<string> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  return withProof(ctx, given, async (ctx) => {
    // This locks the member before the passkey, in the same order as a sign-in with it.
    await endAccess(ctx, memberId, sessionId)
    const removed = await ctx.db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!removed)
      throw new AppError('not-found', 'There is no such passkey. It may have been removed already.')
    await recordChange(ctx, { what: 'owner.passkey_removed', subject: passkeySubject(removed) })
    await notifyOwner(ctx, memberId, { change: 'passkey-removed' })
    return renewSession(ctx, sessionId)
  })
}

export async function forgetPasskeys(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db.deleteFrom('passkey').where('member_id', '=', memberId).execute()
}

export function passkeySubject({ id, name }: { id: string; name: string }) {
  return { id, title: name, path: '/admin/account' }
}

function holderOf(sessionId: string): string {
  return `session ${sessionId}`
}

function parsePasskeyName(typed: string): string {
  const name = readableLine(typed)
  if (!name)
    throw new FieldErrors({ passkeyName: 'Please name the passkey so that you can recognise it later.' })
  if (name.length > PASSKEY_NAME_MAX)
    throw new FieldErrors({ passkeyName: `Please use at most ${PASSKEY_NAME_MAX} characters.` })
  return name
}

/** Returns the ids of the member's credentials. @throws {AppError} conflict if no more are allowed. */
async function knownCredentials(ctx: Ctx, memberId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('passkey')
    .select('credential_id')
    .where('member_id', '=', memberId)
    .execute()
  if (rows.length >= MOST_PASSKEYS)
    throw new AppError('conflict', `You already have ${MOST_PASSKEYS} passkeys. Please remove one first.`)
  return rows.map((row) => row.credential_id)
}

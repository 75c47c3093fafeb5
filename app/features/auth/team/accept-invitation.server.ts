import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { describeDevice } from '../describe-device.ts'
import { newPasswordFault } from '../new-password.server.ts'
import { hashPassword } from '../password.server.ts'
import { recordRefusal } from '../record-refusal.server.ts'
import { hashToken } from '../secret-token.server.ts'
import { createSession } from '../session.server.ts'

import { INVITATION_LASTS, lockTeam } from './invitations.server.ts'
import { parseName } from './member-name.server.ts'

const perAddress: ThrottleRule = { name: 'invitation-use', limit: 20, windowMs: 15 * MINUTE }

export type OpenInvitation = { id: string; email: string; role: Role }

export async function findInvitation(ctx: Ctx, token: string): Promise<OpenInvitation | null> {
  const row = await ctx.db
    .selectFrom('invitation')
    .select(['id', 'email', 'role'])
    .where('token_hash', '=', hashToken(token))
    .where('sent_at', '>', ctx.clock.now() - INVITATION_LASTS)
    .executeTakeFirst()
  return row ?? null
}

export type Acceptance = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
}

/** Makes the invited person a member and returns a session's token. @throws {FieldErrors} @throws {AppError} expired, too-many. */
export async function acceptInvitation(
  ctx: Ctx,
  { fields, clientAddress, userAgent }: Acceptance,
): Promise<string> {
  const { token = '', name = '', password = '', confirmPassword = '' } = fields
  await countAddress(ctx, perAddress, clientAddress)
  const invitation = await findInvitation(ctx, token)
  if (!invitation) {
    await recordRefusal(ctx, 'owner.invitation_failed', userAgent)
    throw expired()
  }
  const { email, role } = invitation
  const given = { email, role, name: parseName(name) }
  const fault = await newPasswordFault(ctx, email, password)
  if (fault) throw new FieldErrors({ password: fault })
  if (password !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  const passwordHash = await hashPassword(ctx, password, clientAddress)
  return withTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    const used = await ctx.db
      .deleteFrom('invitation')
      .where('id', '=', invitation.id)
      .where('token_hash', '=', hashToken(token))
      .returning('role')
      .executeTakeFirst()
    if (!used) throw expired()
    const id = await storeMember(ctx, { ...given, role: used.role, passwordHash })
    const by = { actor: 'member', email, name: given.name, device: describeDevice(userAgent) } as const
    const subject = { id, title: email, path: '/admin/team' }
    await recordChange(ctx, { what: 'member.joined', subject, by })
    return createSession(ctx, { id, userAgent })
  })
}

type NewMember = { email: string; name: string; role: Role; passwordHash: string }

/** Reuses the row of a former member, so that the history names one person. */
async function storeMember(ctx: Ctx, { email, name, role, passwordHash }: NewMember): Promise<string> {
  const now = ctx.clock.now()
  const set = { name, role, password_hash: passwordHash, password_changed_at: now, removed_at: null }
  const { id } = await ctx.db
    .insertInto('member')
    .values({ id: newId(), email, created_at: now, ...set })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(set))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function expired(): AppError {
  return new AppError(
    'expired',
    'This invitation was already used, was revoked or is more than seven days old. Please ask for a new one.',
  )
}

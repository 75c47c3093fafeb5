import { isEmailAddress } from '#app/lib/email-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { type Role, roles } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

import { invitationEmail } from './invitation.email.tsx'

/** Milliseconds for which an invitation's link works. */
export const INVITATION_LASTS = 7 * DAY

/** `link` is null if it was mailed; otherwise it is shown once. */
export type Sent = { email: string; link: string | null }

/** Invites a person who is not a member. @throws {FieldErrors} */
export async function invite(ctx: Ctx, input: { email: string; role: string }): Promise<Sent> {
  const actor = requireActor(ctx, 'team.write')
  const email = input.email.trim().toLowerCase()
  if (!isEmailAddress(email)) throw new FieldErrors({ email: 'Please enter an e-mail address.' })
  const role = parseRole(input.role)
  return withTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    const member = await ctx.db
      .selectFrom('member')
      .select('id')
      .where('email', '=', email)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (member) throw new FieldErrors({ email: 'This person is already a member.' })
    const open = await ctx.db
      .selectFrom('invitation')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (open)
      throw new FieldErrors({
        email: 'This person has already been invited. Send the invitation again or revoke it below.',
      })
    const token = newToken()
    const row = { id: newId(), email, role, token_hash: hashToken(token), invited_by: actor.memberId }
    await ctx.db
      .insertInto('invitation')
      .values({ ...row, sent_at: ctx.clock.now() })
      .execute()
    await recordInvitation(ctx, 'member.invited', row)
    return send(ctx, { email, role, token, actor })
  })
}

/** Sends a new link; the earlier one stops working. @throws {AppError} not-found. */
export async function sendInvitationAgain(ctx: Ctx, { id }: { id: string }): Promise<Sent> {
  const actor = requireActor(ctx, 'team.write')
  return withTransaction(ctx, async (ctx) => {
    const token = newToken()
    const row = await ctx.db
      .updateTable('invitation')
      .set({ token_hash: hashToken(token), invited_by: actor.memberId, sent_at: ctx.clock.now() })
      .where('id', '=', id)
      .returning(['id', 'email', 'role'])
      .executeTakeFirst()
    if (!row) throw noInvitation()
    await recordInvitation(ctx, 'member.invited_again', row)
    return send(ctx, { ...row, token, actor })
  })
}

/** @throws {AppError} not-found. */
export async function revokeInvitation(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'team.write')
  await withTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .deleteFrom('invitation')
      .where('id', '=', id)
      .returning(['id', 'email', 'role'])
      .executeTakeFirst()
    if (!row) throw noInvitation()
    await recordInvitation(ctx, 'member.invitation_revoked', row)
  })
}

/** Serializes changes to the team, so that two at once cannot leave it without an owner. */
export async function lockTeam(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'team')
}

/** @throws {FieldErrors} */
export function parseRole(given: string): Role {
  const role = roles.find((known) => known === given)
  if (!role) throw new FieldErrors({ role: 'Please choose a role.' })
  return role
}

function noInvitation(): AppError {
  return new AppError('not-found', 'There is no such invitation. It may have been accepted or revoked.')
}

async function recordInvitation(
  ctx: Ctx,
  what: Extract<ChangeKind, `member.${string}`>,
  { id, email, role }: { id: string; email: string; role: Role },
): Promise<void> {
  const subject = { id, title: email, path: '/admin/team' }
  await recordChange(ctx, {
    what,
    subject,
    ...(what === 'member.invited' && { values: { role: [null, role] } }),
  })
}

/** Mails the link, or returns it without a mail server, so that the inviting member can pass it on. */
async function send(
  ctx: Ctx,
  { email, role, token, actor }: { email: string; role: Role; token: string; actor: Actor },
): Promise<Sent> {
  if (!(await ctx.mail(ctx))) {
    const { publicUrl } = await ctx.site(ctx)
    return { email, link: `${publicUrl}/admin/invitation?token=${token}` }
  }
  await queueEmail(ctx, {
    template: invitationEmail,
    props: { token, by: actor.name || actor.email, role },
    to: [email],
    dedupeKey: `invitation:${newId()}`,
  })
  return { email, link: null }
}

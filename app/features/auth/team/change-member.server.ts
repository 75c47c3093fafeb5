import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { revokeLater } from '#app/platform/oauth/revoke-access.job.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { forgetPasskeys } from '../passkeys/passkeys.server.ts'
import { endAccess } from '../store-password.server.ts'
import { forgetTwoFactor } from '../two-factor/manage-two-factor.server.ts'

import { lockTeam, parseRole } from './invitations.server.ts'

/** A role that cannot be assigned anything leaves the member's leads to the others. @throws {FieldErrors} for an unknown role. @throws {AppError} not-found, conflict for the last owner. */
export async function changeRole(ctx: Ctx, input: { id: string; role: string }): Promise<void> {
  requireActor(ctx, 'team.write')
  const role = parseRole(input.role)
  await changeTeam(ctx, input.id, async (ctx, member) => {
    if (member.role === role) return
    await ctx.db.updateTable('member').set({ role }).where('id', '=', member.id).execute()
    if (!may(role, 'leads.write')) await unassign(ctx, member.id)
    const subject = { id: member.id, title: member.email, path: '/admin/team' }
    await recordChange(ctx, { what: 'member.role_changed', subject, values: { role: [member.role, role] } })
  })
}

/** Ends all access at once; the row stays for the history. @throws {AppError} not-found, conflict for the last owner. */
export async function removeMember(ctx: Ctx, input: { id: string }): Promise<void> {
  requireActor(ctx, 'team.write')
  await changeTeam(ctx, input.id, async (ctx, { id, email, role }) => {
    await ctx.db
      .updateTable('member')
      .set({ removed_at: ctx.clock.now(), password_hash: '' })
      .where('id', '=', id)
      .execute()
    await endAccess(ctx, id)
    await unassign(ctx, id)
    await forgetTwoFactor(ctx, id)
    await forgetPasskeys(ctx, id)
    await ctx.db.deleteFrom('invitation').where('invited_by', '=', id).execute()
    const feeds = await ctx.db
      .deleteFrom('calendar_feed')
      .where('member_id', '=', id)
      .returning(['id', 'kind', 'sealed'])
      .execute()
    for (const { id: feed, kind, sealed } of feeds)
      await revokeLater(ctx, { provider: kind, row: calendarRow(feed), sealed })
    await ctx.db.deleteFrom('notice').where('member_id', '=', id).execute()
    await ctx.db.deleteFrom('notice_preference').where('member_id', '=', id).execute()
    const subject = { id, title: email, path: '/admin/team' }
    await recordChange(ctx, { what: 'member.removed', subject, values: { role: [role, null] } })
  })
}

/** Unassigns the member's leads, conversations and items of Today. */
async function unassign(ctx: Ctx, id: string): Promise<void> {
  const none = { assignee_id: null }
  await ctx.db.updateTable('lead').set(none).where('assignee_id', '=', id).execute()
  await ctx.db.updateTable('conversation').set(none).where('assignee_id', '=', id).execute()
  await ctx.db.updateTable('today_mark').set(none).where('assignee_id', '=', id).execute()
  await ctx.signals.publish(ctx, TODAY_TOPIC)
}

type Member = Awaited<ReturnType<typeof getMember>>

/** Runs `change` unless it leaves the team without an owner. @throws {AppError} conflict, not-found. */
async function changeTeam(
  ctx: Ctx,
  id: string,
  change: (ctx: Ctx, member: Member) => Promise<void>,
): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    await change(ctx, await getMember(ctx, id))
    const owner = await ctx.db
      .selectFrom('member')
      .select('id')
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!owner)
      throw new AppError('conflict', 'There must be at least one owner. Make somebody else an owner first.')
  })
}

async function getMember(ctx: Ctx, id: string) {
  const member = await ctx.db
    .selectFrom('member')
    .select(['id', 'email', 'role'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new AppError('not-found', 'There is no such member. They may have been removed.')
  return member
}

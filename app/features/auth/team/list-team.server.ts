import type { Ctx } from '#app/platform/context.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { INVITATION_LASTS } from './invitations.server.ts'

export async function listTeam(ctx: Ctx) {
  const { memberId } = requireActor(ctx, 'team.read')
  const members = await listMembers(ctx)
  const rows = await ctx.db
    .selectFrom('member')
    .leftJoin('two_factor', 'two_factor.member_id', 'member.id')
    .select(['member.id', 'member.last_seen_at', 'two_factor.enabled_at'])
    .execute()
  const invitations = await ctx.db
    .selectFrom('invitation')
    .select(['id', 'email', 'role', 'sent_at as sentAt'])
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  const now = ctx.clock.now()
  return {
    members: members.map((member) => {
      const row = rows.find(({ id }) => id === member.id)
      return {
        ...member,
        isSelf: member.id === memberId,
        lastSeenAt: row?.last_seen_at ?? null,
        hasTwoFactor: Boolean(row?.enabled_at),
      }
    }),
    invitations: invitations.map((each) => ({
      ...each,
      endsAt: each.sentAt + INVITATION_LASTS,
      hasEnded: each.sentAt + INVITATION_LASTS <= now,
    })),
    canMail: (await ctx.mail(ctx)) !== null,
  }
}

export type Team = Awaited<ReturnType<typeof listTeam>>

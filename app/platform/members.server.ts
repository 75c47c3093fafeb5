import type { Ctx } from './context.server.ts'
import type { Role } from './permissions.ts'
import { requireActor } from './require-actor.ts'

export type ListedMember = {
  id: string
  /** The e-mail address until the member has entered a name. */
  name: string
  email: string
  role: Role
}

/** Everybody who may sign in, by name, for pickers. */
export async function listMembers(ctx: Ctx): Promise<ListedMember[]> {
  requireActor(ctx, 'account.read')
  const members = await ctx.db
    .selectFrom('member')
    .select(['id', 'name', 'email', 'role'])
    .where('removed_at', 'is', null)
    .execute()
  return members
    .map((member) => ({ ...member, name: member.name || member.email }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id))
}

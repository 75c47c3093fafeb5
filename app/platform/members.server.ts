import type { Ctx } from './context.server.ts'
import { AppError } from './errors.ts'
import { may, type Role } from './permissions.ts'
import { requireActor } from './require-actor.ts'

export type ListedMember = {
  id: string
  /** The e-mail address if the member has not entered a name. */
  name: string
  email: string
  role: Role
}

/** Returns all members who may sign in, sorted by name. */
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

/** Returns the members to whom leads and conversations can be assigned. */
export async function listAssignees(ctx: Ctx): Promise<ListedMember[]> {
  return (await listMembers(ctx)).filter(({ role }) => may(role, 'leads.write'))
}

/** @throws {AppError} invalid if the member cannot be assigned. */
export async function findAssignee(ctx: Ctx, id: string | null): Promise<ListedMember | null> {
  if (id === null) return null
  const member = (await listAssignees(ctx)).find((each) => each.id === id)
  if (!member) throw new AppError('invalid', 'Please choose a member of the team.')
  return member
}

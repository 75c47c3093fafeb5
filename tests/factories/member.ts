import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { hashPassword } from '#app/features/auth/password.server.ts'

let made = 0

/** Stores a member as an accepted invitation does; returns the sign-in data and an actor. */
export async function createTestMember(
  ctx: Ctx,
  overrides: { role?: Role; name?: string; email?: string; password?: string; removedAt?: number } = {},
): Promise<{ actor: Actor; id: string; email: string; password: string }> {
  made += 1
  const { role = 'sales', name = '', removedAt = null, ...given } = overrides
  const account = { email: `member${made}@agency.test`, password: `copper lantern river ${made}`, ...given }
  const id = newId()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('member')
    .values({
      id,
      email: account.email,
      name,
      role,
      password_hash: await hashPassword(ctx, account.password),
      created_at: now,
      password_changed_at: now,
      removed_at: removedAt,
    })
    .execute()
  const actor = {
    memberId: id,
    email: account.email,
    name,
    role,
    sessionId: `session-of-${id}`,
    device: 'Firefox on Linux',
  }
  return { actor, id, ...account }
}

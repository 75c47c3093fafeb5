import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { hashToken, newToken } from '#app/features/auth/secret-token.server.ts'

let made = 0

export async function createInvitation(
  ctx: Ctx,
  { invitedBy, email, role = 'sales' }: { invitedBy: string; email?: string; role?: Role },
): Promise<{ id: string; email: string; token: string }> {
  made += 1
  const token = newToken()
  const row = { id: newId(), email: email ?? `invited${made}@agency.test`, role }
  await ctx.db
    .insertInto('invitation')
    .values({ ...row, token_hash: hashToken(token), invited_by: invitedBy, sent_at: ctx.clock.now() })
    .execute()
  return { id: row.id, email: row.email, token }
}

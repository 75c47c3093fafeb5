import type { Ctx } from '#app/platform/context.server.ts'

/** Stores the hash of a new password in the caller's transaction and ends access by the old one. Keeps two-factor sign-in. */
export async function storePassword(
  ctx: Ctx,
  memberId: string,
  { passwordHash, keepSession }: { passwordHash: string; keepSession?: string },
): Promise<void> {
  await ctx.db
    .updateTable('member')
    .set({ password_hash: passwordHash, password_changed_at: ctx.clock.now() })
    .where('id', '=', memberId)
    .execute()
  await endAccess(ctx, memberId, keepSession)
}

/**
 * Ends a member's sessions, push notifications, unfinished sign-ins and mailed links. `keepSession` is the session that
 * stays; without it, connected apps, API tokens and the calendar feed end too.
 */
export async function endAccess(ctx: Ctx, memberId: string, keepSession?: string): Promise<void> {
  // Waits for a concurrent sign-in: its session is then stored and ended below, or it sees the change.
  await ctx.db
    .updateTable('member')
    .set((owner) => ({ id: owner.ref('id') }))
    .where('id', '=', memberId)
    .execute()
  // This comes before the sessions: a concurrent second step has stored its session by now or finds its challenge gone.
  await ctx.db.deleteFrom('sign_in_challenge').where('member_id', '=', memberId).execute()
  await ctx.db.deleteFrom('password_reset').where('member_id', '=', memberId).execute()
  const sessions = ctx.db.deleteFrom('session').where('member_id', '=', memberId)
  await (keepSession ? sessions.where('id', '!=', keepSession) : sessions).execute()
  const devices = ctx.db.deleteFrom('push_subscription').where('member_id', '=', memberId)
  await (keepSession ? devices.where('session_id', '!=', keepSession) : devices).execute()
  await ctx.db.deleteFrom('oauth_code').where('member_id', '=', memberId).execute()
  if (keepSession) return
  // Somebody who knew the old password may have made any of these.
  for (const table of ['oauth_grant', 'api_token', 'booking_feed'] as const)
    await ctx.db.deleteFrom(table).where('member_id', '=', memberId).execute()
}

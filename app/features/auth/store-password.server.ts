import type { Ctx } from '#app/platform/context.server.ts'

/** Stores a new password's hash in the caller's transaction and ends the access by the old one. Two-factor sign-in stays. */
export async function storePassword(
  ctx: Ctx,
  ownerId: string,
  { passwordHash, keepSession }: { passwordHash: string; keepSession?: string },
): Promise<void> {
  await ctx.db
    .updateTable('owner')
    .set({ password_hash: passwordHash, password_changed_at: ctx.clock.now() })
    .where('id', '=', ownerId)
    .execute()
  await endAccess(ctx, ownerId, keepSession)
}

/** Ends all sessions but `keepSession`, unfinished sign-ins and mailed links. */
export async function endAccess(ctx: Ctx, ownerId: string, keepSession?: string): Promise<void> {
  // Waits for a concurrent sign-in: its session is then stored and ended below, or it sees the change.
  await ctx.db
    .updateTable('owner')
    .set((owner) => ({ id: owner.ref('id') }))
    .where('id', '=', ownerId)
    .execute()
  // Before the sessions: a concurrent second step has stored its session by now or finds its challenge gone.
  await ctx.db.deleteFrom('sign_in_challenge').where('owner_id', '=', ownerId).execute()
  await ctx.db.deleteFrom('password_reset').where('owner_id', '=', ownerId).execute()
  const sessions = ctx.db.deleteFrom('session').where('owner_id', '=', ownerId)
  await (keepSession ? sessions.where('id', '!=', keepSession) : sessions).execute()
}

import type { Ctx } from '#app/platform/context.server.ts'

/**
 * Stores another password's hash, in the caller's transaction, and ends what rested on the one before: sessions but
 * `keepSession`, sign-ins half done, links mailed to reset it. Two-factor sign-in stays as it is.
 */
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

/** Ends sessions but `keepSession`, sign-ins half done and links mailed to reset the password. */
export async function endAccess(ctx: Ctx, ownerId: string, keepSession?: string): Promise<void> {
  // A sign-in under way holds this row: its session is stored by now, or it reads what the caller has changed.
  await ctx.db
    .updateTable('owner')
    .set((owner) => ({ id: owner.ref('id') }))
    .where('id', '=', ownerId)
    .execute()
  // Before the sessions: a second step under way either has its session by now or finds its challenge gone.
  await ctx.db.deleteFrom('sign_in_challenge').where('owner_id', '=', ownerId).execute()
  await ctx.db.deleteFrom('password_reset').where('owner_id', '=', ownerId).execute()
  const sessions = ctx.db.deleteFrom('session').where('owner_id', '=', ownerId)
  await (keepSession ? sessions.where('id', '!=', keepSession) : sessions).execute()
}

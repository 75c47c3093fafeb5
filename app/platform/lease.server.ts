import type { Ctx } from './context.server.ts'

/** Takes a lease across all instances. Returns false if somebody holds it. */
export async function takeLease(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  name: string,
  until: number,
): Promise<boolean> {
  await ctx.db.deleteFrom('lease').where('until_at', '<=', ctx.clock.now()).execute()
  const { numInsertedOrUpdatedRows: taken } = await ctx.db
    .insertInto('lease')
    .values({ name, until_at: until })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(taken)
}

export async function endLease(ctx: Pick<Ctx, 'db'>, name: string): Promise<void> {
  await ctx.db.deleteFrom('lease').where('name', '=', name).execute()
}

import type { Ctx } from '#app/platform/context.server.ts'

/** The topic of changed settings. The payload is the key. */
export const SETTINGS_TOPIC = 'settings'

/** Returns a stored JSON value, or undefined if nothing is stored under the key. The caller parses it. */
export async function findSetting(ctx: Pick<Ctx, 'db'>, key: string): Promise<unknown> {
  const row = await ctx.db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row === undefined ? undefined : JSON.parse(row.value)
}

/** Stores a JSON value and informs every instance. */
export async function storeSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: ctx.clock.now() }
  await ctx.db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  await ctx.signals.publish(ctx, SETTINGS_TOPIC, key)
}

import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { auditEntryOf, type Change } from './record-change.server.ts'

/**
 * Writes into the audit log what a stranger can cause again and again: one row for each window of time, which counts.
 * So many rows and no more can be made from outside. The device is kept while it is the same.
 */
export async function recordRepeated(
  ctx: Ctx,
  { windowMs, ...change }: Change & { windowMs: number },
): Promise<void> {
  const entry = auditEntryOf(ctx, change)
  const { search: withoutDevice } = auditEntryOf(ctx, { ...change, by: { actor: entry.actor } })
  await ctx.db
    .insertInto('audit_entry')
    .values({ ...entry, id: `${change.what}@${Math.floor(entry.at / windowMs)}` })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        times: sql`audit_entry.times + 1`,
        device: sql`case when audit_entry.device = excluded.device then audit_entry.device end`,
        search: sql`case when audit_entry.device = excluded.device then audit_entry.search else ${withoutDevice} end`,
      }),
    )
    .execute()
}

import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

const ROWS_AT_ONCE = 1000

/** Deletes who was seen on days of these labels, some at a time: a busy day has a million rows. */
export async function deleteSeen(ctx: Ctx, [is, label]: ['=' | '<', string]): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from seen where (day, dimension, key, visitor) in (
        select day, dimension, key, visitor from seen where day ${sql.raw(is)} ${label} limit ${ROWS_AT_ONCE}
      )`.execute(ctx.db)
    if (numAffectedRows < ROWS_AT_ONCE) return
    await sleep(0)
  }
}

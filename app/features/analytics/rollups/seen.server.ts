import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

const ROWS_AT_ONCE = 1000

/** Deletes the rows of days with these labels in batches, because a busy day has a million. */
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

/** Returns the label of a day in `seen`. A recounted day gets a new one; rows under the old one are deleted later. */
export function seenLabel(day: string, generation: number): string {
  return generation === 0 ? day : `${day}#${generation}`
}

/** Returns a function that maps a day to its current label or, for a draft, to that of the running recount. */
export async function seenLabels(
  ctx: Ctx,
  { isDraft }: { isDraft: boolean },
): Promise<(day: string) => string> {
  const recounts = await ctx.db.selectFrom('recount').select(['day', 'generation', 'draft']).execute()
  const byDay = new Map(
    recounts.map(({ day, generation, draft }) => [
      day,
      seenLabel(day, isDraft && draft !== null ? draft : generation),
    ]),
  )
  return (day) => byDay.get(day) ?? day
}

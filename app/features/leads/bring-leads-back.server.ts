import { resumeDeliveries } from '#app/features/webhooks/queue-deliveries.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { bringBack, type Kept, type Row } from '#app/platform/deletions/keep-deleted.server.ts'
import { resumeEmails } from '#app/platform/email/change-emails.server.ts'

import { recordLeadEvent } from './record-lead-event.server.ts'

type Restored = { subjectId: string; leadIds: string[] }

/** Restores deleted leads with all that `partsOf` kept. Call it in a transaction. @throws {AppError} not-found */
export async function bringLeadsBack(ctx: Ctx, kept: Kept): Promise<Restored> {
  const crowded = new Set<string>()
  const { subjectId, idsOf } = await bringBack(ctx, kept, {
    async slot_claim(rows) {
      const taken = await findTaken(ctx, rows)
      for (const row of rows) if (taken.has(keyOf(row))) crowded.add(String(row['booking_id']))
      return rows.filter((row) => !taken.has(keyOf(row)))
    },
    async webhook_delivery(rows) {
      const webhooks = await ctx.db.selectFrom('webhook').select('id').execute()
      return rows.filter((row) => webhooks.some(({ id }) => id === row['webhook_id']))
    },
  })
  await resumeEmails(ctx, idsOf('email'))
  await resumeDeliveries(ctx, idsOf('webhook_delivery'))
  await noteCrowded(ctx, [...crowded])
  return { subjectId, leadIds: idsOf('lead') }
}

const keyOf = (row: Row) => `${String(row['member_id'])} ${String(row['slice'])}`

async function findTaken(ctx: Ctx, rows: readonly Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const taken = await ctx.db
    .selectFrom('slot_claim')
    .select(['member_id', 'slice'])
    .where('member_id', 'in', [...new Set(rows.map((row) => String(row['member_id'])))])
    .where('slice', '>=', Math.min(...rows.map((row) => Number(row['slice']))))
    .where('slice', '<=', Math.max(...rows.map((row) => Number(row['slice']))))
    .execute()
  return new Set(taken.map(keyOf))
}

async function noteCrowded(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  const rows = await ctx.db.selectFrom('booking').select('lead_id').where('id', 'in', bookingIds).execute()
  const body = 'Restored, but somebody else has booked some of the time of this meeting since'
  for (const { lead_id: leadId } of rows)
    await recordLeadEvent(ctx, { leadId, kind: 'booking', actor: ctx.actor?.email ?? null, body })
}

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadEventKind } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { LeadStatus } from './lead-status.ts'
import { recordLeadEvent } from './record-lead-event.server.ts'

const auditKinds = {
  status: 'lead.status_changed',
  note: 'lead.noted',
  spam: 'lead.moved_to_spam',
  'not-spam': 'lead.moved_to_inbox',
} as const

type LeadChange = {
  id: string
  kind: keyof typeof auditKinds & LeadEventKind
  /** For the history. */
  body: string | null
  /** Columns to set; may be none, as for a note. */
  set?: { status?: LeadStatus; spam_reason?: string | null }
}

/**
 * Changes a lead and writes the change into its history, as one.
 * @throws {AppError} not-found.
 */
export async function changeLead(ctx: Ctx, change: LeadChange): Promise<void> {
  const { email } = requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('lead')
      .set({ ...change.set, updated_at: ctx.clock.now() })
      .where('id', '=', change.id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
    await recordLeadEvent(ctx, { leadId: change.id, kind: change.kind, actor: email, body: change.body })
    const path = `/admin/leads/${change.id}`
    await recordChange(ctx, { what: auditKinds[change.kind], subject: { id: change.id, path } })
  })
}

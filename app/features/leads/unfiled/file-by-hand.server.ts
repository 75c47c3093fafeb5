import { noteMail } from '#app/features/leads/persons/keep-person.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Moves an unfiled mail into a lead's thread. @throws {AppError} not-found, conflict. */
export async function fileReceived(ctx: Ctx, { id, leadId }: { id: string; leadId: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    const lead = await ctx.db
      .updateTable('lead')
      .set({ updated_at: ctx.clock.now() })
      .where('id', '=', leadId)
      .returning('email')
      .executeTakeFirst()
    if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
    const mail = await moveReceived(ctx, { id, from: null, to: leadId })
    if (mail.is_automatic === 0) await noteMail(ctx, [lead.email], mail.at)
    await recordChange(ctx, {
      what: 'mail.filed',
      subject: { id: leadId, path: `/admin/leads/${leadId}` },
    })
  })
}

/** Takes a received mail out of a lead's thread. @throws {AppError} not-found, conflict. */
export async function takeOutReceived(
  ctx: Ctx,
  { id, leadId }: { id: string; leadId: string },
): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    await moveReceived(ctx, { id, from: leadId, to: null })
    await recordChange(ctx, { what: 'mail.unfiled', subject: { id, path: `/admin/unfiled/${id}` } })
  })
}

type Move = { id: string; from: string | null; to: string | null }

/** If two members file one mail at the same time, the second gets a conflict. */
export async function moveReceived(
  ctx: Ctx,
  { id, from, to }: Move,
): Promise<{ at: number; is_automatic: 0 | 1 }> {
  const mails = ctx.db
    .updateTable('thread_mail')
    .set({ lead_id: to, dismissed_at: null })
    .where('id', '=', id)
    .where('direction', '=', 'in')
  const moved = await (from === null ? mails.where('lead_id', 'is', null) : mails.where('lead_id', '=', from))
    .returning(['at', 'is_automatic'])
    .executeTakeFirst()
  if (!moved) {
    const mail = await ctx.db
      .selectFrom('thread_mail')
      .select('id')
      .where('id', '=', id)
      .where('direction', '=', 'in')
      .executeTakeFirst()
    if (!mail) throw new AppError('not-found', 'There is no such mail. It may have been deleted.')
    throw new AppError('conflict', 'Another member has filed this mail. Please reload the page.')
  }
  ctx.signals.nudge(ctx, TODAY_TOPIC)
  return moved
}

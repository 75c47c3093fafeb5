import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Selected mails, or all that had arrived when the list was shown. */
export type Unwanted = { ids: readonly string[] } | { until: number }

/** @returns the number dismissed, and the time that `bringBackReceived` takes. @throws {AppError} invalid, conflict. */
export async function dismissReceived(
  ctx: Ctx,
  unwanted: Unwanted,
): Promise<{ count: number; dismissedAt: number }> {
  requireActor(ctx, 'leads.write')
  if ('ids' in unwanted && unwanted.ids.length === 0) throw new AppError('invalid', 'No mail is selected.')
  const dismissedAt = ctx.clock.now()
  return withTransaction(ctx, async (ctx) => {
    const waiting = ctx.db
      .updateTable('thread_mail')
      .set({ dismissed_at: dismissedAt })
      .where('lead_id', 'is', null)
      .where('dismissed_at', 'is', null)
    const { numUpdatedRows } = await (
      'ids' in unwanted ? waiting.where('id', 'in', unwanted.ids) : waiting.where('at', '<=', unwanted.until)
    ).executeTakeFirst()
    const count = Number(numUpdatedRows)
    const [id] = 'ids' in unwanted && unwanted.ids.length === 1 ? unwanted.ids : []
    if (count === 0)
      throw new AppError('conflict', 'Nothing was dismissed: another member has filed or dismissed it.')
    await recordChange(ctx, {
      what: 'mail.dismissed',
      subject: id
        ? { id, path: `/admin/unfiled/${id}` }
        : {
            id: 'unfiled',
            title: count === 1 ? '1 mail' : `${count} mails`,
            path: '/admin/unfiled?folder=dismissed',
          },
    })
    ctx.signals.nudge(ctx, TODAY_TOPIC)
    return { count, dismissedAt }
  })
}

/** Restores mails by id, or those dismissed at one time. @returns how many. @throws {AppError} invalid, conflict. */
export async function bringBackReceived(
  ctx: Ctx,
  back: { ids: readonly string[] } | { dismissedAt: number },
): Promise<number> {
  requireActor(ctx, 'leads.write')
  if ('ids' in back && back.ids.length === 0) throw new AppError('invalid', 'No mail is selected.')
  return withTransaction(ctx, async (ctx) => {
    const dismissed = ctx.db
      .updateTable('thread_mail')
      .set({ dismissed_at: null })
      .where('lead_id', 'is', null)
    const { numUpdatedRows } = await (
      'ids' in back
        ? dismissed.where('dismissed_at', 'is not', null).where('id', 'in', back.ids)
        : dismissed.where('dismissed_at', '=', back.dismissedAt)
    ).executeTakeFirst()
    const count = Number(numUpdatedRows)
    if (count === 0) throw new AppError('conflict', 'These mails are already in the list.')
    await recordChange(ctx, {
      what: 'mail.brought_back',
      subject: { id: 'unfiled', title: count === 1 ? '1 mail' : `${count} mails`, path: '/admin/unfiled' },
    })
    ctx.signals.nudge(ctx, TODAY_TOPIC)
    return count
  })
}

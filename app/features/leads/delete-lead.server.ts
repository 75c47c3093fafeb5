import { sql } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type Deletion, keepDeleted, type Part } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { bringLeadsBack } from './bring-leads-back.server.ts'
import { eraseFilesOf } from './files/inquiry-files.server.ts'
import { refuseMeetingsAhead } from './refuse-meetings-ahead.server.ts'
import { eraseThreadOf } from './thread/erase-thread.server.ts'

/**
 * Deletes a lead, which can be restored for a while unless it is too large.
 * @throws {AppError} not-found, conflict if a meeting is ahead.
 */
export async function deleteLead(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    await refuseMeetingsAhead(ctx, [id])
    const deletion = await keepDeleted(ctx, { kind: 'lead', subjectId: id, parts: partsOf([id]) })
    if (!(await eraseLead(ctx, id, deletion.expiresAt)))
      throw new AppError('not-found', 'There is no such lead. It may have been deleted already.')
    await recordChange(ctx, { what: 'lead.deleted', subject: { id } })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    return deletion
  })
}

/** @throws {AppError} not-found once it is too late. */
export async function restoreLead(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const { subjectId } = await bringLeadsBack(ctx, { id: deletionId, kind: 'lead' })
    await recordChange(ctx, {
      what: 'lead.restored',
      subject: { id: subjectId, path: `/admin/leads/${subjectId}` },
    })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    return subjectId
  })
}

export function partsOf(ids: readonly string[]): Part[] {
  const these = sql.join(ids)
  const mails = sql<string>`select id from thread_mail where lead_id in (${these})`
  const bookings = sql<string>`select id from booking where lead_id in (${these})`
  return [
    { table: 'lead', where: sql`id in (${these})` },
    { table: 'lead_event', where: sql`lead_id in (${these})`, long: ['body'] },
    { table: 'mention', where: sql`lead_id in (${these})` },
    { table: 'lead_tag', where: sql`lead_id in (${these})` },
    { table: 'lead_file', where: sql`lead_id in (${these})` },
    { table: 'email', where: sql`about in (${sql.join(ids.map((id) => `lead:${id}`))})`, long: ['props'] },
    { table: 'thread_mail', where: sql`lead_id in (${these})`, long: ['text', 'quoted'] },
    { table: 'thread_attachment', where: sql`mail_id in (${mails})` },
    { table: 'bounce', where: sql`mail_id in (${mails})` },
    { table: 'thread_draft', where: sql`lead_id in (${these})` },
    { table: 'booking', where: sql`lead_id in (${these})` },
    { table: 'slot_claim', where: sql`booking_id in (${bookings})` },
    { table: 'webhook_delivery', where: sql`subject_id in (${these})` },
    { table: 'conversation', where: sql`lead_id in (${these})`, emptied: 'lead_id' },
  ]
}

/** Deletes a lead with its history and mails; false if there is none. Callers record it in the audit log. */
export async function eraseLead(ctx: Ctx, id: string, filesAt?: number): Promise<boolean> {
  return withTransaction(ctx, async (ctx) => {
    await eraseThreadOf(ctx, id, filesAt)
    await eraseFilesOf(ctx, id, filesAt)
    const gone = await ctx.db.deleteFrom('lead').where('id', '=', id).returning('id').executeTakeFirst()
    if (!gone) return false
    await ctx.db.deleteFrom('email').where('about', '=', `lead:${id}`).execute()
    await ctx.db.deleteFrom('webhook_delivery').where('subject_id', '=', id).execute()
    return true
  })
}

import { sql, type SqlBool } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadEventKind } from '#app/platform/db/schema/lead.ts'
import { keepDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { findAssignee } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { eraseLead, partsOf } from '../delete-lead.server.ts'
import { type LeadStatus, leadStatuses } from '../lead-status.ts'
import { recordLeadEvent } from '../record-lead-event.server.ts'
import { refuseMeetingsAhead } from '../refuse-meetings-ahead.server.ts'
import type { LeadSelection } from './select-leads.server.ts'
import {
  type Bulk,
  type Concerned,
  findConcerned,
  inSlices,
  leadsSubject,
  type Slice,
  touch,
} from './slices.server.ts'

type Change = {
  what: 'lead.status_changed' | 'lead.assigned'
  event: LeadEventKind & ('status' | 'assigned')
  body: string | null
  set: { status?: LeadStatus; project_ended_at?: null; assignee_id?: string | null }
  /** Matches the leads that the change alters; the others get no history entry. */
  differs: Concerned
  values: Readonly<Record<string, readonly [null, string | null]>>
  /** Called in the transaction of each slice that changes any lead. */
  tell?(ctx: Ctx, bulk: Slice): Promise<void>
}

/** @throws {FieldErrors} for an unknown status. @throws {AppError} invalid, see `readSelection`. */
export async function setStatusOfLeads(
  ctx: Ctx,
  { selection, status: typed }: { selection: LeadSelection; status: string },
): Promise<Bulk> {
  requireActor(ctx, 'leads.write')
  const status = leadStatuses.find((known) => known === typed)
  if (!status) throw new FieldErrors({ status: 'Please choose a status.' })
  return changeInSlices(ctx, selection, {
    what: 'lead.status_changed',
    event: 'status',
    body: status,
    set: { status, ...(status !== 'won' && { project_ended_at: null }) },
    differs: (ids) => sql<SqlBool>`id in (${sql.join(ids)}) and status <> ${status}`,
    values: { status: [null, status] },
  })
}

/** Assigns leads to a member, or to nobody if null. @throws {AppError} invalid if the member cannot be assigned. */
export async function assignLeads(
  ctx: Ctx,
  { selection, assigneeId }: { selection: LeadSelection; assigneeId: string | null },
): Promise<Bulk> {
  const actor = requireActor(ctx, 'leads.write')
  const member = await findAssignee(ctx, assigneeId)
  return changeInSlices(ctx, selection, {
    what: 'lead.assigned',
    event: 'assigned',
    body: member && member.name,
    set: { assignee_id: member?.id ?? null },
    differs: (ids) =>
      sql<SqlBool>`id in (${sql.join(ids)}) and assignee_id is distinct from cast(${assigneeId} as text)`,
    values: {},
    async tell(ctx, { count, at }) {
      if (!member) return
      // Every slice uses the same subject, so there is one notice; the first slice stores it.
      const subject = `leads:${count}:${at}`
      await ctx.notify(ctx, { kind: 'assigned', subject, members: [member.id], except: actor.memberId })
    },
  })
}

async function changeInSlices(ctx: Ctx, selection: LeadSelection, change: Change): Promise<Bulk> {
  return inSlices(ctx, await findConcerned(ctx, selection, change.differs), async (ctx, ids, bulk) => {
    if (bulk.isFirst)
      await recordChange(ctx, { what: change.what, subject: leadsSubject(bulk.count), values: change.values })
    const changed = await touch(ctx, change.differs(ids), bulk)
    if (changed.length === 0) return
    const where = sql<SqlBool>`id in (${sql.join(changed)})`
    await keepDeleted(ctx, {
      kind: 'lead-values',
      subjectId: bulk.undo,
      parts: [{ table: 'lead', where }],
    })
    await ctx.db.updateTable('lead').set(change.set).where(where).execute()
    await change.tell?.(ctx, bulk)
    const { email } = requireActor(ctx, 'leads.write')
    for (const id of changed) {
      await recordLeadEvent(ctx, { leadId: id, kind: change.event, actor: email, body: change.body })
      await ctx.tellWebhooks(ctx, { kind: 'lead.changed', id })
    }
  })
}

/**
 * Deletes leads, which can be restored for a while.
 * @throws {AppError} invalid, see `readSelection`; conflict if any of them has a meeting ahead.
 */
export async function deleteLeads(ctx: Ctx, { selection }: { selection: LeadSelection }): Promise<Bulk> {
  requireActor(ctx, 'leads.write')
  const present = (ids: readonly string[]) => sql<SqlBool>`id in (${sql.join(ids)})`
  const concerned = await findConcerned(ctx, selection, present)
  await refuseMeetingsAhead(ctx, concerned)
  return inSlices(ctx, concerned, async (ctx, ids, bulk) => {
    const keep = (some: readonly string[]) =>
      keepDeleted(ctx, { kind: 'leads', subjectId: bulk.undo, parts: partsOf(some) })
    const { expiresAt, isKept } = await keep(ids)
    // Together they are too large for Undo, so each lead is tried alone.
    if (!isKept) for (const id of ids) await keep([id])
    for (const id of ids) await eraseLead(ctx, id, expiresAt)
    if (bulk.isFirst) await recordChange(ctx, { what: 'lead.deleted', subject: leadsSubject(bulk.count) })
  })
}

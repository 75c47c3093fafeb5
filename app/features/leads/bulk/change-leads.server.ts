import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadEventKind } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { keepDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { findAssignee } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { eraseLead, partsOf } from '../delete-lead.server.ts'
import { type LeadStatus, leadStatuses } from '../lead-status.ts'
import { recordLeadEvent } from '../record-lead-event.server.ts'
import { type LeadSelection, readSelection } from './select-leads.server.ts'

/** A transaction changes this many, so that other writers wait for a moment only. */
const A_SLICE = 100

/** How many were changed, and what `undoBulk` takes. */
export type Bulk = { count: number; undo: string }

type Change = {
  what: 'lead.status_changed' | 'lead.assigned'
  event: LeadEventKind & ('status' | 'assigned')
  body: string | null
  set: { status?: LeadStatus; project_ended_at?: null; assignee_id?: string | null }
  /** Leads that are so already keep their history as it is. */
  differs: (ids: readonly string[]) => RawBuilder<SqlBool>
  values: Readonly<Record<string, readonly [null, string | null]>>
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

/** Null is nobody. @throws {AppError} invalid for whoever may not attend to leads. */
export async function assignLeads(
  ctx: Ctx,
  { selection, assigneeId }: { selection: LeadSelection; assigneeId: string | null },
): Promise<Bulk> {
  const actor = requireActor(ctx, 'leads.write')
  const member = await findAssignee(ctx, assigneeId)
  const bulk = await changeInSlices(ctx, selection, {
    what: 'lead.assigned',
    event: 'assigned',
    body: member && member.name,
    set: { assignee_id: member?.id ?? null },
    differs: (ids) =>
      sql<SqlBool>`id in (${sql.join(ids)}) and assignee_id is distinct from cast(${assigneeId} as text)`,
    values: {},
  })
  if (member && bulk.count > 0)
    await withTransaction(ctx, (ctx) =>
      ctx.notify(ctx, {
        kind: 'assigned',
        subject: `leads:${bulk.count}:${ctx.clock.now()}`,
        members: [member.id],
        except: actor.memberId,
      }),
    )
  return bulk
}

async function changeInSlices(ctx: Ctx, selection: LeadSelection, change: Change): Promise<Bulk> {
  return inSlices(ctx, await findConcerned(ctx, selection, change.differs), async (ctx, ids, bulk) => {
    const changed = await touch(ctx, change.differs(ids), bulk)
    if (changed.length === 0) return
    const where = sql<SqlBool>`id in (${sql.join(changed)})`
    await keepDeleted(ctx, {
      kind: 'lead-values',
      subjectId: bulk.undo,
      parts: [{ table: 'lead', where }],
    })
    await ctx.db.updateTable('lead').set(change.set).where(where).execute()
    const { email } = requireActor(ctx, 'leads.write')
    for (const id of changed) {
      await recordLeadEvent(ctx, { leadId: id, kind: change.event, actor: email, body: change.body })
      await ctx.tellWebhooks(ctx, { kind: 'lead.changed', id })
    }
    if (bulk.isFirst)
      await recordChange(ctx, { what: change.what, subject: leadsSubject(bulk.count), values: change.values })
  })
}

/** Returns those that still differ; on PostgreSQL their rows are locked, so that what is kept of them is what they were. */
export async function touch(ctx: Ctx, differ: RawBuilder<SqlBool>, { at }: Slice): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('lead')
    .set({ updated_at: at })
    .where(differ)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** They can be brought back for a while. @throws {AppError} invalid, see `readSelection`. */
export async function deleteLeads(ctx: Ctx, { selection }: { selection: LeadSelection }): Promise<Bulk> {
  requireActor(ctx, 'leads.write')
  const present = (ids: readonly string[]) => sql<SqlBool>`id in (${sql.join(ids)})`
  return inSlices(ctx, await findConcerned(ctx, selection, present), async (ctx, ids, bulk) => {
    const { expiresAt } = await keepDeleted(ctx, {
      kind: 'leads',
      subjectId: bulk.undo,
      parts: partsOf(ids),
    })
    for (const id of ids) await eraseLead(ctx, id, expiresAt)
    if (bulk.isFirst) await recordChange(ctx, { what: 'lead.deleted', subject: leadsSubject(bulk.count) })
  })
}

export function leadsSubject(count: number) {
  return { id: 'leads', title: count === 1 ? '1 lead' : `${count} leads`, path: '/admin/leads' }
}

/** @throws {AppError} invalid where nothing would change, and see `readSelection`. */
export async function findConcerned(
  ctx: Ctx,
  selection: LeadSelection,
  concerned: Change['differs'],
): Promise<string[]> {
  const ids: string[] = []
  for (const slice of slicesOf(await readSelection(ctx, selection))) {
    const rows = await ctx.db.selectFrom('lead').select('id').where(concerned(slice)).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  if (ids.length === 0) throw new AppError('invalid', 'Nothing to change: these leads are so already.')
  return ids
}

type Slice = Bulk & { isFirst: boolean; at: number }

export async function inSlices(
  ctx: Ctx,
  ids: readonly string[],
  change: (ctx: Ctx, ids: readonly string[], bulk: Slice) => Promise<void>,
): Promise<Bulk> {
  const at = ctx.clock.now()
  const bulk = { count: ids.length, undo: `${at}-${newId()}` }
  for (const [index, slice] of slicesOf(ids).entries()) {
    await withTransaction(ctx, async (ctx) => {
      await change(ctx, slice, { ...bulk, at, isFirst: index === 0 })
      await ctx.signals.publish(ctx, TODAY_TOPIC)
    })
    await yieldToOthers()
  }
  return bulk
}

export function slicesOf(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / A_SLICE)
  return Array.from({ length: count }, (_each, index) => ids.slice(index * A_SLICE, (index + 1) * A_SLICE))
}

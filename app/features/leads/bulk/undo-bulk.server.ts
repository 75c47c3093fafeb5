import { assertDefined } from '#app/lib/assert-defined.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadTable, LeadTagTable } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { isKeptWhole, takeKept } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { bringLeadsBack } from '../bring-leads-back.server.ts'
import { recordLeadEvent } from '../record-lead-event.server.ts'
import { tagsInWords } from '../work/change-lead-work.server.ts'
import { readTagsOf, replaceTags } from '../work/stored-lead-work.server.ts'
import { leadsSubject } from './slices.server.ts'

type Former = Pick<LeadTable, 'id' | 'status' | 'assignee_id' | 'project_ended_at'>

/** Restores the former values of leads unchanged since. @throws {AppError} not-found once it is too late. */
export async function undoBulk(ctx: Ctx, undo: string): Promise<number> {
  requireActor(ctx, 'leads.write')
  const kept = await ctx.db
    .selectFrom('deletion')
    .select(['id', 'kind'])
    .where('subject_id', '=', undo)
    .where('kind', 'in', ['leads', 'lead-values'])
    .where(isKeptWhole)
    .orderBy('id')
    .execute()
  let count = 0
  for (const { id, kind } of kept)
    count += await withTransaction(ctx, async (ctx) => {
      const done = kind === 'leads' ? await bringSliceBack(ctx, id) : await setFormer(ctx, id, undo)
      await ctx.signals.publish(ctx, TODAY_TOPIC)
      return done
    })
  if (kept.length === 0) throw new AppError('not-found', 'This can no longer be undone.')
  return count
}

async function bringSliceBack(ctx: Ctx, id: string): Promise<number> {
  const { length } = (await bringLeadsBack(ctx, { id, kind: 'leads' })).leadIds
  await recordChange(ctx, { what: 'lead.restored', subject: leadsSubject(length) })
  return length
}

async function setFormer(ctx: Ctx, id: string, undo: string): Promise<number> {
  const { email } = requireActor(ctx, 'leads.write')
  const { parts } = await takeKept(ctx, { id, kind: 'lead-values' })
  const rowsOf = (table: 'lead' | 'lead_tag') => parts.find((part) => part.table === table)?.rows
  // The rows were read from these tables.
  const former = assertDefined(rowsOf('lead'), 'a change of many keeps their rows') as Former[]
  const formerTags = rowsOf('lead_tag') as LeadTagTable[] | undefined
  const names = new Map((await listMembers(ctx)).map((member) => [member.id, member.name]))
  const changedAt = Number(undo.slice(0, undo.indexOf('-')))
  let what: 'lead.status_changed' | 'lead.assigned' | 'lead.work_changed' = 'lead.work_changed'
  let count = 0
  for (const { id: leadId, status, assignee_id: attended, project_ended_at } of former) {
    // The former assignee may have left the team since.
    const assignee_id = attended !== null && names.has(attended) ? attended : null
    const now = await ctx.db
      .selectFrom('lead')
      .select('status')
      .where('id', '=', leadId)
      .where('updated_at', '=', changedAt)
      .executeTakeFirst()
    if (!now) continue
    await ctx.db
      .updateTable('lead')
      .set({ status, assignee_id, project_ended_at, updated_at: ctx.clock.now() })
      .where('id', '=', leadId)
      .execute()
    const event = { leadId, actor: email }
    if (formerTags) {
      const tags = formerTags.flatMap((row) => (row.lead_id === leadId ? row.tag : [])).toSorted()
      const body = tagsInWords(await readTagsOf(ctx, leadId), tags)
      await replaceTags(ctx, leadId, tags)
      await recordLeadEvent(ctx, { ...event, kind: 'work', body })
    } else if (now.status !== status) {
      what = 'lead.status_changed'
      await recordLeadEvent(ctx, { ...event, kind: 'status', body: status })
    } else {
      what = 'lead.assigned'
      const body = (assignee_id && names.get(assignee_id)) ?? null
      await recordLeadEvent(ctx, { ...event, kind: 'assigned', body })
    }
    await ctx.tellWebhooks(ctx, { kind: 'lead.changed', id: leadId })
    count += 1
  }
  if (count > 0) await recordChange(ctx, { what, subject: leadsSubject(count) })
  return count
}

import { sql, type SqlBool } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { keepDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { recordLeadEvent } from '../record-lead-event.server.ts'
import { tagsInWords } from '../work/change-lead-work.server.ts'
import { MOST_TAGS, readWork } from '../work/lead-work.ts'
import { replaceTags, withTags } from '../work/stored-lead-work.server.ts'
import type { LeadSelection } from './select-leads.server.ts'
import {
  type Bulk,
  type Concerned,
  findConcerned,
  inSlices,
  leadsSubject,
  slicesOf,
  touch,
} from './slices.server.ts'

type TagChange = {
  selection: LeadSelection
  /** Separated by commas. */
  tags: string
  how: 'add' | 'remove'
}

/**
 * Adds tags to leads or removes them; their other tags stay.
 * @throws {FieldErrors} for an invalid tag. @throws {AppError} invalid, see `readSelection`, or for too many tags.
 */
export async function tagLeads(ctx: Ctx, { selection, tags: typed, how }: TagChange): Promise<Bulk> {
  const { email } = requireActor(ctx, 'leads.write')
  const { tags } = readWork({ tags: typed })
  if (!tags || tags.length === 0) throw new FieldErrors({ tags: 'Please enter a tag.' })
  const differs = how === 'add' ? lacks(tags) : has(tags)
  const ids = await findConcerned(ctx, selection, differs)
  if (how === 'add') await refuseFull(ctx, ids, tags)
  return inSlices(ctx, ids, async (ctx, slice, bulk) => {
    if (bulk.isFirst) {
      const named = tags.join(', ')
      const values = { tags: how === 'add' ? ([null, named] as const) : ([named, null] as const) }
      await recordChange(ctx, { what: 'lead.work_changed', subject: leadsSubject(bulk.count), values })
    }
    const changed = await touch(ctx, differs(slice), bulk)
    if (changed.length === 0) return
    const these = sql.join(changed)
    await keepDeleted(ctx, {
      kind: 'lead-values',
      subjectId: bulk.undo,
      parts: [
        { table: 'lead', where: sql`id in (${these})` },
        { table: 'lead_tag', where: sql`lead_id in (${these})` },
      ],
    })
    const leads = await withTags(
      ctx,
      changed.map((id) => ({ id })),
    )
    for (const { id, tags: before } of leads) {
      const kept = before.filter((tag) => !tags.includes(tag))
      const after = how === 'add' ? [...kept, ...tags].toSorted() : kept
      await replaceTags(ctx, id, after)
      const body = tagsInWords(before, after)
      await recordLeadEvent(ctx, { leadId: id, kind: 'work', actor: email, body })
      await ctx.tellWebhooks(ctx, { kind: 'lead.changed', id })
    }
  })
}

function has(tags: readonly string[]): Concerned {
  return (ids) => sql<SqlBool>`id in (${sql.join(ids)})
    and exists (select 1 from lead_tag where lead_id = lead.id and tag in (${sql.join(tags)}))`
}

function lacks(tags: readonly string[]): Concerned {
  return (ids) => sql<SqlBool>`id in (${sql.join(ids)})
    and (select count(*) from lead_tag where lead_id = lead.id and tag in (${sql.join(tags)})) < ${tags.length}`
}

/** Checks all leads before any is changed. */
async function refuseFull(ctx: Ctx, ids: readonly string[], tags: readonly string[]): Promise<void> {
  let full = 0
  for (const slice of slicesOf(ids)) {
    const rows = await ctx.db
      .selectFrom('lead_tag')
      .select('lead_id')
      .where('lead_id', 'in', slice)
      .where('tag', 'not in', tags)
      .groupBy('lead_id')
      .having(({ fn }) => fn.countAll(), '>', MOST_TAGS - tags.length)
      .execute()
    full += rows.length
  }
  if (full === 0) return
  const whose = full === 1 ? '1 of these leads' : `${full.toLocaleString('en-US')} of these leads`
  throw new AppError('invalid', `${whose} would have more than ${MOST_TAGS} tags. Nothing was changed.`)
}

import type { Ctx } from '#app/platform/context.server.ts'
import { inOrderOf, takeUpTo } from '#app/platform/db/bounded-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { leadFieldNames } from './lead-fields.ts'
import type { LeadListQuery } from './lead-list-query.ts'
import { withTags } from './work/stored-lead-work.server.ts'
import { comesAfter, findSource, orderedLeads, scanLeads } from './lead-search.server.ts'

/** The last lead of a page; only for lists sorted by time. */
export type LeadMark = { id: string; created_at: number }

export type LeadsAfter = Omit<LeadListQuery, 'page' | 'sort'> & {
  sort: 'newest' | 'oldest'
  after: LeadMark | undefined
  limit: number
}

/** Returns the next leads after a mark, for programs that read the whole list: new leads do not shift the pages. */
export async function listLeadsAfter(ctx: Ctx, { after, limit, ...asked }: LeadsAfter) {
  requireActor(ctx, 'leads.read')
  const query = { ...asked, page: 1 }
  const source = await findSource(ctx, query)
  const unread = { status: 'new' as const, spam_reason: null, name: '', value_cents: null, due_on: null }
  const mark = after && { ...after, ...unread }
  const ids = source.isScan
    ? await takeUpTo(limit, scanLeads(ctx, source, query, mark), limit).then(({ idsAt }) => idsAt(0))
    : await nextIds()
  return readLeadRecords(ctx, ids)

  async function nextIds(): Promise<string[]> {
    const leads = orderedLeads(ctx, source, query).select('id').limit(limit)
    const next = await (mark ? leads.where(comesAfter(query, mark)) : leads).execute()
    return next.map(({ id }) => id)
  }
}

/** Returns the fields of leads that programs are given. */
export async function readLeadRecords(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'updated_at', 'status', ...leadFieldNames])
    .select(['service', 'plan', 'spam_reason', 'assignee_id'])
    .select(['value_cents', 'next_step', 'due_on'])
    .where('id', 'in', ids)
    .execute()
  return withTags(ctx, inOrderOf(ids, rows))
}

export type ListedLead = Awaited<ReturnType<typeof readLeadRecords>>[number]

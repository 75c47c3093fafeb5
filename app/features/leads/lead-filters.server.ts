import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Due, LeadFilters } from './lead-list-query.ts'

/** Days, including today. */
const WEEK = 7

/** Returns the conditions of the filters besides folder and status; null if no such filter is set. */
export async function passesFilters(ctx: Ctx, filters: LeadFilters): Promise<RawBuilder<SqlBool> | null> {
  const { due, min, max, tag } = filters
  const assignee = filters.assignee === 'me' && ctx.actor ? ctx.actor.memberId : filters.assignee
  const conditions: RawBuilder<SqlBool>[] = []
  if (assignee === 'nobody') conditions.push(sql`lead.assignee_id is null`)
  else if (assignee !== null) conditions.push(sql`lead.assignee_id = ${assignee}`)
  if (due !== null) conditions.push(isDue(due, await todayOf(ctx)))
  if (min !== null) conditions.push(sql`lead.value_cents >= ${min}`)
  if (max !== null) conditions.push(sql`lead.value_cents <= ${max}`)
  if (tag !== null) conditions.push(sql`lead.id in (select lead_id from lead_tag where tag = ${tag})`)
  return conditions.length === 0 ? null : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

export async function todayOf(ctx: Ctx): Promise<string> {
  const { timeZone } = await ctx.site(ctx)
  return dayOf(ctx.clock.now(), timeZone)
}

function isDue(due: Due, today: string): RawBuilder<SqlBool> {
  switch (due) {
    case 'overdue':
      return sql`lead.due_on < ${today}`
    case 'today':
      return sql`lead.due_on = ${today}`
    case 'week':
      return sql`lead.due_on between ${today} and ${addDays(today, WEEK - 1)}`
    case 'none':
      return sql`lead.due_on is null`
  }
}

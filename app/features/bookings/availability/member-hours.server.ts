import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { parseSpans, type Span } from '#app/lib/business-hours.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { WeeklyHours } from './open-intervals.ts'

const WORKDAY = '9:00-17:00'
export const defaultWeek: readonly string[] = [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, '', '']

/** Days of every year that most countries with a western calendar have off; members may take them out. */
const defaultExceptions: Readonly<Record<string, string>> = { '01-01': '', '12-25': '' }

const week = z.array(z.string())
const exceptions = z.record(z.string(), z.string())

export type TypedHours = {
  timeZone: string
  week: readonly string[]
  exceptions: Readonly<Record<string, string>>
}

/** Returns each member's hours as typed, or the default hours in the site's time zone. */
export async function findHours(
  ctx: Pick<Ctx, 'db' | 'site'>,
  memberIds: readonly string[],
): Promise<Map<string, TypedHours>> {
  const { timeZone } = await ctx.site(ctx)
  const hours = new Map<string, TypedHours>(
    memberIds.map((id) => [id, { timeZone, week: defaultWeek, exceptions: defaultExceptions }]),
  )
  if (memberIds.length === 0) return hours
  const rows = await ctx.db
    .selectFrom('member_hours')
    .select(['member_id', 'time_zone', 'week', 'exceptions'])
    .where('member_id', 'in', memberIds)
    .execute()
  for (const row of rows)
    hours.set(row.member_id, {
      timeZone: row.time_zone,
      week: week.parse(JSON.parse(row.week)),
      exceptions: exceptions.parse(JSON.parse(row.exceptions)),
    })
  return hours
}

/** @param closedOn days on which the business is closed; members may still work then */
export function toWeeklyHours(
  { timeZone, week: days, exceptions: others }: TypedHours,
  closedOn: readonly string[],
): WeeklyHours {
  const spans = (text: string) => assertDefined(parseSpans(text), 'only hours that can be read are stored')
  return {
    timeZone,
    week: days.map(spans),
    exceptions: Object.fromEntries([
      ...closedOn.map((day): [string, readonly Span[]] => [day, []]),
      ...Object.entries(others).map(([day, text]): [string, readonly Span[]] => [day, spans(text)]),
    ]),
  }
}

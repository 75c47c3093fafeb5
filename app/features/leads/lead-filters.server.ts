import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { isOfLanguage } from '#app/platform/lists/languages-of-list.server.ts'

import { contactQuestions } from './questions/contact-questions.server.ts'
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
  if (filters.language !== undefined) conditions.push(await isOfLanguage(ctx, 'lead', filters.language))
  if (filters.assistant !== undefined)
    conditions.push(
      sql`lead.id in (select id from lead as own where own.assistant_id = ${filters.assistant})`,
    )
  if (filters.answer !== undefined) conditions.push(hasAnswer(ctx, filters.answer))
  return conditions.length === 0 ? null : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function hasAnswer({ engine }: Ctx, asked: string): RawBuilder<SqlBool> {
  const at = asked.indexOf(':')
  const [id, choice] = [asked.slice(0, at), asked.slice(at + 1)]
  const isAny = choice === ''
  const found =
    engine.name === 'sqlite'
      ? sql`json_each(answered.answers) as given, json_each(given.value, '$.answer') as chosen
          where answered.answers is not null
          and instr(answered.answers, ${JSON.stringify(isAny ? id : choice)}) > 0
          and given.value ->> 'questionId' = ${id} and (chosen.value = ${choice} or ${sql.lit(isAny)})`
      : sql`jsonb_array_elements(answered.answers::jsonb) as given
          where answered.answers is not null and given ->> 'questionId' = ${id}
          and (given -> 'answer' @> to_jsonb(${choice}::text) or ${sql.lit(isAny)})`
  return sql`lead.id in (select answered.id from lead as answered, ${found})`
}

/** Returns the choices that answers can be filtered by, with the words of their questions. */
export async function readAnswerChoices(ctx: Ctx): Promise<Record<string, string>> {
  const { asked, former } = await contactQuestions.read(ctx)
  const options = [...asked, ...former].flatMap(({ id, text, kind, choices }) => {
    // An empty choice stands for any answer.
    if (kind === 'file') return [[`${id}:`, `${text} File`]]
    return (kind === 'yesNo' ? ['Yes', 'No'] : choices).map((choice) => [
      `${id}:${choice}`,
      `${text} ${choice}`,
    ])
  })
  return Object.fromEntries(options)
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

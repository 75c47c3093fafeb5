import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import type { LeadWork } from './lead-work.ts'

type WorkColumns = Pick<LeadTable, 'value_cents' | 'next_step' | 'due_on'>

export function workOf({ value_cents, next_step, due_on }: WorkColumns, tags: readonly string[]): LeadWork {
  return { valueCents: value_cents, nextStep: next_step, dueOn: due_on, tags }
}

/** Adds the tags of each lead, in alphabetical order. */
export async function withTags<Row extends { id: string }>(
  ctx: Ctx,
  leads: readonly Row[],
): Promise<(Row & { tags: string[] })[]> {
  if (leads.length === 0) return []
  const ids = leads.map(({ id }) => id)
  const given = await ctx.db.selectFrom('lead_tag').selectAll().where('lead_id', 'in', ids).execute()
  const tags = Map.groupBy(given, (each) => each.lead_id)
  return leads.map((lead) => ({ ...lead, tags: sortedTags(tags.get(lead.id)) }))
}

export async function readTagsOf(ctx: Ctx, id: string): Promise<readonly string[]> {
  return sortedTags(await ctx.db.selectFrom('lead_tag').select('tag').where('lead_id', '=', id).execute())
}

export async function replaceTags(ctx: Ctx, id: string, tags: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('lead_tag').where('lead_id', '=', id).execute()
  if (tags.length === 0) return
  await ctx.db
    .insertInto('lead_tag')
    .values(tags.map((tag) => ({ lead_id: id, tag })))
    .execute()
}

function sortedTags(rows: readonly { tag: string }[] = []): string[] {
  return rows.map(({ tag }) => tag).toSorted()
}

import { amountWithCurrency } from '#app/lib/amounts.ts'
import { changedFields, changedValues } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changeLead } from '../change-lead.server.ts'
import { type WorkFieldName, workFieldNames, workFields } from '../lead-fields.ts'
import { leadSearchColumns, leadSearchText } from '../lead-search.server.ts'

import { type LeadWork, noWork, readWork, workText } from './lead-work.ts'
import { readTagsOf, replaceTags, workOf } from './stored-lead-work.server.ts'

export type WorkChange = {
  id: string
  set: Partial<LeadWork>
  /** The values that were shown to the member. If they are not current, nothing is changed. */
  seen?: Partial<LeadWork>
}

/**
 * Changes value, next step, due day and tags; omitted fields stay. Returns the change that undoes it.
 * @throws {FieldErrors} @throws {AppError} not-found, or conflict, see `seen`.
 */
export async function changeLeadWork(ctx: Ctx, { id, set, seen = {} }: WorkChange): Promise<WorkChange> {
  requireActor(ctx, 'leads.write')
  const asked = readWork(Object.fromEntries(namesIn(set).map((name) => [name, textOf(name, set)])))
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `lead ${id}`)
    const before = await readLeadWork(ctx, id)
    for (const name of namesIn(seen))
      if (textOf(name, seen) !== workText(name, before)) throw meanwhile(name, before)
    const after = { ...before, ...asked }
    const changed = workFieldNames.filter((name) => workText(name, before) !== workText(name, after))
    if (changed.length === 0) return { id, set: {} }
    const { currency } = await ctx.site(ctx)
    await changeLead(ctx, {
      id,
      kind: 'work',
      body: changed.map((name) => inWords(name, { before, after, currency })).join('; '),
      set: { value_cents: after.valueCents, next_step: after.nextStep, due_on: after.dueOn },
      ...auditOf(before, after, currency),
    })
    // After the lead's own row, in the same lock order as bulk changes.
    if (changed.includes('tags')) await replaceTags(ctx, id, after.tags)
    if (changed.includes('nextStep')) await renewSearch(ctx, id)
    return { id, set: only(changed, before), seen: only(changed, after) }
  })
}

function namesIn(work: Partial<LeadWork>): WorkFieldName[] {
  return workFieldNames.filter((name) => work[name] !== undefined)
}

function textOf(name: WorkFieldName, work: Partial<LeadWork>): string {
  return workText(name, { ...noWork, ...work })
}

function only(names: readonly WorkFieldName[], work: LeadWork): Partial<LeadWork> {
  return Object.fromEntries(names.map((name) => [name, work[name]]))
}

async function readLeadWork(ctx: Ctx, id: string): Promise<LeadWork> {
  const lead = await ctx.db
    .selectFrom('lead')
    .select(['value_cents', 'next_step', 'due_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  return workOf(lead, await readTagsOf(ctx, id))
}

function meanwhile(name: WorkFieldName, now: LeadWork): AppError {
  const what = workFields[name].heading.toLowerCase()
  const text = workText(name, now)
  const did = text === '' ? `removed the ${what}` : `set the ${what} to “${text}”`
  return new AppError('conflict', `Somebody else has ${did} in the meantime. Save again to replace that.`)
}

type Both = { before: LeadWork; after: LeadWork; currency: string }

export const tagsInWords = (before: readonly string[], after: readonly string[]): string =>
  inWords('tags', { before: { ...noWork, tags: before }, after: { ...noWork, tags: after }, currency: '' })

function inWords(name: WorkFieldName, { before, after, currency }: Both): string {
  const shown = (work: LeadWork) =>
    name === 'valueCents' ? amountOf(work, currency) : workText(name, work) || null
  return `${workFields[name].heading}: ${shown(before) ?? 'none'} → ${shown(after) ?? 'none'}`
}

function amountOf({ valueCents }: LeadWork, currency: string): string | null {
  return valueCents === null ? null : amountWithCurrency(valueCents, currency)
}

/** Leaves the next step out of the audit log, which is kept when a person is erased; the step may name them. */
function auditOf(before: LeadWork, after: LeadWork, currency: string) {
  const told = (work: LeadWork) => ({
    value: amountOf(work, currency),
    due: work.dueOn,
    tags: work.tags.join(', '),
  })
  return {
    values: changedValues(told(before), told(after), ['value', 'due', 'tags']),
    fields: changedFields({ nextStep: before.nextStep }, { nextStep: after.nextStep }),
  }
}

async function renewSearch(ctx: Ctx, id: string): Promise<void> {
  const lead = await ctx.db
    .selectFrom('lead')
    .select(leadSearchColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('lead')
    .set({ search: leadSearchText(lead) })
    .where('id', '=', id)
    .execute()
}

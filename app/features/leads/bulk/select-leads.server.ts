import type { Ctx } from '#app/platform/context.server.ts'
import { takeUpTo } from '#app/platform/db/bounded-page.server.ts'
import { AppError } from '#app/platform/errors.ts'

import type { LeadListQuery } from '../lead-list-query.ts'
import { findSource, orderedLeads, scanLeads } from '../lead-search.server.ts'

/** The most leads that one change can include. */
export const MOST_AT_ONCE = 5000

export type LeadSelection = { ids: readonly string[] } | { view: LeadListQuery }

/** @throws {AppError} invalid for no lead, or for more than `MOST_AT_ONCE`. */
export async function readSelection(ctx: Ctx, selection: LeadSelection): Promise<string[]> {
  const ids = 'ids' in selection ? [...new Set(selection.ids)] : await idsOfView(ctx, selection.view)
  if (ids.length === 0) throw new AppError('invalid', 'No lead is selected.')
  if (ids.length > MOST_AT_ONCE)
    throw new AppError(
      'invalid',
      `At most ${MOST_AT_ONCE.toLocaleString('en-US')} leads can be changed at once. Please filter the list.`,
    )
  return ids
}

async function idsOfView(ctx: Ctx, asked: LeadListQuery): Promise<string[]> {
  const view = { ...asked, sort: 'newest' } as const
  const most = MOST_AT_ONCE + 1
  const source = await findSource(ctx, view)
  if (source.isScan) return (await takeUpTo(most, scanLeads(ctx, source, view), most)).idsAt(0)
  const rows = await orderedLeads(ctx, source, view).select('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

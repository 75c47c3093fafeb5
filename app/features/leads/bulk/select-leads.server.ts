import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import type { LeadListQuery } from '../lead-list-query.ts'
import { leadList } from '../list-leads.server.ts'

/** The most leads that one change can include. */
export const MOST_AT_ONCE = 5000

export type LeadSelection = { ids: readonly string[] } | { view: LeadListQuery }

/** @throws {AppError} invalid for no lead, or for more than `MOST_AT_ONCE`. */
export async function readSelection(ctx: Ctx, selection: LeadSelection): Promise<string[]> {
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await leadList.next(ctx, selection.view, 'newest', { limit: MOST_AT_ONCE + 1 })
  if (ids.length === 0) throw new AppError('invalid', 'No lead is selected.')
  if (ids.length > MOST_AT_ONCE)
    throw new AppError(
      'invalid',
      `At most ${MOST_AT_ONCE.toLocaleString('en-US')} leads can be changed at once. Please filter the list.`,
    )
  return ids
}

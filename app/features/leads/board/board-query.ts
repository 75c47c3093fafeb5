import { type LeadListQuery, leadListPath, readLeadListQuery } from '../lead-list-query.ts'
import { type LeadStatus, leadStatuses } from '../lead-status.ts'

export const CARDS_A_COLUMN = 15
/** The most cards that "Show more" can reach; the list shows the rest. */
const MOST_CARDS = 300

export type BoardQuery = {
  /** The filters of the list, without those that the columns replace. */
  list: LeadListQuery
  shown: Readonly<Record<LeadStatus, number>>
}

/** Reads the URL's parameters and ignores invalid values. */
export function readBoardQuery(params: URLSearchParams): BoardQuery {
  const list = {
    ...readLeadListQuery(params),
    folder: 'inbox',
    status: null,
    sort: 'newest',
    page: 1,
  } as const
  const shown = leadStatuses.map((status) => {
    const asked = Number(params.get(`show-${status}`))
    return [status, Number.isSafeInteger(asked) && asked > 0 ? asked : CARDS_A_COLUMN] as const
  })
  return {
    list,
    // The entries contain every status.
    shown: Object.fromEntries(
      shown.map(([status, count]) => [status, Math.min(count, MOST_CARDS)]),
    ) as Record<LeadStatus, number>,
  }
}

export function boardPath(
  { list, shown }: BoardQuery,
  more: Partial<Record<LeadStatus, number>> = {},
): string {
  const params = new URLSearchParams(leadListPath(list, {}, ''))
  for (const status of leadStatuses) {
    const count = more[status] ?? shown[status]
    if (count !== CARDS_A_COLUMN) params.set(`show-${status}`, String(count))
  }
  return params.size > 0 ? `/admin/leads/board?${params}` : '/admin/leads/board'
}

/** Returns null if the column already shows as many cards as it can. */
export function pathOfMore(query: BoardQuery, status: LeadStatus): string | null {
  const now = query.shown[status]
  return now < MOST_CARDS ? boardPath(query, { [status]: now + 2 * CARDS_A_COLUMN }) : null
}

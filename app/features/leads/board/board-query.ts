import { type LeadListQuery, leadListPath, readLeadListQuery } from '../lead-list-query.ts'
import { type LeadStatus, leadStatuses } from '../lead-status.ts'

export const CARDS_A_COLUMN = 15
/** As far as "Show more" goes; the list shows the others. */
const MOST_CARDS = 300

export type BoardQuery = {
  /** The filters of the list, but for those that the columns are. */
  list: LeadListQuery
  /** How many cards a column shows. */
  shown: Readonly<Record<LeadStatus, number>>
}

/** Reads the address; invalid values are ignored. */
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
    // Every status is among the entries.
    shown: Object.fromEntries(
      shown.map(([status, count]) => [status, Math.min(count, MOST_CARDS)]),
    ) as Record<LeadStatus, number>,
  }
}

/** The address of the board after a change, without defaults. */
export function boardPath(
  { list, shown }: BoardQuery,
  more: Partial<Record<LeadStatus, number>> = {},
): string {
  const filters = leadListPath(list, {}).replace(/^[^?]*\??/, '')
  const params = new URLSearchParams(filters)
  for (const status of leadStatuses) {
    const count = more[status] ?? shown[status]
    if (count !== CARDS_A_COLUMN) params.set(`show-${status}`, String(count))
  }
  return params.size > 0 ? `/admin/leads/board?${params}` : '/admin/leads/board'
}

/** Null where a column shows as many as it may. */
export function pathOfMore(query: BoardQuery, status: LeadStatus): string | null {
  const now = query.shown[status]
  return now < MOST_CARDS ? boardPath(query, { [status]: now + 2 * CARDS_A_COLUMN }) : null
}

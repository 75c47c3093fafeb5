import { amountText, parseAmount } from '#app/lib/amounts.ts'

import { leadStatuses, type LeadStatus } from './lead-status.ts'

export const leadSorts = ['newest', 'oldest', 'name', 'status', 'due', 'value'] as const

export type LeadSort = (typeof leadSorts)[number]

/** The filters by the day of the next step; a week is today and the six days after it. */
export const dueNames = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due this week',
  none: 'No date',
} as const

export type Due = keyof typeof dueNames

export const dues = Object.keys(dueNames) as Due[]

export type LeadFilters = {
  status: LeadStatus | null
  /** A member's id, `me` or `nobody`. */
  assignee: string | null
  due: Due | null
  /** In hundredths of the site's currency; a lead without a value is outside every range. */
  min: number | null
  max: number | null
  tag: string | null
}

export const noFilters: LeadFilters = {
  status: null,
  assignee: null,
  due: null,
  min: null,
  max: null,
  tag: null,
}

/** What the list shows. All of it is in the URL, so that a link can be shared. */
export type LeadListQuery = LeadFilters & {
  folder: 'inbox' | 'spam'
  q: string
  sort: LeadSort
  /** Counted from 1. */
  page: number
}

/** Reads the URL's parameters and ignores invalid values. */
export function readLeadListQuery(params: URLSearchParams): LeadListQuery {
  const page = Number(params.get('page') ?? 1)
  const text = (name: string, most: number) => (params.get(name) ?? '').trim().slice(0, most)
  return {
    folder: params.get('folder') === 'spam' ? 'spam' : 'inbox',
    q: text('q', 200),
    status: leadStatuses.find((status) => status === params.get('status')) ?? null,
    assignee: text('assignee', 64) || null,
    due: dues.find((due) => due === params.get('due')) ?? null,
    min: parseAmount(text('min', 24)),
    max: parseAmount(text('max', 24)),
    tag: text('tag', 30).toLowerCase() || null,
    sort: leadSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the list's URL after a change, without defaults. It starts at page 1 unless the change sets a page. */
export function leadListPath(query: LeadListQuery, change: Partial<LeadListQuery>): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.folder !== 'inbox') params.set('folder', next.folder)
  for (const name of ['q', 'status', 'assignee', 'due', 'tag'] as const)
    if (next[name]) params.set(name, next[name])
  for (const name of ['min', 'max'] as const)
    if (next[name] !== null) params.set(name, amountText(next[name]).replaceAll(',', ''))
  if (next.sort !== 'newest') params.set('sort', next.sort)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/leads?${params}` : '/admin/leads'
}

/** Counts the filters that are set, without the search and the status. */
export function countFilters({ assignee, due, min, max, tag }: LeadFilters): number {
  return [assignee, due, min, max, tag].filter((each) => each !== null).length
}

export function isFiltered(query: LeadListQuery): boolean {
  return query.q !== '' || query.status !== null || countFilters(query) > 0
}

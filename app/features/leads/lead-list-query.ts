import { leadStatuses, type LeadStatus } from './lead-status.ts'

export const leadSorts = ['newest', 'oldest', 'name', 'status'] as const

export type LeadSort = (typeof leadSorts)[number]

/** What the list shows; all of it is in the address, so that a link can be shared. */
export type LeadListQuery = {
  folder: 'inbox' | 'spam'
  q: string
  status: LeadStatus | null
  sort: LeadSort
  /** Counted from 1. */
  page: number
}

/** Reads the address; invalid values are ignored. */
export function readLeadListQuery(params: URLSearchParams): LeadListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    folder: params.get('folder') === 'spam' ? 'spam' : 'inbox',
    q: (params.get('q') ?? '').trim().slice(0, 200),
    status: leadStatuses.find((status) => status === params.get('status')) ?? null,
    sort: leadSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** The address of the list after a change, without defaults. Another filter starts at page 1. */
export function leadListPath(query: LeadListQuery, change: Partial<LeadListQuery>): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.folder !== 'inbox') params.set('folder', next.folder)
  if (next.q) params.set('q', next.q)
  if (next.status) params.set('status', next.status)
  if (next.sort !== 'newest') params.set('sort', next.sort)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/leads?${params}` : '/admin/leads'
}

import { type PageKind, pageKinds } from '../page-kinds.ts'

export const pageStates = ['published', 'changed', 'draft', 'scheduled'] as const

/** Filters and page number of the table, as its address holds them. */
export type PageListQuery = {
  q: string
  state: (typeof pageStates)[number] | null
  kind: PageKind | null
  page: number
}

/** Reads the address; invalid values are ignored. */
export function readPageListQuery(params: URLSearchParams): PageListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') || '').trim().slice(0, 200),
    state: pageStates.find((state) => state === params.get('state')) ?? null,
    kind: pageKinds.find((kind) => kind === params.get('kind')) ?? null,
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the table's address with some values changed; a changed filter starts at page 1. */
export function pageListPath(query: PageListQuery, change: Partial<PageListQuery>): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.state) params.set('state', next.state)
  if (next.kind) params.set('kind', next.kind)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/pages?${params}` : '/admin/pages'
}

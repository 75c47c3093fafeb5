const peopleSorts = ['recent', 'name'] as const

export type PeopleListQuery = {
  q: string
  sort: (typeof peopleSorts)[number]
  /** Starts at 1. */
  page: number
}

/** Parses the query string; invalid values are ignored. */
export function readPeopleListQuery(params: URLSearchParams): PeopleListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    sort: peopleSorts.find((sort) => sort === params.get('sort')) ?? 'recent',
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the list's path after a change, without default values. Any change but of the page returns to page 1. */
export function peopleListPath(
  query: PeopleListQuery,
  change: Partial<PeopleListQuery> = {},
  path = '/admin/people',
): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.sort !== 'recent') params.set('sort', next.sort)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `${path}?${params}` : path
}

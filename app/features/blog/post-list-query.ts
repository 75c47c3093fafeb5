import { type PublicationState, publicationStates } from '#app/features/editing/publication.ts'

/** Filters and page of the admin's list, as in its URL. */
export type PostListQuery = {
  q: string
  state: PublicationState | null
  page: number
}

/** Reads the query of a URL; invalid values are ignored. */
export function readPostListQuery(params: URLSearchParams): PostListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    state: publicationStates.find((state) => state === params.get('state')) ?? null,
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the list's path with some values changed; a changed filter starts at page 1. */
export function postListPath(query: PostListQuery, change: Partial<PostListQuery>): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.state) params.set('state', next.state)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/blog?${params}` : '/admin/blog'
}

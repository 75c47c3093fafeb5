import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'

import { itemKinds } from './knowledge-item.ts'

export type ItemListQuery = {
  q: string
  kind: KnowledgeKind | null
  page: number
}

/** Ignores invalid values. */
export function readItemListQuery(params: URLSearchParams): ItemListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    kind: itemKinds.find((kind) => kind === params.get('kind')) ?? null,
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Starts at page 1 unless the change sets a page. */
export function itemListPath(query: ItemListQuery, change: Partial<ItemListQuery>): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.kind) params.set('kind', next.kind)
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/knowledge?${params}` : '/admin/knowledge'
}

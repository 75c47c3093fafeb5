import { defineListQuery, oneOf, words } from '#app/lib/list-query.ts'

import { itemKinds } from './knowledge-item.ts'

export const { read: readItemListQuery, pathOf: itemListPath } = defineListQuery('/admin/knowledge', {
  q: words,
  kind: oneOf(itemKinds),
})

export type ItemListQuery = ReturnType<typeof readItemListQuery>

import { defineListQuery, oneOf, recordId, words } from '#app/lib/list-query.ts'

import { itemKinds } from './knowledge-item.ts'

export const { read: readItemListQuery, pathOf: itemListPath } = defineListQuery('/admin/knowledge', {
  q: words,
  kind: oneOf(itemKinds),
  collection: recordId,
})

export type ItemListQuery = ReturnType<typeof readItemListQuery>

import { defineListQuery, oneOf, words } from '#app/lib/list-query.ts'

import { pageKinds } from '../page-kinds.ts'

export const pageStates = ['published', 'changed', 'draft', 'scheduled'] as const

export const { read: readPageListQuery, pathOf: pageListPath } = defineListQuery('/admin/pages', {
  q: words,
  state: oneOf(pageStates),
  kind: oneOf(pageKinds),
})

export type PageListQuery = ReturnType<typeof readPageListQuery>

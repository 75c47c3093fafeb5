import { publicationStates } from '#app/features/editing/publication.ts'
import { defineListQuery, oneOf, words } from '#app/lib/list-query.ts'

export const { read: readPostListQuery, pathOf: postListPath } = defineListQuery('/admin/blog', {
  q: words,
  state: oneOf(publicationStates),
})

export type PostListQuery = ReturnType<typeof readPostListQuery>

import { defineListQuery, languageTag, oneOrFirst, words } from '#app/lib/list-query.ts'

export const { read: readPeopleListQuery, pathOf: peopleListPath } = defineListQuery('/admin/people', {
  q: words,
  language: languageTag,
  sort: oneOrFirst(['recent', 'name']),
})

export type PeopleListQuery = ReturnType<typeof readPeopleListQuery>

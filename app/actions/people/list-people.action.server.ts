import { z } from 'zod'

import { listPeopleAfter } from '#app/features/people/list-people.server.ts'

import { pageBy } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { activityOrder, id, isoTime, languageOf, pageOf, paging, q, time } from '../fields.ts'

export const personRecord = z.object({
  id,
  name: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  emails: z.array(z.string()),
  knownSince: time,
  language: z.string().nullable().describe('The language that the person read last, such as de or pt-BR'),
})

export const listPeopleAction = defineAction({
  name: 'list_people',
  title: 'Find people',
  description: 'Lists people, the latest active first, or finds them by name, address, company or phone.',
  input: z.strictObject({ q, language: languageOf, sort: activityOrder, ...paging }),
  output: pageOf(personRecord.extend({ lastActiveAt: time })),
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/people' },
  run: (ctx, { q: words, language, sort, ...asked }) =>
    pageBy(
      'listed_at',
      asked,
      (next) =>
        listPeopleAfter(ctx, {
          q: words.trim(),
          language,
          sort: sort === 'active' ? 'recent' : 'newest',
          ...next,
        }),
      (person) => ({
        id: person.id,
        name: person.name,
        company: person.company,
        phone: person.phone,
        emails: person.emails,
        knownSince: isoTime(person.created_at),
        language: person.language,
        lastActiveAt: isoTime(person.listed_at),
      }),
    ),
})

import { z } from 'zod'

import { listPeopleAfter } from '#app/features/people/list-people.server.ts'

import { pageOfRows, readCursor } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { activityOrder, id, isoTime, pageOf, paging, q, time } from '../fields.ts'

export const personRecord = z.object({
  id,
  name: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  emails: z.array(z.string()),
  knownSince: time,
})

export const listPeopleAction = defineAction({
  name: 'list_people',
  title: 'Find people',
  description: 'Lists people, the latest active first, or finds them by name, address, company or phone.',
  input: z.strictObject({ q, sort: activityOrder, ...paging }),
  output: pageOf(personRecord.extend({ lastActiveAt: time })),
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/people' },
  async run(ctx, { limit, cursor, q: words, sort }) {
    const mark = readCursor(cursor)
    const rows = await listPeopleAfter(ctx, {
      q: words.trim(),
      sort: sort === 'active' ? 'recent' : 'newest',
      after: mark && { id: mark.id, listed_at: mark.at },
      limit: limit + 1,
    })
    return pageOfRows(rows, limit, {
      mark: (person) => ({ at: person.listed_at, id: person.id }),
      show: (person) => ({
        id: person.id,
        name: person.name,
        company: person.company,
        phone: person.phone,
        emails: person.emails,
        knownSince: isoTime(person.created_at),
        lastActiveAt: isoTime(person.listed_at),
      }),
    })
  },
})

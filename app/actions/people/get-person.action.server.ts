import { z } from 'zod'

import { getPerson } from '#app/features/people/get-person.server.ts'

import { defineAction } from '../define-action.ts'
import { id, isoTime, time } from '../fields.ts'

import { personRecord } from './list-people.action.server.ts'

const entry = z.object({ id: z.string(), at: time, kind: z.string(), text: z.string().nullable() })

export const getPersonAction = defineAction({
  name: 'get_person',
  title: 'Read a person',
  description: 'Reads a person with the latest hundred entries of their inquiries, conversations and mails.',
  input: z.strictObject({ id }),
  output: personRecord.extend({ timeline: z.array(entry) }),
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/people/{id}' },
  async run(ctx, input) {
    const { person, addresses, timeline } = await getPerson(ctx, input.id)
    return {
      id: person.id,
      name: person.name,
      company: person.company,
      phone: person.phone,
      emails: addresses.map(({ shown }) => shown),
      knownSince: isoTime(person.created_at),
      language: person.language,
      timeline: timeline.map((each) => ({
        id: each.id,
        at: isoTime(each.at),
        kind: each.kind,
        text: 'text' in each ? each.text : null,
      })),
    }
  },
})

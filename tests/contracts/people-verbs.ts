import { keepPerson } from '#app/features/leads/persons/keep-person.server.ts'
import {
  correctLeadAddress,
  correctPersonAddress,
} from '#app/features/leads/persons/correct-address.server.ts'
import { addPerson, addPersonNote, changePerson } from '#app/features/people/change-person.server.ts'
import { deletePerson, restorePerson } from '#app/features/people/delete-person.server.ts'
import { importPeople } from '#app/features/people/import/import-people.job.server.ts'
import { exportLeftRows } from '#app/features/people/import/import-report.server.ts'
import {
  confirmImport,
  discardImport,
  uploadPeople,
} from '#app/features/people/import/people-imports.server.ts'
import { exportPeople } from '#app/features/people/list-people.server.ts'
import {
  mergeByAddress,
  mergePeople,
  setApart,
  unmergePerson,
} from '#app/features/people/merge-people.server.ts'
import { readPeopleListQuery } from '#app/features/people/people-list-query.ts'
import { createLead } from '#tests/factories/lead.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS } from './admin-verb.ts'

const ANN = 'ann@example.com'
const BEA = 'bea@example.com'

async function person(ctx: TestCtx, email: string): Promise<string> {
  const contact = { name: SECRET_WORDS, email, company: null, phone: null, phone_e164: null }
  return (await keepPerson(ctx, contact, { at: ctx.clock.now(), origin: 'hand' })).personId
}

const withPerson =
  (run: (ctx: TestCtx, id: string, other: string) => Promise<unknown>): AdminVerb['prepare'] =>
  async (ctx) => {
    const id = await person(ctx, ANN)
    const other = await person(ctx, BEA)
    return (later) => run(later, id, other)
  }

async function upload(ctx: TestCtx): Promise<string> {
  const content = new Blob([`Name,Email\n${SECRET_WORDS},${ANN}\n`])
  const { id } = await uploadPeople(ctx, { name: SECRET_WORDS, content })
  await importPeople.run(ctx, { id }, { signal: new AbortController().signal })
  return id
}

export const peopleVerbs: readonly AdminVerb[] = [
  {
    name: 'addPerson',
    recorded: ['person.added'],
    prepare: async () => (ctx) =>
      addPerson(ctx, { name: SECRET_WORDS, email: ANN, phone: '', company: '', note: SECRET_WORDS }),
  },
  {
    name: 'changePerson',
    recorded: ['person.changed'],
    prepare: withPerson((ctx, id) => changePerson(ctx, { id, name: SECRET_WORDS, phone: '1', company: '' })),
  },
  {
    name: 'addPersonNote',
    recorded: ['person.noted'],
    prepare: withPerson((ctx, id) => addPersonNote(ctx, { id, note: SECRET_WORDS })),
  },
  {
    name: 'deletePerson',
    recorded: ['person.deleted'],
    prepare: withPerson((ctx, id) => deletePerson(ctx, id)),
  },
  {
    name: 'restorePerson',
    recorded: ['person.restored'],
    prepare: async (ctx) => {
      const { id } = await deletePerson(ctx, await person(ctx, ANN))
      return (later) => restorePerson(later, id)
    },
  },
  {
    name: 'mergePeople',
    recorded: ['person.merged'],
    prepare: withPerson((ctx, id, other) => mergePeople(ctx, { id, other })),
  },
  {
    name: 'mergeByAddress',
    recorded: ['person.merged'],
    prepare: withPerson((ctx, id) => mergeByAddress(ctx, { id, otherAddress: BEA })),
  },
  {
    name: 'unmergePerson',
    recorded: ['person.unmerged'],
    prepare: async (ctx) => {
      const [id, other] = [await person(ctx, ANN), await person(ctx, BEA)]
      await mergePeople(ctx, { id, other })
      return (later) => unmergePerson(later, { merged: other })
    },
  },
  {
    name: 'setApart',
    recorded: ['person.set_apart'],
    prepare: withPerson((ctx, id, other) => setApart(ctx, { id, other })),
  },
  {
    name: 'correctPersonAddress',
    recorded: ['person.address_corrected'],
    prepare: withPerson((ctx, id) =>
      correctPersonAddress(ctx, { id, address: ANN, email: 'ann@right.example' }),
    ),
  },
  {
    name: 'correctLeadAddress',
    recorded: ['lead.address_corrected'],
    prepare: async (ctx) => {
      const id = await createLead(ctx, { email: ANN, name: SECRET_WORDS })
      return (later) => correctLeadAddress(later, { id, email: 'ann@right.example' })
    },
  },
  {
    name: 'exportPeople',
    recorded: ['person.exported'],
    prepare: async () => (ctx) => exportPeople(ctx, readPeopleListQuery(new URLSearchParams())),
  },
  {
    name: 'confirmImport',
    recorded: ['person.import_started'],
    prepare: async (ctx) => {
      const id = await upload(ctx)
      return (later) => confirmImport(later, { id })
    },
  },
  {
    name: 'discardImport',
    recorded: ['person.import_discarded'],
    prepare: async (ctx) => {
      const id = await upload(ctx)
      return (later) => discardImport(later, { id })
    },
  },
  {
    name: 'exportLeftRows',
    recorded: ['person.exported'],
    prepare: async (ctx) => {
      const id = await upload(ctx)
      return (later) => exportLeftRows(later, id)
    },
  },
]

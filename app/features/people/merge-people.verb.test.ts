import { expect, test } from 'vitest'

import { getLead } from '#app/features/leads/get-lead.server.ts'
import {
  correctLeadAddress,
  correctPersonAddress,
} from '#app/features/leads/persons/correct-address.server.ts'
import { describeHoldings } from '#app/features/privacy/describe-holdings.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { exportPersonalData } from '#app/features/privacy/export-personal-data.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createPerson } from '#tests/factories/person.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { addPersonNote } from './change-person.server.ts'
import { erasePeople } from './erase-people.server.ts'
import { getPerson } from './get-person.server.ts'
import { listPeople } from './list-people.server.ts'
import { mergeByAddress, mergePeople, setApart, unmergePerson } from './merge-people.server.ts'
import { readPeopleListQuery } from './people-list-query.ts'

async function namesFor(ctx: TestCtx, q = ''): Promise<string[]> {
  const { people } = await listPeople(ctx, { ...readPeopleListQuery(new URLSearchParams()), q })
  return people.map(({ name }) => name).toSorted()
}

/** Returns all rows that a merge could lose. */
async function peopleTables(ctx: TestCtx) {
  const [people, addresses, leads] = await Promise.all([
    ctx.db.selectFrom('person').selectAll().orderBy('id').execute(),
    ctx.db.selectFrom('person_address').selectAll().orderBy('address').execute(),
    ctx.db.selectFrom('lead').select(['id', 'email', 'address']).orderBy('id').execute(),
  ])
  return { people, addresses, leads }
}

test('two people become one and two again, with nothing lost', async () => {
  const ctx = asOwner(await createTestCtx())
  const work = await createLead(ctx, { name: 'Ann Lee', email: 'ann@work.example' })
  const home = await createLead(ctx, { name: 'Annie', email: 'annie@home.example', phone: '+49 30 901820' })
  const bob = await createPerson(ctx, { name: 'Bob', email: 'bob@example.com' })
  const [ann, annie] = [(await getLead(ctx, work)).person, (await getLead(ctx, home)).person]
  if (!ann || !annie) throw new Error('A lead has no person.')
  const before = await peopleTables(ctx)

  await mergePeople(ctx, { id: ann.id, other: annie.id })
  expect(await namesFor(ctx)).toEqual(['Ann Lee', 'Bob'])
  for (const q of ['annie', 'ann@work', '30901820']) expect(await namesFor(ctx, q), q).toEqual(['Ann Lee'])
  const merged = await getPerson(ctx, annie.id)
  expect(merged.person.id).toBe(ann.id)
  expect(merged.openLeads.map(({ id }) => id).toSorted()).toEqual([work, home].toSorted())
  expect(merged.addresses.map(({ address }) => address)).toEqual(['ann@work.example', 'annie@home.example'])
  await addPersonNote(ctx, { id: ann.id, note: 'One and the same' })
  await mergePeople(ctx, { id: bob, other: annie.id })
  expect(await namesFor(ctx, 'annie')).toEqual(['Bob'])
  await expect(mergePeople(ctx, { id: annie.id, other: bob })).rejects.toMatchObject({ code: 'conflict' })

  await unmergePerson(ctx, { merged: ann.id })
  expect(await namesFor(ctx, 'annie')).toEqual(['Ann Lee'])
  await unmergePerson(ctx, { merged: annie.id })
  expect(await peopleTables(ctx)).toEqual(before)
  expect(await namesFor(ctx, 'annie')).toEqual(['Annie'])
  await expect(unmergePerson(ctx, { merged: annie.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('an inquiry from a merged address belongs to the whole person', async () => {
  const ctx = asOwner(await createTestCtx())
  const ann = await createPerson(ctx, { name: 'Ann', email: 'ann@example.com' })
  const annie = await createPerson(ctx, { name: 'Annie', email: 'annie@example.com' })
  await mergeByAddress(ctx, { id: ann, otherAddress: ' ANNIE@example.com' })
  ctx.clock.advance(1000)
  const lead = await createLead(ctx, { email: 'annie@example.com', company: 'Lee Ltd' })
  expect((await getLead(ctx, lead)).person).toEqual({ id: ann, earlier: 0 })
  expect(await namesFor(ctx, 'lee ltd')).toEqual(['Ann'])
  expect((await listPeople(ctx, readPeopleListQuery(new URLSearchParams()))).people).toMatchObject([
    { id: ann, inquiries: 1, listed_at: ctx.clock.now() },
  ])
  await unmergePerson(ctx, { merged: annie })
  expect(await namesFor(ctx, 'lee ltd')).toEqual(['Annie'])
  await expect(mergeByAddress(ctx, { id: ann, otherAddress: 'nobody@example.com' })).rejects.toMatchObject({
    fields: { otherAddress: expect.any(String) },
  })
})

test('two merges in opposite directions at once do not make a circle', async () => {
  const ctx = asOwner(await createTestCtx())
  const other = asOwner(await createSecondInstance(ctx))
  const [ann, bea] = [await createPerson(ctx, { name: 'Ann' }), await createPerson(ctx, { name: 'Bea' })]
  const done = await Promise.allSettled([
    mergePeople(ctx, { id: ann, other: bea }),
    mergePeople(other, { id: bea, other: ann }),
  ])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await namesFor(ctx)).toHaveLength(1)
})

test('people with one phone number, or one name and company, are proposed until they are set apart', async () => {
  const ctx = asOwner(await createTestCtx())
  const ann = await createPerson(ctx, { name: 'Ann', company: 'Lee Ltd', phone: '+49 30 901820' })
  const phone = await createPerson(ctx, { name: 'A.', phone: '0049 30 90 18 20' })
  const name = await createPerson(ctx, { name: 'ANN', company: 'lee ltd' })
  await createPerson(ctx, { name: 'Ann', company: 'Other Ltd' })
  const reasons = async () => (await getPerson(ctx, ann)).proposals.map(({ id, reason }) => `${id} ${reason}`)
  expect(await reasons()).toEqual([`${phone} phone`, `${name} name`])
  await setApart(ctx, { id: phone, other: ann })
  expect(await reasons()).toEqual([`${name} name`])
  await mergePeople(ctx, { id: ann, other: name })
  expect(await reasons()).toEqual([])
})

test('a mistyped address is corrected on the lead and on its person', async () => {
  const ctx = asOwner(await createTestCtx())
  const lead = await createLead(ctx, { name: 'Ann', email: 'ann@exmaple.example' })
  const id = (await getLead(ctx, lead)).person?.id ?? ''
  await correctLeadAddress(ctx, { id: lead, email: 'Ann@right.example' })
  const { lead: corrected, person, events } = await getLead(ctx, lead)
  expect(corrected).toMatchObject({ email: 'Ann@right.example', address: 'ann@right.example' })
  expect(person?.id).toBe(id)
  expect(events.map(({ body }) => body)).toContain('ann@exmaple.example → Ann@right.example')
  expect((await getPerson(ctx, id)).addresses.map(({ shown }) => shown)).toEqual(['Ann@right.example'])
  expect(await namesFor(ctx, 'exmaple')).toEqual([])
  await expect(correctLeadAddress(ctx, { id: lead, email: 'no address' })).rejects.toMatchObject({
    fields: { email: expect.any(String) },
  })
})

test('an address that another inquiry came from stays beside the corrected one', async () => {
  const ctx = asOwner(await createTestCtx())
  const first = await createLead(ctx, { email: 'ann@example.com' })
  const second = await createLead(ctx, { email: 'ann@example.com' })
  await correctLeadAddress(ctx, { id: second, email: 'bea@example.com' })
  const id = (await getLead(ctx, first)).person?.id ?? ''
  const detail = await getPerson(ctx, id)
  expect(detail.addresses.map(({ address }) => address).toSorted()).toEqual([
    'ann@example.com',
    'bea@example.com',
  ])
  await correctPersonAddress(ctx, { id, address: 'ann@example.com', email: 'bea@example.com' })
  const corrected = await getPerson(ctx, id)
  expect(corrected.addresses.map(({ address }) => address)).toEqual(['bea@example.com'])
  expect(corrected.openLeads).toHaveLength(2)
})

test('where the corrected address belongs to another, nothing changes until both are merged', async () => {
  const ctx = asOwner(await createTestCtx())
  const lead = await createLead(ctx, { name: 'Ann', email: 'ann@exmaple.example' })
  const real = await createPerson(ctx, { name: 'Ann Lee', email: 'ann@example.com' })
  const id = (await getLead(ctx, lead)).person?.id ?? ''
  const correction = { id, address: 'ann@exmaple.example', email: 'ann@example.com' }
  await expect(correctLeadAddress(ctx, { id: lead, email: 'ann@example.com' })).rejects.toMatchObject({
    holder: { id: real, name: 'Ann Lee' },
  })
  await expect(correctPersonAddress(ctx, correction)).rejects.toMatchObject({ holder: { id: real } })
  expect((await getLead(ctx, lead)).lead.email).toBe('ann@exmaple.example')
  await mergePeople(ctx, { id: real, other: id })
  await correctPersonAddress(ctx, { ...correction, id: real })
  const { addresses, openLeads } = await getPerson(ctx, real)
  expect(addresses.map(({ address }) => address)).toEqual(['ann@example.com'])
  expect(openLeads.map((open) => open.id)).toEqual([lead])
  await expect(correctPersonAddress(ctx, correction)).rejects.toMatchObject({ code: 'not-found' })
})

test('what is handed over and erased covers every address of the person', async () => {
  const ctx = asOwner(await createTestCtx())
  const ann = await createPerson(ctx, { name: 'Ann', email: 'ann@example.com', note: 'Likes tea' })
  await createLead(ctx, { name: 'Annie', email: 'annie@example.com' })
  const bob = await createPerson(ctx, { name: 'Bob of ann@example.com', email: 'bob@example.com' })
  await addPersonNote(ctx, { id: bob, note: 'Knows annie@example.com' })
  await mergeByAddress(ctx, { id: ann, otherAddress: 'annie@example.com' })
  expect(await describeHoldings(ctx, { address: 'annie@example.com' })).toMatchObject({
    others: ['ann@example.com'],
    people: [{ name: 'Ann' }, { name: 'Annie' }],
    inquiries: [{ name: 'Annie' }],
  })
  const text = await wholeText(await exportPersonalData(ctx, { address: 'ann@example.com' }))
  expect(JSON.parse(text)).toMatchObject({
    inquiries: [{ name: 'Annie' }],
    people: [
      { name: 'Ann', history: [{ kind: 'added' }, { body: 'Likes tea' }, { kind: 'merged' }] },
      { name: 'Annie' },
    ],
  })
  await erasePersonalData(ctx, { address: 'ann@example.com' })
  expect(await namesFor(ctx)).toEqual(['Bob of [erased]'])
  expect((await getPerson(ctx, bob)).timeline.map((entry) => 'text' in entry && entry.text)).toContain(
    'Knows [erased]',
  )
  expect(JSON.stringify(await peopleTables(ctx))).not.toMatch(/ann|likes tea/i)
  expect(await ctx.db.selectFrom('erasure').select('hash').execute()).toHaveLength(2)
})

test('when a merged person is erased, those merged into them are separate people again', async () => {
  const ctx = asOwner(await createTestCtx())
  const [ann, bea, cleo] = [
    await createPerson(ctx, { name: 'Ann' }),
    await createPerson(ctx, { name: 'Bea' }),
    await createPerson(ctx, { name: 'Cleo' }),
  ]
  await mergePeople(ctx, { id: bea, other: cleo })
  await mergePeople(ctx, { id: ann, other: bea })
  expect(await erasePeople(ctx, [bea])).toBe(1)
  expect(await namesFor(ctx)).toEqual(['Ann', 'Cleo'])
  expect(await namesFor(ctx, 'cleo')).toEqual(['Cleo'])
})

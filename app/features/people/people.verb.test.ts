import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'

import { moveLeadToInbox } from '#app/features/leads/change-lead.server.ts'
import { deleteLead } from '#app/features/leads/delete-lead.server.ts'
import { getLead } from '#app/features/leads/get-lead.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createEmail } from '#tests/factories/email.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { createPeople, createPerson } from '#tests/factories/person.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx, testActor } from '#tests/support/test-ctx.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { addPersonNote, changePerson } from './change-person.server.ts'
import { deletePerson } from './delete-person.server.ts'
import { deleteOldPeople } from './delete-old-people.job.server.ts'
import { getPerson } from './get-person.server.ts'
import { exportPeople, listPeople, peopleList } from './list-people.server.ts'
import { mergePeople } from './merge-people.server.ts'
import { type PeopleListQuery, readPeopleListQuery } from './people-list-query.ts'

function query(overrides: Partial<PeopleListQuery> = {}): PeopleListQuery {
  return { ...readPeopleListQuery(new URLSearchParams()), ...overrides }
}

async function namesIn(ctx: TestCtx, overrides: Partial<PeopleListQuery> = {}): Promise<string[]> {
  return (await listPeople(ctx, query(overrides))).people.map(({ name }) => name)
}

async function personOf(ctx: TestCtx, leadId: string): Promise<string> {
  const { person } = await getLead(ctx, leadId)
  if (!person) throw new Error('The lead has no person.')
  return person.id
}

async function runOnce(ctx: TestCtx): Promise<void> {
  await deleteOldPeople.run(ctx, {}, { signal: new AbortController().signal })
}

test('inquiries from one address are one person, whose blanks later ones fill', async () => {
  const ctx = asOwner(await createTestCtx())
  const first = await createLead(ctx, { name: 'Ann', email: 'Ann@Example.com' })
  ctx.clock.advance(DAY)
  const second = await createLead(ctx, {
    name: 'A. Lee',
    email: 'ann@example.com',
    company: 'Lee Ltd',
    phone: '+49 30 901820',
  })
  const id = await personOf(ctx, first)
  expect(await personOf(ctx, second)).toBe(id)
  const { person, addresses, openLeads } = await getPerson(ctx, id)
  expect(person).toMatchObject({
    name: 'Ann',
    company: 'Lee Ltd',
    phone_e164: '+4930901820',
    origin: 'inquiry',
  })
  expect(addresses).toMatchObject([{ address: 'ann@example.com', shown: 'Ann@Example.com' }])
  expect(openLeads.map((lead) => lead.id)).toEqual([second, first])
  expect((await getLead(ctx, second)).person).toEqual({ id, earlier: 1 })
  expect((await getLead(ctx, first)).person).toEqual({ id, earlier: 0 })
  expect((await listPeople(ctx, query())).people).toMatchObject([
    { id, inquiries: 2, listed_at: ctx.clock.now(), addresses: ['Ann@Example.com'] },
  ])
})

test('an inquiry that is spam makes no person until it is taken out of the folder', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createSpamLead(ctx, { name: 'Ann', email: 'ann@example.com' })
  expect(await namesIn(ctx)).toEqual([])
  expect((await getLead(ctx, id)).person).toBeNull()
  await moveLeadToInbox(ctx, id)
  expect(await namesIn(ctx)).toEqual(['Ann'])
})

test('two inquiries from one new address at the same moment make one person', async () => {
  const ctx = await createTestCtx()
  const other = await createSecondInstance(ctx)
  const send = (one: TestCtx, n: number) =>
    submitInquiry(one, {
      ...inquirySending(ctx, { email: 'ann@example.com', message: `Message ${n}, long enough.` }),
      clientAddress: `203.0.113.${n}`,
    })
  await Promise.all([send(ctx, 1), send(other, 2), send(ctx, 3), send(other, 4)])
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toHaveLength(4)
  expect(await ctx.db.selectFrom('person').select('id').execute()).toHaveLength(1)
  expect(await ctx.db.selectFrom('person_address').select('address').execute()).toEqual([
    { address: 'ann@example.com' },
  ])
})

test('a person is kept or not together with the inquiry', async () => {
  const ctx = await createTestCtx()
  const failing = withTransaction(ctx, async (inside) => {
    await submitInquiry(inside, inquirySending(ctx))
    throw new Error('The power went.')
  })
  await expect(failing).rejects.toThrow('The power went.')
  expect(await ctx.db.selectFrom('person').select('id').execute()).toEqual([])
})

test('inquiries of before make people too, one for each address', async () => {
  const source = asOwner(await createTestCtx())
  for (const [name, email] of [
    ['Jürgen', 'Jürgen@Example.com'],
    ['Jürgen Groß', 'jürgen@example.com'],
    ['Bea', 'BEA@example.com'],
  ] as const) {
    source.clock.advance(DAY)
    await createLead(source, { name, email, message: `I am ${name}, and wrote before.` })
  }
  await createSpamLead(source, { name: 'Spam' })
  const leads = await source.db.selectFrom('lead').selectAll().execute()
  const engine = await (await createEmptyDatabase()).open()
  const {
    '0047-people': _people,
    '0055-mentions': _mentions,
    '0066-merged-people': _merged,
    '0083-languages': _languages,
    '0088-known-languages': _known,
    ...earlier
  } = migrations
  await migrate(engine, earlier)
  for (const { address: _address, language: _language, ...lead } of leads)
    await sql`insert into lead (${sql.join(Object.keys(lead).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(lead))})`.execute(engine.db)
  await migrate(engine)
  const ctx = { ...source, engine, db: engine.db }
  expect(await namesIn(ctx)).toEqual(['Bea', 'Jürgen Groß'])
  expect(await namesIn(ctx, { q: 'jurgen' })).toEqual(['Jürgen Groß'])
  expect(await namesIn(ctx, { q: 'bea@ex' })).toEqual(['Bea'])
  const lead = leads.find(({ name }) => name === 'Jürgen')
  expect((await getPerson(ctx, await personOf(ctx, lead?.id ?? ''))).openLeads).toHaveLength(2)
})

test('words of any length are found in name, address, company and phone, in every order', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPerson(ctx, {
    name: 'Ada',
    email: 'ada@oko.example',
    company: 'Öko AG',
    phone: '+49 30 901820',
  })
  ctx.clock.advance(DAY)
  await createPerson(ctx, { name: 'Bea', email: 'bea@eco.example', company: 'Eco "x" Ltd' })
  for (const q of ['ad', 'ada oko', 'ÖKO', '3090', 'g ad', 'ada@oko'])
    expect(await namesIn(ctx, { q }), q).toEqual(['Ada'])
  for (const q of ['zz', 'ada bea', '日本語', '"x" ada']) expect(await namesIn(ctx, { q }), q).toEqual([])
  for (const q of ['', 'example', 'e']) {
    expect(await namesIn(ctx, { q }), q).toEqual(['Bea', 'Ada'])
    expect(await namesIn(ctx, { q, sort: 'name' }), q).toEqual(['Ada', 'Bea'])
  }
})

test('a later page is reached, and the export holds every row with its formulas disarmed', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPeople(
    ctx,
    Array.from({ length: 430 }, (_, n) => (n === 0 ? '=1+1' : `Person ${String(n).padStart(3, '0')}`)),
  )
  const page = await listPeople(ctx, query({ page: 3, sort: 'name', q: 'person' }))
  expect(page).toMatchObject({ total: 429, page: 3, pages: 18 })
  expect(page.people[0]?.name).toBe('Person 051')
  for (const [q, lines] of [
    ['', 430],
    ['person', 429],
    ['son 42', 14],
  ] as const) {
    const csv = await wholeText(await exportPeople(ctx, query({ q })))
    expect(csv.split('\r\n').slice(1, -1), q).toHaveLength(lines)
    if (q === '') expect(csv).toContain("'=1+1,")
  }
})

test.each(['recent', 'name'] as const)(
  'an export of people by %s misses nobody who becomes active or is renamed meanwhile',
  async (sort) => {
    const ctx = asOwner(await createTestCtx())
    const names = Array.from({ length: 250 }, (_, n) => `Person ${100 + n}`)
    await createPeople(ctx, names)
    const parts = await exportPeople(ctx, query({ sort }))
    const read = [(await parts.next()).value, (await parts.next()).value]
    const unread = names.filter((name) => !read.join('').includes(name))
    expect(unread).toHaveLength(50)
    const moved = ctx.db.updateTable('person').where('name', 'in', unread)
    const first = sort === 'recent' ? { listed_at: ctx.clock.now() + DAY } : { name: 'Aaron' }
    await moved.set(first).execute()
    expect((await wholeText(parts)).split('\r\n').slice(0, -1)).toHaveLength(50)
  },
)

test('a timeline holds inquiries, chats, mails and notes, and what a role may not read is left out', async () => {
  const ctx = asOwner(await createTestCtx())
  const lead = await createLead(ctx, { email: 'ann@example.com' })
  await createConversation(ctx, [{ text: 'Linked' }], { lead_id: lead })
  const given = await createConversation(ctx, [{ text: 'Write to ann@example.com.' }])
  await createConversation(ctx, [{ text: 'Write to joann@example.com.' }])
  await createEmail(ctx, { recipients: JSON.stringify(['Ann@Example.com']) })
  await createThreadMail(ctx, { lead_id: lead })
  await createThreadMail(ctx, { from_email: 'Ann@Example.com' })
  await createThreadMail(ctx, { from_email: 'joann@example.com' })
  const id = await personOf(ctx, lead)
  await addPersonNote(ctx, { id, note: 'Called back' })
  const kindsFor = async (role: 'owner' | 'viewer') => {
    const { timeline } = await getPerson(asOwner(ctx, { ...testActor, role }), id)
    return timeline.map(({ kind }) => kind).toSorted()
  }
  const everywhere = ['conversation', 'conversation', 'event', 'inquiry']
  expect(await kindsFor('owner')).toEqual([...everywhere, 'mail', 'mail', 'thread', 'thread'])
  expect(await kindsFor('viewer')).toEqual([...everywhere, 'thread', 'thread'])
  const { timeline } = await getPerson(ctx, id)
  expect(timeline.map((entry) => entry.id)).toContain(given)
})

test('details are changed and found, and what is wrong is told by field', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createPerson(ctx, { name: 'Ann', note: 'From the fair' })
  await changePerson(ctx, { id, name: 'Ann Lee', phone: '0049 30 901820', company: 'Lee Ltd' })
  expect((await getPerson(ctx, id)).person).toMatchObject({ name: 'Ann Lee', phone_e164: '+4930901820' })
  expect(await namesIn(ctx, { q: 'lee ltd' })).toEqual(['Ann Lee'])
  await expect(
    changePerson(ctx, { id, name: 'x'.repeat(500), phone: '', company: '\0' }),
  ).rejects.toMatchObject({ fields: { name: expect.any(String), company: expect.any(String) } })
  await expect(createPerson(ctx, { email: 'PERSON@' })).rejects.toMatchObject({
    fields: { email: expect.any(String) },
  })
  await createPerson(ctx, { email: 'bea@example.com' })
  await expect(createPerson(ctx, { email: 'Bea@example.com' })).rejects.toMatchObject({
    fields: { email: expect.stringContaining('already exists') },
  })
  await expect(addPersonNote(ctx, { id: 'nobody', note: 'x' })).rejects.toMatchObject({ code: 'not-found' })
})

test('a person with inquiries cannot be deleted by hand', async () => {
  const ctx = asOwner(await createTestCtx())
  const lead = await createLead(ctx)
  const id = await personOf(ctx, lead)
  await expect(deletePerson(ctx, id)).rejects.toMatchObject({ code: 'conflict' })
  await deleteLead(ctx, lead)
  await deletePerson(ctx, id)
  expect(await namesIn(ctx)).toEqual([])
})

test('a person with nothing left is deleted at night, and all others stay', async () => {
  const ctx = asOwner(await createTestCtx())
  const gone = await createLead(ctx, { name: 'Gone' })
  const noted = await createLead(ctx, { name: 'Noted' })
  await createLead(ctx, { name: 'Here' })
  const merged = await createPerson(ctx, { name: 'Merged' })
  await createPerson(ctx, { name: 'By hand' })
  await addPersonNote(ctx, { id: await personOf(ctx, noted), note: 'Interested later' })
  const root = await createLead(ctx, { name: 'Root' })
  await mergePeople(ctx, { id: await personOf(ctx, root), other: merged })
  for (const lead of [gone, noted]) await deleteLead(ctx, lead)
  await runOnce(ctx)
  expect((await namesIn(ctx, { sort: 'name' })).toSorted()).toEqual(['By hand', 'Here', 'Noted', 'Root'])
  ctx.clock.advance(800 * DAY)
  await runOnce(ctx)
  expect((await namesIn(ctx, { sort: 'name' })).toSorted()).toEqual(['Here', 'Root'])
  expect(await ctx.db.selectFrom('person').select('name').where('id', '=', merged).execute()).toHaveLength(1)
})

test.each(['recent', 'name'] as const)(
  'on SQLite the list by %s is read in the order of its index',
  async (sort) => {
    const ctx = await createTestCtx()
    if (ctx.engine.name !== 'sqlite') return
    const source = await peopleList.find(ctx, query(), 'page')
    const list = peopleList.select(sql`id`, source, sort, { limit: 50 })
    const { sql: text, parameters } = list.compile(ctx.db)
    const { rows } = await ctx.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const plan = rows.map(({ detail }) => detail).join('; ')
    expect(plan).toMatch(/INDEX person_(listed|named)/)
    expect(plan).not.toContain('TEMP B-TREE')
  },
)

import { expect, test } from 'vitest'

import { readConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import { exportConversations } from '#app/features/chat/conversations/export-conversations.server.ts'
import { listConversations } from '#app/features/chat/conversations/list-conversations.server.ts'
import { getPerson } from '#app/features/people/get-person.server.ts'
import { exportPeople, listPeople } from '#app/features/people/list-people.server.ts'
import { mergePeople } from '#app/features/people/merge-people.server.ts'
import { readPeopleListQuery } from '#app/features/people/people-list-query.ts'
import { readLeadListQuery } from '#app/features/leads/lead-list-query.ts'
import { exportLeads, listLeads } from '#app/features/leads/list-leads.server.ts'
import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createPerson } from '#tests/factories/person.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

const params = (search: string) => new URLSearchParams(search)

async function createSite() {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  const german: TestCtx = { ...ctx, language: 'de' }
  return { ctx, german }
}

test('leads are found by the language that was read, alone and with words', async () => {
  const { ctx, german } = await createSite()
  await createLead(german, { name: 'Anna' })
  await createLead(ctx, { name: 'Bea' })
  await createLead(ctx, { name: 'Before' }, { language: null })
  const namesIn = async (search: string) =>
    (await listLeads(ctx, readLeadListQuery(params(search)))).leads.map(({ name }) => name).toSorted()
  expect(await namesIn('language=de')).toEqual(['Anna'])
  expect(await namesIn('language=de&q=anna')).toEqual(['Anna'])
  expect(await namesIn('language=de&q=bea')).toEqual([])
  expect(await namesIn('language=en')).toEqual(['Bea', 'Before'])
  const csv = await wholeText(await exportLeads(ctx, readLeadListQuery(params('language=de'))))
  expect(csv).toMatch(/,Language,Assistant\r/)
  expect(csv.split('\r\n')).toHaveLength(3)
})

test('people are found by the language that they read last, also once they are merged', async () => {
  const { ctx, german } = await createSite()
  await createLead(ctx, { name: 'Anna', email: 'anna@example.com' })
  await createLead(ctx, { name: 'Bea', email: 'bea@example.com' })
  await createPerson(ctx, { name: 'Unknown' })
  const namesIn = async (search: string) =>
    (await listPeople(ctx, readPeopleListQuery(params(search)))).people.map(({ name }) => name).toSorted()
  expect(await namesIn('language=de')).toEqual([])
  expect(await namesIn('language=en')).toEqual(['Anna', 'Bea'])
  await createLead(german, { name: 'Anna', email: 'anna@example.com' })
  expect(await namesIn('language=de')).toEqual(['Anna'])
  expect(await namesIn('language=de&q=anna')).toEqual(['Anna'])
  expect(await namesIn('language=de&q=bea')).toEqual([])
  expect(await namesIn('language=de&sort=name')).toEqual(['Anna'])
  const csv = await wholeText(await exportPeople(ctx, readPeopleListQuery(params('language=de'))))
  expect(csv).toMatch(/,Language\r[^]*Anna,anna@example.com,.*,de\r/)

  const { people } = await listPeople(ctx, readPeopleListQuery(params('q=bea')))
  const [bea] = people
  const [anna] = (await listPeople(ctx, readPeopleListQuery(params('q=anna')))).people
  if (!anna || !bea) throw new Error('Both are listed.')
  await mergePeople(ctx, { id: bea.id, other: anna.id })
  await createLead(german, { name: 'Anna', email: 'anna@example.com' })
  expect(await namesIn('language=de')).toEqual(['Bea'])
  expect((await getPerson(ctx, bea.id)).person.language).toBe('de')
})

test('conversations are found by the language of the page on which they began', async () => {
  const { ctx } = await createSite()
  const german = await createConversation(ctx, [{ text: 'Hallo' }], { language: 'de' })
  const main = await createConversation(ctx, [{ text: 'Hello' }], { language: 'en' })
  const before = await createConversation(ctx, [{ text: 'Hello' }])
  const idsIn = async (search: string) =>
    (await listConversations(ctx, readConversationListQuery(params(search)))).conversations
      .map(({ id }) => id)
      .toSorted()
  expect(await idsIn('language=de')).toEqual([german])
  expect(await idsIn('language=de&q=hello')).toEqual([])
  expect(await idsIn('language=en')).toEqual([main, before].toSorted())
  const csv = await wholeText(
    await exportConversations(ctx, readConversationListQuery(params('language=de'))),
  )
  expect(csv).toMatch(/,Language,Assistant\r[^]*,Hallo,de,This site\r/)
})

import { expect, test } from 'vitest'

import { createTexts } from '#tests/support/knowledge.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { deleteItem, renameItem, switchItem } from '../items/change-item.server.ts'

import { closestPassages, searchPassages } from './search-passages.server.ts'

const texts = {
  'Opening hours': 'The office in Porto is open from nine to six on weekdays. On Saturdays nobody is there.',
  Refunds: 'A deposit is refunded within fourteen days when a project is cancelled before its kick-off.',
  Parken: 'Besucher parken hinter dem Gebäude. Die Einfahrt zur Tiefgarage liegt in der Nebenstraße.',
  営業時間: '東京の事務所は平日の午前九時から午後六時まで営業しています。土曜日は休みです。',
}

async function titlesFor(ctx: TestCtx, query: string): Promise<string[]> {
  const found = await searchPassages(ctx, { query })
  return [...new Set(found.map(({ title }) => title))]
}

test('a question finds the passage that answers it, in its language and script', async () => {
  const ctx = await createTestCtx()
  await createTexts(ctx, texts)
  expect((await titlesFor(ctx, 'When is the office open?'))[0]).toBe('Opening hours')
  expect((await titlesFor(ctx, 'Do you refund deposits of cancelled projects?'))[0]).toBe('Refunds')
  expect((await titlesFor(ctx, 'Wo kann ich als Besucher parken?'))[0]).toBe('Parken')
  expect((await titlesFor(ctx, '事務所の営業時間は？'))[0]).toBe('営業時間')
})

test('a question about something else finds nothing', async () => {
  const ctx = await createTestCtx()
  expect(await searchPassages(ctx, { query: 'Anything at all?' })).toEqual([])
  await createTexts(ctx, texts)
  for (const query of ['Who won the chess championship in 1972?', 'What is it about?', '', '???', '💥', '\0'])
    expect(await searchPassages(ctx, { query }), query).toEqual([])
})

test('a passage says where it stands', async () => {
  const ctx = await createTestCtx()
  const [id] = await createTexts(ctx, {
    Handbook: '# Travel\n\n## Trains\n\nTickets are booked by the team.',
  })
  const [found] = await searchPassages(ctx, { query: 'Who books train tickets?' })
  expect(found).toMatchObject({
    itemId: id,
    kind: 'text',
    title: 'Handbook',
    page: null,
    headings: ['Travel', 'Trains'],
    text: 'Tickets are booked by the team.',
  })
})

test('what is deleted or switched off is out at the very next question, on every instance', async () => {
  const ctx = await createTestCtx()
  const [hours = '', refunds = ''] = await createTexts(ctx, texts)
  const other = await createSecondInstance(ctx)
  const question = 'When is the office open on weekdays?'
  for (const instance of [ctx, other]) expect(await titlesFor(instance, question)).toContain('Opening hours')
  await switchItem(asOwner(ctx), { id: hours, isEnabled: false })
  for (const instance of [other, ctx])
    expect(await titlesFor(instance, question)).not.toContain('Opening hours')
  await switchItem(asOwner(other), { id: hours, isEnabled: true })
  for (const instance of [other, ctx]) expect(await titlesFor(instance, question)).toContain('Opening hours')
  await deleteItem(asOwner(ctx), hours)
  await deleteItem(asOwner(ctx), refunds)
  for (const instance of [other, ctx]) {
    expect(await titlesFor(instance, question)).not.toContain('Opening hours')
    expect(await titlesFor(instance, 'deposit refunded')).toEqual([])
  }
})

test('an item is found by its new title', async () => {
  const ctx = await createTestCtx()
  const [id = ''] = await createTexts(ctx, texts)
  expect(await titlesFor(ctx, 'Zanzibar')).toEqual([])
  await renameItem(asOwner(ctx), { id, title: 'Zanzibar branch' })
  expect(await titlesFor(ctx, 'Zanzibar')).toEqual(['Zanzibar branch'])
})

test('of two passages that are as good, that of the page before the visitor comes first', async () => {
  const ctx = await createTestCtx()
  const ids = await createTexts(ctx, {
    Sheds: 'It costs forty euros a month.',
    Boats: 'It costs sixty euros a month.',
  })
  for (const [at, id] of ids.entries())
    await ctx.db
      .updateTable('knowledge_item')
      .set({ address: `/page-${at}` })
      .where('id', '=', id)
      .execute()
  for (const page of ['/page-0', '/page-1', '/page-0'])
    expect((await searchPassages(ctx, { query: 'What does it cost a month?', page }))[0]?.address).toBe(page)
})

test('what means the same is found behind what says the same, and brings no other question over the floor', async () => {
  const ctx = await createTestCtx()
  await createTexts(ctx, {
    Returns: 'You may ask for a refund of your order within 14 days.',
    Paint: 'Order the paint that you liked before noon and it leaves today.',
  })
  const { passages } = await closestPassages(ctx, { query: 'Will you reimburse my order?' })
  expect(passages[0]?.title).toBe('Returns')
  expect(await searchPassages(ctx, { query: 'Does anybody reimburse dentists?' })).toEqual([])
})

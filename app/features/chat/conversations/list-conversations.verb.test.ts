import { expect, test } from 'vitest'

import { DAY, MINUTE } from '#app/platform/clock.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { readConversationListQuery } from './conversation-list-query.ts'
import { exportConversations } from './export-conversations.server.ts'
import { listConversations } from './list-conversations.server.ts'
import { markConversation } from './change-conversation.server.ts'

const query = (search = '') => readConversationListQuery(new URLSearchParams(search))

test('newest first, each with its opening, its last outcome and its cost', async () => {
  const ctx = asOwner(await createTestCtx())
  const older = await createConversation(ctx, [{ text: 'Do you build bots?' }, { author: 'assistant' }])
  ctx.clock.advance(MINUTE)
  const newer = await createConversation(
    ctx,
    [
      { text: 'What does it cost?' },
      { author: 'assistant', outcome: 'failed', cost_micros: 100 },
      { author: 'assistant', outcome: 'whole', cost_micros: 2300 },
    ],
    { page: '/contact' },
  )
  const { conversations, total, page, pages } = await listConversations(ctx, query())
  expect({ total, page, pages }).toEqual({ total: 2, page: 1, pages: 1 })
  expect(conversations).toMatchObject([
    { id: newer, opening: 'What does it cost?', outcome: 'whole', costMicros: 2400, page: '/contact' },
    { id: older, opening: 'Do you build bots?', costMicros: 0 },
  ])
})

test('a search reads every message, without marks and case, and shows the one that was meant', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createConversation(ctx, [
    { text: 'Hello?' },
    { author: 'assistant', text: 'We work in Zürich, 100% remote.' },
  ])
  await createConversation(ctx, [{ text: 'Goodbye' }])
  for (const q of ['zurich', '100%', 'REMOTE zürich'])
    expect((await listConversations(ctx, query(`q=${encodeURIComponent(q)}`))).conversations).toMatchObject([
      { id, opening: 'Hello?', found: 'We work in Zürich, 100% remote.' },
    ])
  expect((await listConversations(ctx, query('q=zurich+hello'))).total).toBe(0)
})

test('filters by outcome of any reply, by who answers and by mark, together', async () => {
  const ctx = asOwner(await createTestCtx())
  const failed = await createConversation(ctx, [
    { text: 'One' },
    { author: 'assistant', outcome: 'failed' },
    { author: 'assistant', outcome: 'whole' },
  ])
  const taken = await createConversation(ctx, [{ text: 'Two' }], { speaker: 'owner' })
  await markConversation(ctx, { id: taken, isMarked: true })
  const idsOf = async (search: string) =>
    (await listConversations(ctx, query(search))).conversations.map(({ id }) => id)
  expect(await idsOf('outcome=failed')).toEqual([failed])
  expect(await idsOf('outcome=whole&speaker=assistant')).toEqual([failed])
  expect(await idsOf('outcome=cut')).toEqual([])
  expect(await idsOf('speaker=owner')).toEqual([taken])
  expect(await idsOf('marked=1')).toEqual([taken])
  await markConversation(ctx, { id: taken, isMarked: false })
  expect(await idsOf('marked=1')).toEqual([])
})

test('comes in pages of 25, and a page beyond the last is the last', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 0; n < 26; n += 1) await createConversation(ctx, [{ text: `Question ${n}` }])
  expect((await listConversations(ctx, query())).conversations).toHaveLength(25)
  expect(await listConversations(ctx, query('page=9'))).toMatchObject({
    page: 2,
    pages: 2,
    conversations: [{ opening: 'Question 0' }],
  })
})

test('the CSV holds what the filter lets through, and runs nothing in a spreadsheet', async () => {
  const ctx = asOwner(await createTestCtx())
  await createConversation(ctx, [
    { text: '=SUM(A1)' },
    { author: 'assistant', input_tokens: 12, output_tokens: 30, cost_micros: 1500 },
  ])
  await createConversation(ctx, [{ text: 'Other' }], { speaker: 'owner' })
  const csv = await wholeText(await exportConversations(ctx, query('speaker=assistant')))
  const [head, row, end] = csv.split('\r\n')
  expect(head).toMatch(/^\uFEFFId,Started,/)
  expect(row).toMatch(/,assistant,,1,whole,12,30,0\.0015,0,0,,,'=SUM\(A1\),,This site$/)
  expect(end).toBe('')
})

test('is for the owner alone', async () => {
  const ctx = await createTestCtx()
  for (const verb of [listConversations, exportConversations])
    await expect(verb(ctx, query())).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(markConversation(ctx, { id: 'x', isMarked: true })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(markConversation(asOwner(ctx), { id: 'x', isMarked: true })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test.each(['', 'q=sage'])(
  'an export of “%s” misses no conversation that goes on meanwhile',
  async (search) => {
    const ctx = asOwner(await createTestCtx())
    const ids: string[] = []
    for (let n = 0; n < 250; n += 1) ids.push(await createConversation(ctx, [{ text: 'A message' }]))
    const parts = await exportConversations(ctx, query(search))
    const read = [(await parts.next()).value, (await parts.next()).value].join('')
    const unread = ids.filter((id) => !read.includes(id))
    expect(unread).toHaveLength(50)
    const updated_at = ctx.clock.now() + DAY
    await ctx.db.updateTable('conversation').set({ updated_at }).where('id', 'in', unread).execute()
    const rest = await wholeText(parts)
    expect(unread.filter((id) => !rest.includes(id))).toEqual([])
  },
)

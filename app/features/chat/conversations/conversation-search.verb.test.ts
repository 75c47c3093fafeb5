import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { eraseConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import { countText, MOST_COUNTED } from '#app/lib/paging.ts'
import { DAY } from '#app/platform/clock.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { type ConversationListQuery, readConversationListQuery } from './conversation-list-query.ts'
import { deleteOldConversations } from './delete-old-conversations.job.server.ts'
import { exportConversations } from './export-conversations.server.ts'
import { CONVERSATIONS_PER_PAGE } from './conversation-search.server.ts'
import { listConversations } from './list-conversations.server.ts'

function query(overrides: Partial<ConversationListQuery> = {}): ConversationListQuery {
  return { ...readConversationListQuery(new URLSearchParams()), ...overrides }
}

async function openingsIn(ctx: TestCtx, overrides: Partial<ConversationListQuery>): Promise<unknown[]> {
  return (await listConversations(ctx, query(overrides))).conversations.map(({ opening }) => opening)
}

/** Copies a one-message conversation `count` times, each a second after the one before it. */
async function copyConversation(
  ctx: TestCtx,
  id: string,
  count: number,
  textOf: (n: number) => string,
): Promise<void> {
  const [conversation, message] = await Promise.all([
    ctx.db.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ctx.db.selectFrom('chat_message').selectAll().where('conversation_id', '=', id).executeTakeFirstOrThrow(),
  ])
  const copies = Array.from({ length: count }, (_, n) => ({
    id: `${id}-${String(n).padStart(6, '0')}`,
    text: textOf(n),
    at: conversation.updated_at + (n + 1) * 1000,
  }))
  for (let first = 0; first < count; first += 500) {
    const some = copies.slice(first, first + 500)
    await ctx.db
      .insertInto('conversation')
      .values(some.map((copy) => ({ ...conversation, id: copy.id, updated_at: copy.at })))
      .execute()
    await ctx.db
      .insertInto('chat_message')
      .values(
        some.map((copy) => ({
          ...message,
          id: `m-${copy.id}`,
          conversation_id: copy.id,
          text: copy.text,
          search: copy.text,
        })),
      )
      .execute()
  }
}

/** Checks that SQLite's index agrees with the messages, and returns the number of its entries. */
async function numbersLeft(ctx: TestCtx): Promise<number> {
  await sql`insert into message_index (message_index) values ('integrity-check')`.execute(ctx.db)
  const { rows } = await sql<{ n: number }>`select count(*) as n from message_entry`.execute(ctx.db)
  return rows[0]?.n ?? -1
}

test('words of any length are found anywhere in a message, all of them in the same one', async () => {
  const ctx = asOwner(await createTestCtx())
  await createConversation(ctx, [
    { text: 'First' },
    { text: 'Two "quoted" words, NEAR(the end) OR* not' },
    { text: 'Öko AG' },
  ])
  await createConversation(ctx, [{ text: 'Second' }, { text: 'Nothing of the kind, ltd' }])
  for (const q of ['ag', 'oko ag', 'quot', '"quoted"', 'near(the', 'or*', 'd" w', 'end) qu', '(t'])
    expect(await openingsIn(ctx, { q }), q).toEqual(['First'])
  for (const q of ['zz', 'quoted zz', 'quoted" OR kind', 'first quoted', 'quoted ag', 'ago', '日本語'])
    expect(await openingsIn(ctx, { q }), q).toEqual([])
  if (ctx.engine.name === 'sqlite') expect(await openingsIn(ctx, { q: 'quoted\0' })).toEqual(['First'])
  for (const q of ['', 'the', 't e']) expect(await openingsIn(ctx, { q }), q).toHaveLength(2)
})

test('what is written, changed or deleted is found so from then on', async () => {
  const ctx = asOwner(await createTestCtx())
  const [a, b] = [
    await createConversation(ctx, [{ text: 'Alpha' }]),
    await createConversation(ctx, [{ text: 'Beta' }], { speaker: 'owner' }),
  ]
  await ctx.db
    .updateTable('chat_message')
    .set({ search: 'redacted' })
    .where('conversation_id', '=', a)
    .execute()
  expect(await openingsIn(ctx, { q: 'redacted' })).toEqual(['Alpha'])
  expect(await openingsIn(ctx, { q: 'alpha' })).toEqual([])
  expect(await openingsIn(ctx, { q: 'beta', speaker: 'owner' })).toEqual(['Beta'])
  expect(await openingsIn(ctx, { q: 'beta', speaker: 'assistant' })).toEqual([])
  await eraseConversation(ctx, b)
  expect(await openingsIn(ctx, { q: 'beta' })).toEqual([])
})

test('an erasure and the deletion of old conversations leave nothing in the index', async () => {
  const ctx = asOwner(await createTestCtx())
  const erased = await createConversation(ctx, [{ text: 'Erased' }, { text: 'Twice' }])
  const old = ctx.clock.now() - 1000 * DAY
  for (const text of ['One', 'Two', 'Three'])
    await createConversation(ctx, [{ text }, { author: 'assistant', text: `${text} again` }], {
      updated_at: old,
    })
  await createConversation(ctx, [{ text: 'Kept' }])
  await eraseConversation(ctx, erased)
  await deleteOldConversations.run(ctx, {}, { signal: new AbortController().signal })
  expect(await ctx.db.selectFrom('chat_message').select('text').execute()).toEqual([{ text: 'Kept' }])
  if (ctx.engine.name === 'sqlite') expect(await numbersLeft(ctx)).toBe(1)
  expect(await openingsIn(ctx, { q: 'kept' })).toEqual(['Kept'])
})

test('messages from before the index are found too', async () => {
  const source = asOwner(await createTestCtx())
  const id = await createConversation(source, [{ text: 'Early' }])
  const conversation = await source.db.selectFrom('conversation').selectAll().executeTakeFirstOrThrow()
  const message = await source.db.selectFrom('chat_message').selectAll().executeTakeFirstOrThrow()
  const engine = await (await createEmptyDatabase()).open()
  const { '0032-message-search': _search, ...earlier } = migrations
  await migrate(engine, earlier)
  await engine.db.insertInto('conversation').values(conversation).execute()
  await engine.db.insertInto('chat_message').values(message).execute()
  await migrate(engine)
  const { conversations } = await listConversations(
    { ...source, engine, db: engine.db },
    query({ q: 'earl' }),
  )
  expect(conversations).toMatchObject([{ id, opening: 'Early', found: 'Early' }])
})

test('a count ends at ten thousand, that of a search at one, and a later page is reached all the same', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createConversation(ctx, [{ text: 'many' }])
  await copyConversation(ctx, id, MOST_COUNTED + 39, (n) => (n % 2500 === 7 ? `many, rare ${n} xq` : 'many'))
  for (const q of ['', 'man', 'ma']) {
    const first = await listConversations(ctx, query({ q }))
    expect(first, q).toMatchObject({ hasMore: true, page: 1 })
    expect(countText(first.total, first.hasMore)).toBe(q === '' ? '10,000+' : '1,000+')
    const last = await listConversations(ctx, query({ q, page: 402 }))
    expect(last, q).toMatchObject({ hasMore: false, page: 402, pages: 402 })
    expect(last.conversations, q).toHaveLength(15)
    expect(last.conversations.at(-1)?.id, q).toBe(id)
  }
  const rare = ['many, rare 10007 xq', 'many, rare 7507 xq', 'many, rare 5007 xq', 'many, rare 2507 xq']
  for (const q of ['rare', 'xq', 'many rare', 'many xq', 'rare xq']) {
    const found = await openingsIn(ctx, { q })
    expect(found, q).toEqual([...rare, 'many, rare 7 xq'])
    const csv = await wholeText(await exportConversations(ctx, query({ q })))
    expect(csv.split('\r\n').slice(1, -1), q).toHaveLength(5)
  }
  const third = await listConversations(ctx, query({ q: 'man', page: 3 }))
  expect(third.conversations.at(0)?.id).toBe(
    `${id}-${String(MOST_COUNTED + 38 - 2 * CONVERSATIONS_PER_PAGE).padStart(6, '0')}`,
  )
  const failed = await listConversations(ctx, query({ q: 'man', outcome: 'failed' }))
  expect(failed).toMatchObject({ total: 0, hasMore: false, conversations: [] })
}, 60_000)

test('a word that most messages hold is found with the filters too, and exported whole', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createConversation(ctx, [{ text: 'same', author: 'assistant', outcome: 'cut' }], {
    speaker: 'owner',
  })
  await copyConversation(ctx, id, 2100, () => 'same')
  const csv = await wholeText(await exportConversations(ctx, query({ q: 'same of', outcome: 'cut' })))
  expect(csv.split('\r\n').slice(1, -1)).toEqual([])
  for (const filter of [{ outcome: 'cut' }, { speaker: 'owner' }, { q: 'sam', outcome: 'cut' }] as const) {
    const last = await listConversations(ctx, query({ ...filter, page: 90 }))
    expect(last).toMatchObject({ total: 2101, hasMore: false, page: 85, pages: 85 })
    const all = await wholeText(await exportConversations(ctx, query(filter)))
    expect(all.split('\r\n').slice(1, -1)).toHaveLength(2101)
  }
  expect((await listConversations(ctx, query({ q: 'sam', speaker: 'assistant' }))).total).toBe(0)
}, 60_000)

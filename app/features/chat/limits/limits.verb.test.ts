import { expect, test } from 'vitest'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { begin, createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { chatLimits, readChatLimits } from './chat-limits.server.ts'

const usual = {
  messagesPerMinute: '10',
  streamsPerAddress: '2',
  messagesPerConversation: '30',
  streamsInAll: '20',
  dailyCap: '10',
  monthlyCap: '100',
  prices: '',
}

async function setLimits(ctx: TestCtx, fields: Partial<typeof usual>): Promise<void> {
  await chatLimits.save(asOwner(ctx), { ...usual, ...fields })
}

/** On SQLite this is the same instance, because two handles in one process would wait for each other. */
async function otherInstance(ctx: TestCtx): Promise<TestCtx> {
  return ctx.engine.name === 'postgres' ? createSecondInstance(ctx) : ctx
}

type Reply = Awaited<ReturnType<typeof begin>>['reply']

/** A reply without a follower ends within a second, too soon on a slow machine. */
function follow(reply: Reply): void {
  void reply.follow(new AbortController().signal).next()
}

async function noticesOf(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('email').select('dedupe_key').orderBy('dedupe_key').execute()
  return rows.map((row) => row.dedupe_key)
}

test('the limits are on before anyone saved them', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await readChatLimits(ctx)).toMatchObject({
    messagesPerMinute: 10,
    streamsPerAddress: 2,
    messagesPerConversation: 30,
    streamsInAll: 20,
    dailyCap: 10,
    monthlyCap: 100,
    spentToday: 0,
    spentThisMonth: 0,
  })
})

test('ten messages a minute from one address, whatever the conversation', async () => {
  const { ctx } = await createChatCtx()
  for (let n = 0; n < 10; n += 1) await say(ctx, `Message ${n}`)
  await expect(begin(ctx, 'One more')).rejects.toMatchObject({ code: 'too-many', retryAfter: 60 })
  expect((await messagesOf(ctx)).map((row) => row.text)).not.toContain('One more')
  await say(ctx, 'From elsewhere', { address: '198.51.100.1' })
  ctx.clock.advance(MINUTE)
  await say(ctx, 'One more')
})

test('two replies at once for one address, twenty in all, over two instances', async () => {
  const { ctx, fake } = await createChatCtx()
  const second = await otherInstance(ctx)
  fake.behave({ kind: 'hang', text: 'Half' })
  const replies: Reply[] = []
  const hold = async (ctx: TestCtx, options?: { address: string }) => {
    const { reply } = await begin(ctx, 'Hold', options)
    replies.push(reply)
    follow(reply)
  }
  await hold(ctx)
  await hold(second)
  await expect(begin(ctx, 'Three')).rejects.toMatchObject({ code: 'too-many' })
  for (let n = 0; n < 18; n += 1) await hold(n % 2 ? ctx : second, { address: `198.51.100.${n}` })
  const others = Promise.allSettled(replies.map((reply) => reply.ended))
  await expect(begin(second, 'One too many', { address: '192.0.2.1' })).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 10,
  })
  for (const reply of replies) reply.stop('visitor')
  await others
  fake.behave({ kind: 'reply', text: 'Yes' })
  expect((await say(second, 'Now', { address: '192.0.2.1' })).text).toBe('Yes')
})

test('of twenty concurrent replies for one address two are started', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half' })
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => begin(ctx, 'Now')))
  const begun = tries.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.reply] : []))
  expect(begun).toHaveLength(2)
  for (const reply of begun) reply.stop('visitor')
  await Promise.all(begun.map((reply) => reply.ended))
})

test('a conversation has a maximum length', async () => {
  const { ctx } = await createChatCtx()
  await setLimits(ctx, { messagesPerConversation: '3' })
  const first = await say(ctx, 'One')
  await say(ctx, 'Two', first)
  await say(ctx, 'Three', first)
  await expect(begin(ctx, 'Four', first)).rejects.toMatchObject({
    code: 'too-many',
    message: expect.stringContaining('contact form'),
  })
  await say(ctx, 'One')
})

test('what a reply costs is counted by its model’s price', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'Yes', usage: { input: 1000, output: 100 } })
  await say(ctx, 'Hello?')
  // gpt-4 costs 30 and 60 dollars per million tokens.
  expect((await messagesOf(ctx)).at(-1)?.cost_micros).toBe(1000 * 30 + 100 * 60)
  await setLimits(ctx, { prices: 'gpt-4 1 2\nother-model 5 5' })
  await say(ctx, 'Hello?')
  expect((await messagesOf(ctx)).at(-1)?.cost_micros).toBe(1000 + 200)
  expect(await ctx.db.selectFrom('chat_usage').selectAll().execute()).toEqual([
    { day: '2026-11-21', cost_micros: 37_200, replies: 2, input_tokens: 2000, output_tokens: 200 },
  ])
  expect(await readChatLimits(asOwner(ctx))).toMatchObject({ spentToday: 0.0372, spentThisMonth: 0.0372 })
})

test('the daily cap is kept, told of once at 80% and once at 100%, and over the next day', async () => {
  const { ctx, fake } = await createChatCtx()
  await setLimits(ctx, { dailyCap: '0.2' })
  fake.behave({ kind: 'reply', text: 'Yes', usage: { input: 1000, output: 1000 } })
  await say(ctx, 'One')
  expect(await noticesOf(ctx)).toEqual([])
  // After this, 180,000 millionths are spent: 90% of the cap, which leaves too little for another reply.
  await say(ctx, 'Two')
  expect(await noticesOf(ctx)).toEqual(['chat-cap:day:2026-11-21:80'])
  for (let n = 0; n < 2; n += 1)
    await expect(begin(ctx, 'Three')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('contact form'),
    })
  expect(fake.requests).toHaveLength(2)
  expect(await noticesOf(ctx)).toEqual(['chat-cap:day:2026-11-21:100', 'chat-cap:day:2026-11-21:80'])
  ctx.clock.advance(13 * HOUR)
  await say(ctx, 'Good morning')
})

test('a reply over midnight is paid on the day on which it was asked for', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half' })
  ctx.clock.advance(12 * HOUR - SECOND)
  const { reply } = await begin(ctx, 'Now')
  ctx.clock.advance(2 * SECOND)
  reply.stop('visitor')
  await reply.ended
  const usage = await ctx.db.selectFrom('chat_usage').select(['day', 'replies']).execute()
  expect(usage).toEqual([{ day: '2026-11-21', replies: 1 }])
})

test('the monthly cap is the sum of its days', async () => {
  const { ctx } = await createChatCtx()
  await setLimits(ctx, { dailyCap: '10', monthlyCap: '20' })
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-20', '2026-12-01'])
    await ctx.db
      .insertInto('chat_usage')
      .values({ day, cost_micros: 9_990_000, replies: 1, input_tokens: 0, output_tokens: 0 })
      .execute()
  await expect(begin(ctx, 'One')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await noticesOf(ctx)).toEqual(['chat-cap:month:2026-11:100'])
})

test('the rest of the cap is spent once, however many ask on two instances', async () => {
  const { ctx, fake } = await createChatCtx()
  const second = await otherInstance(ctx)
  await setLimits(ctx, { dailyCap: '0.25' })
  fake.behave({ kind: 'hang', text: 'Half' })
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, async (_, n) => {
      const { reply } = await begin(n % 2 ? ctx : second, 'Now', { address: `198.51.100.${n}` })
      follow(reply)
      return reply
    }),
  )
  const begun = tries.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  // About 0.11 dollars are reserved for each reply.
  expect(begun).toHaveLength(2)
  for (const reply of begun) reply.stop('visitor')
  await Promise.all(begun.map((reply) => reply.ended))
})

test('reserved money survives the process that reserved it', async () => {
  const { ctx, fake } = await createChatCtx()
  await setLimits(ctx, { dailyCap: '0.15' })
  fake.behave({ kind: 'hang', text: 'Half' })
  const { reply } = await begin(ctx, 'One')
  const restarted = await createSecondInstance(ctx)
  await expect(begin(restarted, 'Two', { address: '198.51.100.1' })).rejects.toMatchObject({
    code: 'unavailable',
  })
  reply.stop('visitor')
  await reply.ended
})

test('LIMITS=off lifts them, and still counts the money', async () => {
  const { ctx } = await createChatCtx({ env: { LIMITS: 'off' } })
  await setLimits(ctx, { dailyCap: '0', messagesPerConversation: '1', messagesPerMinute: '1' })
  const first = await say(ctx, 'One')
  await say(ctx, 'Two', first)
  const [usage] = await ctx.db.selectFrom('chat_usage').selectAll().execute()
  expect(usage).toMatchObject({ replies: 2, cost_micros: 2 * (12 * 30 + 7 * 60) })
})

test('no address is stored', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half' })
  const { reply } = await begin(ctx, 'One')
  const stored = JSON.stringify([
    await messagesOf(ctx),
    await ctx.db.selectFrom('throttle').selectAll().execute(),
  ])
  expect(stored).not.toContain('203.0.113')
  reply.stop('visitor')
  await reply.ended
})

test.each([
  ['messagesPerMinute', '0'],
  ['messagesPerMinute', 'many'],
  ['messagesPerMinute', ''],
  ['streamsInAll', '1.5'],
  ['dailyCap', '-1'],
  ['dailyCap', ''],
  ['monthlyCap', 'NaN'],
  ['prices', 'gpt-4'],
  ['prices', 'gpt-4 1 99999'],
])('%s %j is refused by its name', async (name, value) => {
  const ctx = await createTestCtx()
  await expect(setLimits(ctx, { [name]: value })).rejects.toMatchObject({
    fields: { [name]: expect.any(String) },
  })
})

test('only the owner sees and sets them', async () => {
  const ctx = await createTestCtx()
  await expect(readChatLimits(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(chatLimits.save(ctx, usual)).rejects.toMatchObject({ code: 'unauthenticated' })
})

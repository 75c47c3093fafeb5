import { expect, test } from 'vitest'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { begin, createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'

import { closeLeftReplies } from './close-left-replies.job.server.ts'
import { joinReply, stopReply } from './join-reply.server.ts'
import { readConversation } from './read-conversation.server.ts'
import { drainReplies } from './in-flight.server.ts'

const slowly = { kind: 'slow', text: ['One ', 'two ', 'three ', 'four.'], pause: 250 } as const

async function hear(
  events: AsyncIterable<ChatEvent>,
): Promise<{ text: string; last: ChatEvent | undefined }> {
  const all: ChatEvent[] = []
  for await (const event of events) all.push(event)
  return {
    text: all.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    last: all.at(-1),
  }
}

function own({ conversationId, token }: { conversationId: string; token: string | null }) {
  return { id: conversationId, token }
}

test('a visitor who leaves ends the upstream call, and the partial text is kept', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { reply } = await begin(ctx, 'Hello?')
  const leaving = new AbortController()
  const heard = hear(reply.follow(leaving.signal))
  await eventually(() => expect(fake.open()).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  leaving.abort()
  await heard
  const closed = await fake.requests[0]?.closed
  expect(closed?.byClient).toBe(true)
  await reply.ended
  expect((await messagesOf(ctx)).at(-1)).toMatchObject({ outcome: 'stopped', text: 'Half a' })
})

test('a reply that nobody follows keeps no call open', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { reply } = await begin(ctx, 'Hello?')
  await reply.ended
  await eventually(() => expect(fake.open()).toBe(0))
})

test('a reply under way is joined again after a turn of the page, from its first word', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave(slowly)
  const { begin: begun, reply } = await begin(ctx, 'Count')
  const leaving = new AbortController()
  const first = hear(reply.follow(leaving.signal))
  setTimeout(() => leaving.abort(), 400)
  await first
  expect(await readConversation(ctx, own(begun))).toMatchObject({
    replyUnderWay: true,
    messages: [{ author: 'visitor', text: 'Count' }],
  })
  const joined = await joinReply(ctx, own(begun))
  expect(await hear(joined(new AbortController().signal))).toEqual({
    text: 'One two three four.',
    last: { type: 'done', end: 'whole' },
  })
  expect(await readConversation(ctx, own(begun))).toMatchObject({
    replyUnderWay: false,
    messages: [{ author: 'visitor' }, { author: 'assistant', text: 'One two three four.', end: 'whole' }],
  })
})

test('it is joined on another instance, whose follower keeps it going', async () => {
  const { ctx, fake } = await createChatCtx()
  const second = await createSecondInstance(ctx)
  fake.behave(slowly)
  const { begin: begun, reply } = await begin(ctx, 'Count')
  const leaving = new AbortController()
  const first = hear(reply.follow(leaving.signal))
  const joined = await joinReply(second, own(begun))
  const heard = hear(joined(new AbortController().signal))
  if (ctx.engine.name === 'sqlite') return stopHere(leaving, first, heard)
  setTimeout(() => leaving.abort(), 100)
  await first
  expect(await heard).toEqual({ text: 'One two three four.', last: { type: 'done', end: 'whole' } })
})

/** SQLite allows no second process, so the first follower stays until the end. */
async function stopHere(leaving: AbortController, first: Promise<unknown>, heard: ReturnType<typeof hear>) {
  expect((await heard).text).toBe('One two three four.')
  leaving.abort()
  await first
}

test('Stop ends it at once and keeps what came', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { begin: begun, reply } = await begin(ctx, 'Hello?')
  const heard = hear(reply.follow(new AbortController().signal))
  await eventually(() => expect(fake.open()).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(stopReply(ctx, { ...own(begun), token: 'wrong' })).rejects.toMatchObject({ status: 404 })
  await stopReply(ctx, own(begun))
  expect(await heard).toEqual({ text: 'Half a', last: { type: 'done', end: 'stopped' } })
  expect((await fake.requests[0]?.closed)?.byClient).toBe(true)
  expect(await readConversation(ctx, own(begun))).toMatchObject({
    messages: [{}, { text: 'Half a', end: 'stopped' }],
  })
})

test('a second message waits for the reply to the first', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { begin: begun, reply } = await begin(ctx, 'One')
  await expect(begin(ctx, 'Two', begun)).rejects.toMatchObject({ code: 'conflict' })
  reply.stop('visitor')
  await reply.ended
  fake.behave({ kind: 'reply', text: 'Yes' })
  expect((await say(ctx, 'Two', begun)).text).toBe('Yes')
})

test('a process that ends stops its replies with an event, one begun while it ends as well', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  drainReplies(ctx, 1500)
  const { reply } = await begin(ctx, 'Hello?')
  const heard = hear(reply.follow(new AbortController().signal))
  expect(await heard).toEqual({ text: 'Half a', last: { type: 'done', end: 'cut' } })
  expect((await messagesOf(ctx)).at(-1)).toMatchObject({ outcome: 'cut' })
  const late = await begin(ctx, 'Anybody?')
  expect((await hear(late.reply.follow(new AbortController().signal))).last).toMatchObject({ end: 'cut' })
})

test('a reply that a dead process left is shown as cut and bars no further message', async () => {
  const { ctx, fake } = await createChatCtx()
  const heard = await say(ctx, 'Hello?')
  await ctx.db
    .updateTable('chat_message')
    .set({ outcome: 'pending', text: '' })
    .where('author', '=', 'assistant')
    .execute()
  ctx.clock.advance(76_000)
  expect(await readConversation(ctx, own(heard))).toMatchObject({
    replyUnderWay: false,
    messages: [{}, { end: 'cut' }],
  })
  await expect(joinReply(ctx, own(heard))).rejects.toMatchObject({ status: 404 })
  fake.behave({ kind: 'reply', text: 'Yes' })
  expect((await say(ctx, 'Two', heard)).text).toBe('Yes')
  const run = { signal: new AbortController().signal }
  await closeLeftReplies.run(ctx, {}, run)
  expect((await messagesOf(ctx)).map((row) => row.outcome)).toEqual(['whole', 'cut', 'whole', 'whole'])
})

test('history is for its own visitor alone, and leaves out what a retry replaced', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'error', status: 401 }, { kind: 'reply', text: 'Here.' })
  const first = await say(ctx, 'Hello?')
  await say(ctx, { conversationId: first.conversationId, retry: true }, first)
  const { messages } = await readConversation(ctx, own(first))
  expect(messages).toMatchObject([
    { text: 'Hello?', end: null },
    { text: 'Here.', end: 'whole' },
  ])
  for (const token of [null, 'wrong'])
    await expect(readConversation(ctx, { id: first.conversationId, token })).rejects.toMatchObject({
      status: 404,
    })
})

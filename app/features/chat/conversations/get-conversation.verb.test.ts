import { expect, test } from 'vitest'

import { endSession } from '#app/features/auth/session.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { begin, createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { listen } from '#tests/support/conversation-listener.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteConversation } from './delete-conversation.server.ts'
import { exportTranscriptAsJson, exportTranscriptAsText } from './export-conversations.server.ts'
import { getConversation, watchAsOwner } from './get-conversation.server.ts'
import { takeOver } from './take-over.server.ts'

test('tells of each reply when, by what, for how much and how it ended', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave(
    { kind: 'error', status: 401 },
    { kind: 'reply', text: 'Here.', usage: { input: 40, output: 7 } },
  )
  const { conversationId: id, ...visit } = await say(ctx, 'Hello?')
  await say(ctx, { conversationId: id, retry: true }, visit)
  const { conversation, messages } = await getConversation(asOwner(ctx), id)
  expect(conversation).toMatchObject({ id, page: '/contact', speaker: 'assistant', marked: 0 })
  expect(conversation).not.toHaveProperty('token_hash')
  expect(messages).toMatchObject([
    { author: 'visitor', text: 'Hello?', page: '/contact' },
    { author: 'assistant', outcome: 'failed' },
    { outcome: 'whole', provider: 'openai', model: 'gpt-4', input_tokens: 40, output_tokens: 7 },
  ])
  expect(messages[1]?.failure).toBeTruthy()
  expect(messages[2]?.cost_micros).toBeGreaterThan(0)
})

test('a reply that a dead process left is cut, one under way is pending', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createConversation(ctx, [{}, { author: 'assistant', outcome: 'pending', text: '' }])
  expect((await getConversation(ctx, id)).messages[1]?.outcome).toBe('pending')
  ctx.clock.advance(76_000)
  expect((await getConversation(ctx, id)).messages[1]?.outcome).toBe('cut')
})

test('a transcript is exported as text and as JSON', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createConversation(ctx, [
    { text: 'Hello?', page: '/about' },
    { author: 'assistant', text: 'Half a', outcome: 'cut', provider: 'openai', cost_micros: 2500 },
    { author: 'owner', text: 'I am Ada.' },
  ])
  const at = new Date(ctx.clock.now()).toISOString()
  expect(await exportTranscriptAsText(ctx, id)).toBe(
    [
      `Conversation ${id}`,
      `Started ${at} on /`,
      '',
      `${at} Visitor on /about:\nHello?`,
      '',
      `${at} Assistant (Cut off):\nHalf a`,
      '',
      `${at} Team:\nI am Ada.`,
      '',
    ].join('\n'),
  )
  expect(JSON.parse(await exportTranscriptAsJson(ctx, id))).toMatchObject({
    id,
    messages: [
      { at, author: 'visitor', text: 'Hello?', page: '/about' },
      { author: 'assistant', outcome: 'cut', provider: 'openai', costInUsDollars: 0.0025 },
      { author: 'owner', text: 'I am Ada.' },
    ],
  })
})

test("the owner's open transcript is told of every change, until the session ends", async () => {
  const { ctx } = await createChatCtx()
  const { owner, token } = await createSignedInOwner(ctx)
  const visitor = await say(ctx, 'Hello?')
  const leaving = new AbortController()
  let changes = 0
  const watched = (async () => {
    for await (const { type } of watchAsOwner(owner, visitor.conversationId)(leaving.signal))
      if (type === 'changed') changes += 1
  })()
  await eventually(() => expect(changes).toBeGreaterThan(0))
  for (const change of [
    () => takeOver(asOwner(ctx), visitor.conversationId),
    () => say(ctx, 'Are you a person?', visitor),
  ]) {
    const before = changes
    await change()
    await eventually(() => expect(changes).toBeGreaterThan(before))
  }
  await endSession(ctx, token)
  await say(ctx, 'Anybody there?', visitor)
  await watched
  expect(leaving.signal.aborted).toBe(false)
})

test('deleting takes the messages, ends a reply under way, and sends followers away', async () => {
  const { ctx, fake } = await createChatCtx()
  const paid = await say(ctx, 'Hello?')
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { begin: begun, reply } = await begin(ctx, 'And now?', paid)
  const { ended } = await listen(ctx, paid)
  await deleteConversation(asOwner(ctx), begun.conversationId)
  await Promise.all([ended, reply.ended])
  expect(await messagesOf(ctx)).toEqual([])
  await expect(say(ctx, 'Still there?', paid)).rejects.toMatchObject({ code: 'not-found' })
  const usage = await ctx.db.selectFrom('chat_usage').select('cost_micros').executeTakeFirst()
  expect(usage?.cost_micros).toBeGreaterThan(0)
})

test('is for the owner alone, and what is gone is told as such', async () => {
  const ctx = await createTestCtx()
  for (const verb of [getConversation, exportTranscriptAsText, exportTranscriptAsJson, deleteConversation]) {
    await expect(verb(ctx, 'nobody')).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(verb(asOwner(ctx), 'nobody')).rejects.toMatchObject({ code: 'not-found' })
  }
  expect(() => watchAsOwner(ctx, 'nobody')).toThrow('sign in')
})

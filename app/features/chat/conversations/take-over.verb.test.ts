import { expect, test } from 'vitest'

import { findNeeds } from '#app/features/today/find-needs.server.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { begin, createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'
import { listen } from '#tests/support/conversation-listener.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { handoverEmail } from '../handover/handover.email.tsx'
import { readConversation } from '../replies/read-conversation.server.ts'

import { handBack, takeOver, writeAsOwner } from './take-over.server.ts'

/** On SQLite this is the same instance, because two handles in one process would wait for each other. */
async function otherInstance(ctx: TestCtx): Promise<TestCtx> {
  return ctx.engine.name === 'postgres' ? createSecondInstance(ctx) : ctx
}

const toOwner = { type: 'speaker', speaker: 'owner' }
const toAssistant = { type: 'speaker', speaker: 'assistant' }

test('while the owner speaks a message is stored and no provider is called; handed back, it is answered', async () => {
  const { ctx, fake } = await createChatCtx()
  const owner = asOwner(ctx)
  fake.behave({ kind: 'reply', text: 'Hello.' })
  const first = await say(ctx, 'Hello?')
  await takeOver(owner, first.conversationId)
  const called = fake.requests.length

  const second = await say(ctx, 'Is this a person?', first)
  expect(second.events).toEqual([toOwner])
  expect(fake.requests).toHaveLength(called)
  expect((await messagesOf(ctx)).at(-1)).toMatchObject({ author: 'visitor', text: 'Is this a person?' })

  await writeAsOwner(owner, { id: first.conversationId, message: ' Yes, I am Ada. ' })
  await handBack(owner, first.conversationId)
  fake.behave({ kind: 'reply', text: 'Back again.' })
  expect((await say(ctx, 'And now?', first)).text).toBe('Back again.')
  const sent = fake.requests.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined
  expect(sent?.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Hello?'],
    ['assistant', 'Hello.'],
    ['user', 'Is this a person?'],
    ['assistant', 'Yes, I am Ada.'],
    ['user', 'And now?'],
  ])
})

test('what a visitor writes to the owner waits until a member answers, with a mail an hour and no promise', async () => {
  const { ctx } = await createChatCtx()
  const owner = asOwner(ctx)
  const visitor = await say(ctx, 'Hello?')
  const id = visitor.conversationId
  const needs = async () => (await findNeeds.chat(owner)).map(({ title, text, at }) => ({ title, text, at }))
  const mails = async () => {
    const query = ctx.db.selectFrom('email').select('subject').where('template', '=', handoverEmail.name)
    return (await query.execute()).map(({ subject }) => subject)
  }
  await takeOver(owner, id)
  expect(await needs()).toEqual([])
  const at = ctx.clock.now()
  await say(ctx, 'Are you there?', visitor)
  ctx.clock.advance(MINUTE)
  expect((await say(ctx, 'A human, please', visitor)).events).toEqual([toOwner])
  expect(await needs()).toEqual([{ title: 'A visitor waits for your answer', text: 'A human, please', at }])
  expect(await mails()).toEqual(['A visitor waits for your answer'])
  expect(await readConversation(ctx, { id, token: visitor.token })).toMatchObject({ handover: null })
  await takeOver(owner, id)
  expect(await needs()).toHaveLength(1)

  await writeAsOwner(owner, { id, message: 'Yes.' })
  expect(await needs()).toEqual([])
  await say(ctx, 'Good.', visitor)
  expect([await needs(), await mails()]).toMatchObject([{ length: 1 }, { length: 1 }])
  ctx.clock.advance(HOUR)
  await say(ctx, 'Still?', visitor)
  expect([await needs(), await mails()]).toMatchObject([{ length: 1 }, { length: 2 }])
  await handBack(owner, id)
  expect(await needs()).toEqual([])
})

test('the member in charge is notified once of what waits', async () => {
  const { ctx } = await createChatCtx()
  const { actor } = await createTestMember(ctx, { role: 'sales' })
  await createTestMember(ctx, { role: 'sales' })
  const visitor = await say(ctx, 'Hello?')
  const id = visitor.conversationId
  for (const { id: member_id } of await ctx.db.selectFrom('member').select('id').execute())
    await ctx.db
      .insertInto('notice_preference')
      .values({
        member_id,
        channels: JSON.stringify({ chat: ['mail'] }),
        wait_minutes: 5,
        time_zone: 'UTC',
        updated_at: 0,
      })
      .execute()
  await takeOver(asOwner(ctx), id)
  await ctx.db.updateTable('conversation').set({ assignee_id: actor.memberId }).execute()
  const subject = `${id}:${ctx.clock.now()}`
  await say(ctx, 'One', visitor)
  await say(ctx, 'Two', visitor)
  const notices = await ctx.db.selectFrom('notice').select(['member_id', 'subject']).execute()
  expect(notices).toEqual([{ member_id: actor.memberId, subject }])
})

test('the visitor hears on any instance who speaks and what the owner writes', async () => {
  const { ctx } = await createChatCtx()
  const visitor = await say(ctx, 'Hello?')
  const id = visitor.conversationId
  const { events } = await listen(ctx, visitor)
  await eventually(() => expect(events).toEqual([toAssistant]))

  const there = asOwner(await otherInstance(ctx))
  await takeOver(there, id)
  await eventually(() => expect(events.at(-1)).toEqual(toOwner))
  await writeAsOwner(there, { id, message: 'One' })
  await writeAsOwner(there, { id, message: 'Two' })
  await eventually(() => expect(events).toHaveLength(4))
  await handBack(there, id)
  await eventually(() => expect(events).toHaveLength(5))
  expect(events).toMatchObject([
    toAssistant,
    toOwner,
    { type: 'message', message: { author: 'owner', text: 'One', end: null, links: [] } },
    { type: 'message', message: { author: 'owner', text: 'Two' } },
    toAssistant,
  ])
})

test('one who comes back hears what was missed, and nothing twice', async () => {
  const { ctx } = await createChatCtx()
  const owner = asOwner(ctx)
  const visitor = await say(ctx, 'Hello?')
  const id = visitor.conversationId
  await takeOver(owner, id)
  await writeAsOwner(owner, { id, message: 'One' })
  const history = await readConversation(ctx, { id, token: visitor.token })
  expect(history).toMatchObject({ speaker: 'owner', messages: [{}, {}, { author: 'owner', text: 'One' }] })
  await writeAsOwner(owner, { id, message: 'Two' })
  const { events } = await listen(ctx, { ...visitor, after: history.messages.at(-1)?.id ?? null })
  await eventually(() => expect(events).toMatchObject([toOwner, { message: { text: 'Two' } }]))
})

test('a reply under way is stopped on whichever instance makes it, and kept as cut', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const { begin: begun, reply } = await begin(ctx, 'Hello?')
  const events: object[] = []
  const heard = (async () => {
    for await (const event of reply.follow(new AbortController().signal)) events.push(event)
  })()
  await eventually(() => expect(events).toContainEqual({ type: 'text', text: 'Half a' }))
  await takeOver(asOwner(await otherInstance(ctx)), begun.conversationId)
  await heard
  expect(events.slice(1)).toEqual([toOwner, { type: 'done', end: 'cut' }])
  expect((await fake.requests[0]?.closed)?.byClient).toBe(true)
  expect((await messagesOf(ctx)).at(-1)).toMatchObject({ outcome: 'cut', text: 'Half a' })
})

test('a reply of which nothing had come leaves no empty message behind', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'hang-first-byte' })
  const { begin: begun, reply } = await begin(ctx, 'Hello?')
  await takeOver(asOwner(ctx), begun.conversationId)
  await reply.ended
  const own = { id: begun.conversationId, token: begun.token }
  expect((await readConversation(ctx, own)).messages).toMatchObject([{ author: 'visitor' }])
  await handBack(asOwner(ctx), begun.conversationId)
  fake.behave({ kind: 'reply', text: 'Yes' })
  await say(ctx, 'Two', begun)
  const { messages } = await readConversation(ctx, own)
  expect(messages.map(({ text }) => text)).toEqual(['Hello?', 'Two', 'Yes'])
})

test('the limits of the assistant do not stand between visitor and owner, the pace does', async () => {
  const { ctx } = await createChatCtx()
  const visitor = await say(ctx, 'Hello?')
  await ctx.db.updateTable('conversation').set({ turns: 30 }).execute()
  await expect(say(ctx, 'More?', visitor)).rejects.toMatchObject({ code: 'too-many' })
  await takeOver(asOwner(ctx), visitor.conversationId)
  for (let n = 0; n < 9; n += 1) await say(ctx, `Message ${n}`, visitor)
  await expect(say(ctx, 'One too many', visitor)).rejects.toMatchObject({ code: 'too-many' })
})

test('other visitors hear nothing, and followers are limited by conversation and by address', async () => {
  const { ctx } = await createChatCtx()
  const visitor = await say(ctx, 'Hello?')
  await expect(listen(ctx, { ...visitor, token: 'wrong' })).rejects.toMatchObject({ status: 404 })
  const tabs = await Promise.all([1, 2, 3, 4, 5].map(() => listen(ctx, visitor)))
  await expect(listen(ctx, visitor)).rejects.toMatchObject({ code: 'too-many', retryAfter: 30 })
  tabs[0]?.leave()
  await tabs[0]?.ended
  await listen(ctx, visitor)

  const others = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => say(ctx, 'Hello?', { address: `203.0.113.${50 + n}` })),
  )
  for (const other of others.slice(0, 5)) for (let tab = 0; tab < 5; tab += 1) await listen(ctx, other)
  const last = others.at(-1) ?? visitor
  await expect(listen(ctx, last)).rejects.toMatchObject({ code: 'too-many' })
  await listen(ctx, { ...last, address: '203.0.113.99' })
})

test('only what makes sense is written, only where the owner speaks, and only by the owner', async () => {
  const { ctx } = await createChatCtx()
  const owner = asOwner(ctx)
  const { conversationId: id } = await say(ctx, 'Hello?')
  await expect(writeAsOwner(owner, { id, message: 'Hi' })).rejects.toMatchObject({ code: 'conflict' })
  await takeOver(owner, id)
  for (const message of ['', '  \n', 'x'.repeat(2001), 'a\0b'])
    await expect(writeAsOwner(owner, { id, message })).rejects.toHaveProperty('fields.message')
  for (const verb of [takeOver, handBack]) {
    await expect(verb(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(verb(owner, 'nobody')).rejects.toMatchObject({ code: 'not-found' })
  }
  await expect(writeAsOwner(ctx, { id, message: 'Hi' })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(writeAsOwner(owner, { id: 'nobody', message: 'Hi' })).rejects.toMatchObject({
    code: 'not-found',
  })
})

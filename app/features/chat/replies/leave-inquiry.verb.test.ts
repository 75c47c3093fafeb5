import { expect, test } from 'vitest'

import { inquirySending } from '#tests/factories/inquiry.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'

import { leaveInquiry } from './leave-inquiry.server.ts'

test('an inquiry from a conversation is a lead with its transcript, stored once however often it is sent', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'From $299 per month.' })
  const { conversationId: id, token } = await say(ctx, 'What does it cost?')
  const sending = inquirySending(ctx, { email: 'chat@example.com', form: 'chat' })
  await leaveInquiry(ctx, { id, token, sending })
  await leaveInquiry(ctx, { id, token, sending })

  const leads = await ctx.db.selectFrom('lead').select(['id', 'email']).execute()
  expect(leads).toEqual([{ id: expect.any(String), email: 'chat@example.com' }])
  const events = await ctx.db.selectFrom('lead_event').select(['kind', 'body']).orderBy('id').execute()
  expect(events).toEqual([
    { kind: 'received', body: null },
    { kind: 'transcript', body: 'Visitor: What does it cost?\n\nAssistant: From $299 per month.' },
  ])
  const conversation = await ctx.db.selectFrom('conversation').select('lead_id').executeTakeFirst()
  expect(conversation?.lead_id).toBe(leads[0]?.id)
})

test('whoever waits for a person still does after a message that looks like spam', async () => {
  const { ctx } = await createChatCtx()
  const { conversationId: id, token } = await say(ctx, 'Can I talk to a human?')
  const waiting = () => ctx.db.selectFrom('conversation').select('waiting_since').executeTakeFirstOrThrow()
  await leaveInquiry(ctx, { id, token, sending: inquirySending(ctx, { website: 'https://spam.example' }) })
  expect(await waiting()).toEqual({ waiting_since: ctx.clock.now() })
  await leaveInquiry(ctx, { id, token, sending: inquirySending(ctx) })
  expect(await waiting()).toEqual({ waiting_since: null })
})

test('another visitor’s conversation takes no inquiry, and nothing is stored', async () => {
  const { ctx } = await createChatCtx()
  const { conversationId: id } = await say(ctx, 'Hello')
  const sending = inquirySending(ctx)
  await expect(leaveInquiry(ctx, { id, token: 'forged', sending })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toEqual([])
})

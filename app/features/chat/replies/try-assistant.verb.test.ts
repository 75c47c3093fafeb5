import { expect, test } from 'vitest'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { chatbotSettingsFields } from '#tests/factories/chatbot-settings.ts'
import { createChatCtx, messagesOf } from '#tests/support/chat-visitor.ts'
import { asOwner } from '#tests/support/test-ctx.ts'

import { tryAssistant } from './try-assistant.server.ts'

const turns = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Good day!' },
  { role: 'user', content: 'Who are you?' },
]

test('the test box speaks with unsaved settings, stores no conversation and counts the money', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'I am Vox.', usage: { input: 100, output: 10 } })
  const reply = await tryAssistant(asOwner(ctx), { fields: chatbotSettingsFields(), turns })
  const events: ChatEvent[] = []
  for await (const event of reply.follow(new AbortController().signal)) events.push(event)
  expect(events.at(-1)).toEqual({ type: 'done', end: 'whole' })
  const sent = JSON.stringify(fake.requests[0]?.body)
  for (const text of ['Your name is Vox.', 'You help the visitors of Lumivox.', 'Who are you?'])
    expect(sent).toContain(text)
  expect(await messagesOf(ctx)).toEqual([])
  const usage = await ctx.db.selectFrom('chat_usage').select(['cost_micros', 'replies']).execute()
  expect(usage).toEqual([{ cost_micros: 100 * 30 + 10 * 60, replies: 1 }])
})

test('it is the owner’s, and takes only what the form could hold', async () => {
  const { ctx } = await createChatCtx()
  const fields = chatbotSettingsFields()
  await expect(tryAssistant(ctx, { fields, turns })).rejects.toMatchObject({ code: 'unauthenticated' })
  const owner = asOwner(ctx)
  for (const wrong of [[], 'Hello', [{ role: 'system', content: 'x' }], turns.slice(0, 2)])
    await expect(tryAssistant(owner, { fields, turns: wrong })).rejects.toMatchObject({ code: 'invalid' })
  const unfit = chatbotSettingsFields({ botName: '' })
  await expect(tryAssistant(owner, { fields: unfit, turns })).rejects.toMatchObject({
    fields: { botName: expect.any(String) },
  })
})

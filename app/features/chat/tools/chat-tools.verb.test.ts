import { expect, test } from 'vitest'

import {
  exportTranscriptAsJson,
  exportTranscriptAsText,
} from '#app/features/chat/conversations/export-conversations.server.ts'
import { getConversation } from '#app/features/chat/conversations/get-conversation.server.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { asOwner } from '#tests/support/test-ctx.ts'

import { chatTools, listToolChoices } from './chat-tools.server.ts'

function toolsIn(request: { body: unknown } | undefined): string[] {
  const body = request?.body as { tools: { function: { name: string } }[] } | undefined
  return (body ? body.tools : []).map(({ function: { name } }) => name)
}

test('what the owner switches off is offered no more, and a call of it is refused', async () => {
  const { ctx, fake } = await createChatCtx()
  const owner = asOwner(ctx)
  const all = await listToolChoices(owner)
  expect(all.map(({ title }) => title)).toEqual([
    'Find pages',
    'Calculate prices',
    'Show free times',
    'Book meetings',
    'Leave an inquiry',
    'Ask for a person',
  ])
  expect(all.every(({ isOn }) => isOn)).toBe(true)
  await chatTools.save(owner, { tools: all.map(({ name }) => name).join(' '), find_page: 'on' })
  await say(ctx, 'Hello')
  expect(toolsIn(fake.requests[0])).toEqual(['offer_contact_form', 'find_page'])
  expect(JSON.stringify(fake.requests[0]?.body)).not.toContain('wants_person')
  const input = { service: 'AI chatbots' }
  fake.behave(
    { kind: 'tool-calls', calls: [{ name: 'calculate_price', input }] },
    { kind: 'reply', text: 'No.' },
  )
  await say(ctx, 'Price?')
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('There is no such tool.')
  fake.behave({
    kind: 'tool-call',
    name: 'offer_contact_form',
    input: { reason: 'wants_person' },
    text: 'Ok.',
  })
  await say(ctx, 'Hm')
  const waiting = await ctx.db.selectFrom('conversation').select('waiting_since').execute()
  expect(waiting.every(({ waiting_since }) => waiting_since === null)).toBe(true)
  await chatTools.save(owner, { off: [] })
  expect((await listToolChoices(owner)).every(({ isOn }) => isOn)).toBe(true)
})

test('the owner sees each call with its reply, also in what is exported', async () => {
  const { ctx, fake } = await createChatCtx()
  const owner = asOwner(ctx)
  const input = { service: 'Workflow automation' }
  fake.behave(
    { kind: 'tool-calls', calls: [{ name: 'calculate_price', input }] },
    { kind: 'reply', text: 'So.' },
  )
  const { conversationId } = await say(ctx, 'Price?')
  const { messages, calls } = await getConversation(owner, conversationId)
  expect(calls).toMatchObject([{ name: 'calculate_price', outcome: 'done', messageId: messages[1]?.id }])
  expect(await exportTranscriptAsText(owner, conversationId)).toContain(
    '[Tool calculate_price {"service":"Workflow automation"}]',
  )
  const exported = JSON.parse(await exportTranscriptAsJson(owner, conversationId))
  expect(exported.messages[1].tools).toMatchObject([{ name: 'calculate_price', outcome: 'done' }])
})

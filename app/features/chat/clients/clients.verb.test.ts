import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { makeClientLink, readClientLink, revokeClientLink } from './client-link.server.ts'
import { readClientTranscript, readClientView } from './read-client-view.server.ts'

async function withClient(hidesContacts = false) {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const add = (name: string) =>
    saveAssistant(owner, { id: 'new', name, collections: [], fields: defaultAssistantSettings('Bot') })
  const [id, other] = [await add('Shop'), await add('Other')]
  const said = [
    { text: 'I am ada@example.com, call +49 30 901820. 3 sheds?' },
    {
      author: 'assistant' as const,
      text: 'Gladly.',
      cost_micros: 4242,
      failure: 'inner',
      provider: 'openai',
      rating: 'helpful' as const,
    },
  ]
  const columns = {
    assistant_id: id,
    visitor_name: 'Ada',
    visitor_email: 'ada@example.com',
    page: 'https://shop.example/x',
  }
  const conversation = await createConversation(ctx, said, columns)
  const foreign = await createConversation(ctx, [{ text: 'Secret of another' }], { assistant_id: other })
  await createConversation(ctx, [{ text: 'Secret of the site' }])
  const question = { asked_at: ctx.clock.now(), terms: '', conversation_id: null }
  for (const [assistant_id, text] of [
    [id, 'Do you ship?'],
    [other, 'Secret question'],
  ] as const)
    await ctx.db
      .insertInto('unanswered_question')
      .values({ ...question, id: newId(), text, assistant_id })
      .execute()
  await makeClientLink(owner, { id, days: '30', hidesContacts })
  return { ctx, owner, id, other, conversation, foreign, key: await keyOf(owner, id) }
}

async function keyOf(owner: TestCtx, id: string): Promise<string> {
  const { url } = assertDefined(await readClientLink(owner, id), 'the test has made it')
  return String(new URL(url).searchParams.get('key'))
}

test('a client sees figures, conversations and questions of their assistant, and nothing else', async () => {
  const { ctx, id, conversation, foreign, key } = await withClient()
  const view = await readClientView(ctx, { id, key }, 1)
  // Compared as a whole, so that a new field fails the test until somebody has decided that clients may see it.
  expect(view).toEqual({
    name: 'Shop',
    timeZone: 'UTC',
    days: 30,
    until: ctx.clock.now() + 30 * DAY,
    figures: { conversations: 1, replies: 1, helpful: 1, unhelpful: 0, inquiries: 0 },
    conversations: [
      {
        id: conversation,
        at: expect.any(Number),
        turns: 1,
        language: null,
        opening: 'I am ada@example.com, call +49 30 901820. 3 sheds?',
      },
    ],
    paging: { page: 1, pages: 1, total: 1 },
    questions: [{ text: 'Do you ship?', at: expect.any(Number) }],
  })
  const transcript = await readClientTranscript(ctx, { id, key }, conversation)
  expect(transcript.messages).toEqual([
    {
      id: expect.any(String),
      author: 'visitor',
      at: expect.any(Number),
      text: expect.stringMatching(/^I am ada/),
    },
    { id: expect.any(String), author: 'assistant', at: expect.any(Number), text: 'Gladly.' },
  ])
  expect(JSON.stringify([view, transcript])).not.toMatch(/Secret|4242|inner|openai|"Ada"/)
  await expect(readClientTranscript(ctx, { id, key }, foreign)).rejects.toMatchObject({ code: 'not-found' })
})

test('the owner can hide addresses and numbers', async () => {
  const { ctx, id, conversation, key } = await withClient(true)
  const all = [
    await readClientView(ctx, { id, key }, 1),
    await readClientTranscript(ctx, { id, key }, conversation),
  ]
  expect(JSON.stringify(all)).toContain('I am [e-mail] call [number]. 3 sheds?')
  expect(JSON.stringify(all)).not.toMatch(/ada@|901820/)
})

test('a link opens its assistant only, until it expires, is renewed or revoked, on every instance', async () => {
  const { ctx, owner, id, other, key } = await withClient()
  const instance = await createSecondInstance(ctx)
  await readClientView(instance, { id, key }, 1)
  const gone = { code: 'not-found' }
  for (const wrong of ['', 'x', 'x'.repeat(43)])
    await expect(readClientView(ctx, { id, key: wrong }, 1)).rejects.toMatchObject(gone)
  await expect(readClientView(ctx, { id: other, key }, 1)).rejects.toMatchObject(gone)
  await expect(readClientView(ctx, { id: 'site', key }, 1)).rejects.toMatchObject(gone)
  await makeClientLink(owner, { id, days: '30', hidesContacts: false })
  await expect(readClientView(instance, { id, key }, 1)).rejects.toMatchObject(gone)
  const next = await keyOf(owner, id)
  const later = { ...instance, clock: { ...ctx.clock, now: () => ctx.clock.now() + 31 * DAY } }
  await expect(readClientView(later, { id, key: next }, 1)).rejects.toMatchObject(gone)
  await revokeClientLink(owner, { id })
  await expect(readClientView(instance, { id, key: next }, 1)).rejects.toMatchObject(gone)
})

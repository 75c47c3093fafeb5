import { expect, test } from 'vitest'

import { saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { addCollection, placeItem } from '#app/features/knowledge/collections/change-collections.server.ts'
import { switchEmbedding } from '#app/features/knowledge/embeddings/switch-embedding.server.ts'
import { deleteItem, restoreItem } from '#app/features/knowledge/items/change-item.server.ts'
import { listItems } from '#app/features/knowledge/items/list-items.server.ts'
import { findPages } from '#app/features/knowledge/search/find-pages.server.ts'
import { listKnowledgeLanguages } from '#app/features/knowledge/search/knowledge-languages.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { readWholeKnowledge } from '#app/features/knowledge/search/whole-knowledge.server.ts'
import { listQuestions } from '#app/features/knowledge/unanswered/unanswered-questions.server.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { findAssistant, forAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'

const question = 'How long is the warranty on garden sheds?'
const texts = {
  Warranty: 'The warranty on garden sheds is 42 months, from the day of delivery.',
  Gartenhaus:
    'Die Garantie auf Gartenhäuser beträgt neun Jahre ab Lieferung, auch auf das Dach und die Türen.',
}

/** Adds an assistant with a collection of its own, which at first is empty. */
async function withShop(ctx: TestCtx) {
  const owner = asOwner(ctx)
  const { id: collection } = await addCollection(owner, { name: 'Shop' })
  const fields = { ...defaultAssistantSettings('Shop bot') }
  const id = await saveAssistant(owner, { id: 'new', name: 'Shop', collections: [collection], fields })
  const shop = forAssistant(ctx, await findAssistant(ctx, id)) as TestCtx
  return { owner, collection, shop }
}

async function titlesFor(ctx: TestCtx, query = question): Promise<string[]> {
  return (await searchPassages(ctx, { query })).map(({ title }) => title)
}

test('an assistant reaches nothing of another collection, in no way', async () => {
  const { ctx, fake } = await createChatCtx()
  const { owner, shop } = await withShop(ctx)
  await createTexts(ctx, texts)
  expect(await titlesFor(ctx)).toContain('Warranty')

  expect(await titlesFor(shop)).toEqual([])
  expect(await readWholeKnowledge(shop, 1_000_000)).toBeNull()
  expect(await findPages(shop, 'garden sheds')).toEqual([])
  expect(await listKnowledgeLanguages(shop)).toEqual([])
  fake.embedAs(() => [1, 0.5, 0.25])
  await switchEmbedding(owner, true)
  await readQueued(ctx)
  expect(await titlesFor(ctx, 'automobile')).not.toEqual([])
  expect(await titlesFor(shop, 'automobile')).toEqual([])

  // With all knowledge in the prompt, and with what a search finds; the second question is a follow-up.
  for (const model of ['gpt-4o-mini', 'brand-new']) {
    await saveApiConfig(owner, { provider: 'openai', model })
    fake.behave({ kind: 'reply', text: 'It is 42 months [1] [101] [102].' })
    const first = await say(shop, question)
    expect(JSON.stringify(first.events)).not.toContain('sources')
    await say(shop, 'And how many months?', first)
  }
  const sent = fake.requests.filter(({ path }) => !/embeddings/.test(path))
  expect(sent.length).toBeGreaterThan(3)
  expect(JSON.stringify(sent.map(({ body }) => body))).not.toMatch(/from the day of delivery|Garantie/)
})

test('an item is found by whoever reads one of its collections, at once and on every instance', async () => {
  const { ctx } = await createChatCtx()
  const { owner, collection, shop } = await withShop(ctx)
  const [id = ''] = await createTexts(ctx, texts)
  const second = await createSecondInstance(ctx)
  const shopThere = { ...second, assistant: shop.assistant }

  await placeItem(owner, { id, collections: [collection] })
  expect(await titlesFor(shop)).toEqual(['Warranty'])
  expect(await titlesFor(shopThere)).toEqual(['Warranty'])
  expect(await titlesFor(ctx)).toEqual([])
  expect((await readWholeKnowledge(shop, 1_000_000))?.passages).toHaveLength(1)
  expect((await listItems(owner, { collection })).items.map((item) => item.id)).toEqual([id])
  expect((await listItems(owner, { collection: 'nothing' })).total).toBe(0)

  await placeItem(owner, { id, collections: [collection, 'site'] })
  expect(await titlesFor(ctx)).toEqual(['Warranty'])
  const { id: deletion } = await deleteItem(owner, id)
  expect(await titlesFor(shop)).toEqual([])
  await restoreItem(owner, deletion)
  expect(await titlesFor(shop)).toEqual(['Warranty'])

  await expect(placeItem(owner, { id, collections: ['nothing'] })).rejects.toMatchObject({
    fields: { collections: expect.stringMatching(/at least one/) },
  })
  expect(await titlesFor(shop)).toEqual(['Warranty'])
})

test('a conversation belongs to its assistant, and an unanswered question says whose it is', async () => {
  const { ctx, fake } = await createChatCtx()
  const { owner, collection, shop } = await withShop(ctx)
  await saveApiConfig(owner, { provider: 'openai', model: 'brand-new' })
  const [id = ''] = await createTexts(ctx, { Paint: 'Our paint dries in two hours.' })
  await placeItem(owner, { id, collections: [collection] })
  fake.behave({ kind: 'reply', text: 'I do not know.' })
  const heard = await say(shop, question)
  await expect(say(ctx, 'And now?', heard)).rejects.toMatchObject({ code: 'not-found' })
  const [conversation] = await ctx.db.selectFrom('conversation').select(['assistant_id']).execute()
  expect(conversation?.assistant_id).toBe(shop.assistant.id)
  expect(await listQuestions(owner)).toMatchObject([{ text: question, assistant: 'Shop' }])
})

test('its own cap ends its replies, and leaves those of the site alone', async () => {
  const { ctx, fake } = await createChatCtx()
  const { owner, collection } = await withShop(ctx)
  const fields = { ...defaultAssistantSettings('Shop bot'), dailyCap: '0.0001' }
  const id = await saveAssistant(owner, { id: 'new', name: 'Poor', collections: [collection], fields })
  const poor = forAssistant(ctx, await findAssistant(ctx, id)) as TestCtx
  fake.behave({ kind: 'reply', text: 'Yes.' }, { kind: 'reply', text: 'Yes.' })
  await expect(say(poor, question)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await say(ctx, question)).text).toBe('Yes.')
  // The owner is not told that the whole installation rests.
  expect(await ctx.db.selectFrom('email').select('template').execute()).toEqual([])
})

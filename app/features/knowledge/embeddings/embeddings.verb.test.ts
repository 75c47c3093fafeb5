import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner } from '#tests/support/test-ctx.ts'

import { deleteItem } from '../items/change-item.server.ts'
import { syncSiteItems } from '../items/sync-site-items.server.ts'
import { searchPassages } from '../search/search-passages.server.ts'

import { readEmbeddingChoice, switchEmbedding } from './switch-embedding.server.ts'

const texts = {
  Vehicles: 'We rent cars and vans by the day.',
  Bakery: 'Fresh bread every morning from seven.',
  Music: 'Guitars are tuned while you wait.',
}

/** A fake embedding: one number for each topic, 1 if the text has a word about it and 0 otherwise. */
function meaningOf(text: string): number[] {
  const has = (words: RegExp) => (words.test(text) ? 1 : 0)
  return [has(/cars|vans|automobile/i), has(/bread|loaf/i), has(/guitar|instrument/i), 0.01]
}

async function titlesFor(ctx: Parameters<typeof searchPassages>[0], query: string): Promise<string[]> {
  return (await searchPassages(ctx, { query })).map(({ title }) => title)
}

test.each(['openai', 'gemini'] as const)(
  '%s: what means the same is found though no word is the same, once the owner wants it',
  async (provider) => {
    const { ctx, fake } = await createChatCtx({ provider })
    const owner = asOwner(ctx)
    fake.embedAs(meaningOf)
    const [vehicles = ''] = await createTexts(ctx, texts)
    expect(await titlesFor(ctx, 'Could I borrow an automobile?')).toEqual([])
    // Nothing is sent before the owner turns it on.
    expect(fake.requests).toEqual([])
    expect(await readEmbeddingChoice(owner)).toEqual({ isOn: false, isOffered: true })

    await switchEmbedding(owner, true)
    await readQueued(ctx)
    expect(await titlesFor(ctx, 'Could I borrow an automobile?')).toEqual(['Vehicles'])
    expect(await titlesFor(ctx, 'Who sells a loaf, and tunes an instrument?')).toEqual(
      expect.arrayContaining(['Bakery', 'Music']),
    )
    expect(await titlesFor(ctx, 'Nothing of the kind')).toEqual([])
    const [first] = fake.requests
    expect(first?.path).toMatch(
      provider === 'openai' ? /embeddings$/ : /gemini-embedding-001:batchEmbedContents$/,
    )
    if (provider === 'openai')
      expect(first?.body).toMatchObject({ model: 'text-embedding-3-small', dimensions: 512 })

    // Other instances use the vectors too, and a deleted item is no longer found on either.
    const second = await createSecondInstance(ctx)
    expect(await titlesFor(second, 'An automobile, please')).toEqual(['Vehicles'])
    await deleteItem(owner, vehicles)
    for (const each of [ctx, second]) expect(await titlesFor(each, 'An automobile, please')).toEqual([])

    await createTexts(ctx, { Garage: 'Old vans are repaired here.' })
    expect(await titlesFor(ctx, 'An automobile, please')).toEqual(['Garage'])

    await switchEmbedding(owner, false)
    const sent = fake.requests.length
    expect(await titlesFor(ctx, 'An automobile, please')).toEqual([])
    expect(fake.requests).toHaveLength(sent)
  },
)

test('words and meaning together: what both find comes first', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.embedAs(meaningOf)
  await createTexts(ctx, { ...texts, Prices: 'Renting costs $30 a day.' })
  await switchEmbedding(asOwner(ctx), true)
  await readQueued(ctx)
  expect((await titlesFor(ctx, 'rent cars'))[0]).toBe('Vehicles')
})

test('a provider that fails costs the meaning and not the words', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.embedAs(meaningOf)
  await createTexts(ctx, texts)
  await switchEmbedding(asOwner(ctx), true)
  await readQueued(ctx)
  fake.embedAs(null)
  expect(await titlesFor(ctx, 'Do you rent vans by the day?')).toEqual(['Vehicles'])
  expect(ctx.logged.join('')).toContain('knowledge.meaning_failed')
})

test('past the cap nothing is sent, and the words still answer', async () => {
  const { ctx, fake } = await createChatCtx()
  fake.embedAs(meaningOf)
  await createTexts(ctx, texts)
  await switchEmbedding(asOwner(ctx), true)
  await readQueued(ctx)
  const sent = fake.requests.length
  const day = '2026-11-21'
  await ctx.db.updateTable('chat_usage').set({ cost_micros: 10_000_000_000 }).where('day', '=', day).execute()
  expect(await titlesFor(ctx, 'Do you rent vans by the day?')).toEqual(['Vehicles'])
  expect(fake.requests).toHaveLength(sent)
})

test('a provider without vectors offers none', async () => {
  const { ctx } = await createChatCtx({ provider: 'claude' })
  expect(await readEmbeddingChoice(asOwner(ctx))).toEqual({ isOn: false, isOffered: false })
  await expect(switchEmbedding(ctx, true)).rejects.toThrow()
})

test('of the versions of a page only that in the language of the visitor is found by its meaning', async () => {
  const { ctx, fake } = await createChatCtx()
  const owner = asOwner(ctx)
  await addLanguage(owner, 'de')
  fake.embedAs(meaningOf)
  const coverage = { words: 1, indexed: 1, leftOut: [], unlisted: 0 }
  const changed = Array.from({ length: 20 }, (_, at) =>
    [null, 'de'].map((language) => ({
      path: `/${language}/${at}`,
      title: `${language} ${at}`,
      text: `Cars and vans, ${at}`,
      coverage,
      version: { language, of: `/${at}` },
    })),
  ).flat()
  await syncSiteItems(ctx, { paths: null, changed })
  await readQueued(ctx)
  await switchEmbedding(owner, true)
  await readQueued(ctx)
  const found = await searchPassages({ ...ctx, language: 'de' }, { query: 'An automobile?', limit: 50 })
  expect(found).toHaveLength(20)
  for (const { title } of found) expect(title).toMatch(/^de/)
})

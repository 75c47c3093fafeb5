import { expect, test } from 'vitest'

import { listCollections } from '#app/features/knowledge/collections/change-collections.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { defaultAssistantSettings } from './assistant-settings.server.ts'
import { getAssistant, listAssistants, saveAssistant } from './change-assistants.server.ts'
import { duplicateAssistant, exportAssistant, importAssistant } from './copy-assistants.server.ts'

async function withShop() {
  const owner = asOwner(await createTestCtx())
  const fields = {
    ...defaultAssistantSettings('Shop bot'),
    origins: ['https://shop.example'],
    accent: '#2f6fed',
    toolsOff: ['book_meeting'],
    dailyCap: 2,
  }
  const id = await saveAssistant(owner, { id: 'new', name: 'Shop', collections: ['site'], fields })
  return { owner, id }
}

test('a duplicate has the settings and collections, a key of its own, and no site', async () => {
  const { owner, id } = await withShop()
  const shop = await getAssistant(owner, id)
  const copy = await getAssistant(owner, await duplicateAssistant(owner, { id }))
  expect(copy).toMatchObject({ name: 'Shop (copy)', collections: ['site'] })
  expect(copy.settings).toEqual({ ...shop.settings, origins: [] })
  expect(copy.key).not.toBe(shop.key)
})

test('an exported assistant is imported as it was, also where its collections are missing', async () => {
  const { owner, id } = await withShop()
  const { name, bytes } = await exportAssistant(owner, id)
  expect(name).toBe('Shop.json')
  expect(new TextDecoder().decode(bytes)).not.toContain((await getAssistant(owner, id)).key)
  const file = JSON.parse(new TextDecoder().decode(bytes)) as object
  const elsewhere = asOwner(await createTestCtx())
  const moved = { ...file, collections: ['this SITE', 'Shop'] }
  const imported = await importAssistant(elsewhere, new TextEncoder().encode(JSON.stringify(moved)))
  const read = await getAssistant(elsewhere, imported)
  expect(read.settings).toEqual((await getAssistant(owner, id)).settings)
  const names = new Map((await listCollections(elsewhere)).map((each) => [each.id, each.name]))
  expect(new Set(read.collections.map((each) => names.get(each)))).toEqual(new Set(['Shop', 'This site']))
})

test('who gets the inquiries is for the owner to say, also by a copy or a file', async () => {
  const { owner, id } = await withShop()
  const editor = asOwner(owner, { ...testActor, role: 'editor' })
  const recipientsOf = async (assistant: string) =>
    (await getAssistant(owner, assistant)).settings.noticeEmails
  const save = (ctx: Ctx, noticeEmails: string) =>
    saveAssistant(ctx, {
      id,
      name: 'Shop',
      collections: [],
      fields: { ...defaultAssistantSettings('Shop bot'), noticeEmails },
    })
  await save(owner, 'desk@shop.example')
  const { bytes } = await exportAssistant(owner, id)
  await save(editor, 'editor@elsewhere.example')
  expect(await recipientsOf(id)).toEqual(['desk@shop.example'])
  expect(await recipientsOf(await duplicateAssistant(editor, { id }))).toEqual([])
  expect(await recipientsOf(await importAssistant(editor, bytes))).toEqual([])
  expect(await recipientsOf(await importAssistant(owner, bytes))).toEqual(['desk@shop.example'])
})

test.each([
  ['no JSON', 'PK\u0003\u0004', /not JSON/],
  ['other JSON', '[1, 2]', /cannot|can be read/],
  ['a newer version', '{"format":"foyer-assistant","version":2}', /version/],
  [
    'a wrong setting',
    '{"format":"foyer-assistant","version":1,"name":"A","collections":[],"settings":{}}',
    /settings/,
  ],
  ['too much', ' '.repeat(70_000), /too large/],
])('%s is refused with a sentence, and nothing is added', async (_name, text, sentence) => {
  const { owner } = await withShop()
  await expect(importAssistant(owner, new TextEncoder().encode(text))).rejects.toMatchObject({
    fields: { file: expect.stringMatching(sentence) },
  })
  expect(await listAssistants(owner)).toHaveLength(2)
  expect(await listCollections(owner)).toHaveLength(1)
})

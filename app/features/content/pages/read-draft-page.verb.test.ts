import { expect, test } from 'vitest'

import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readContent } from '../site-content.server.ts'

import { publishPage } from './publish-page.server.ts'
import { buildDraftPage, readDraftPage } from './read-draft-page.server.ts'
import { getPage } from './read-pages.server.ts'
import { savePageDraft } from './save-page-draft.server.ts'

test('without the owner a draft is read by those alone who were let in by other means', async () => {
  const ctx = await createTestCtx()
  await expect(readDraftPage(ctx, 'about')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await buildDraftPage(ctx, 'about')).toMatchObject({ title: 'About' })
})

test('a page that was not edited reads as it is published', async () => {
  const ctx = asOwner(await createTestCtx())
  const { pages } = await readContent(ctx)
  for (const page of pages.values()) {
    const { around, ...draft } = await readDraftPage(ctx, page.around.id)
    const { services, ...known } = around
    expect({ ...draft, around: known }, page.around.path).toEqual(page)
    expect(services).toHaveLength(6)
  }
})

test('the draft is shown to its reader and to nobody else, with the facts and services that it names', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft, version } = await getPage(ctx, 'ai-chatbots')
  const service = { ...draft.service, timeline: '{replyWithin}' }
  const document = { ...draft, metaTitle: 'In {service.timeline}', service }
  await savePageDraft(ctx, { id: 'ai-chatbots', version, document })
  const page = await readDraftPage(ctx, 'ai-chatbots')
  expect(page.title).toBe('In 1 hour')
  expect(page.around.services?.find(({ id }) => id === 'ai-chatbots')).toMatchObject({ timeline: '1 hour' })
  const before = (await readContent(ctx)).pages.get(page.around.path)
  expect(before?.title).not.toBe(page.title)
})

test('a document that was not saved is shown in the place of the draft, and keeps nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft, version } = await getPage(ctx, 'about')
  const page = await readDraftPage(ctx, 'about', { ...draft, metaTitle: 'Unsaved' })
  expect(page.title).toBe('Unsaved')
  expect(await getPage(ctx, 'about')).toMatchObject({ draft, version, isStarter: true })
})

test('a new page, one that was taken back, and a service without a page can be read', async () => {
  const ctx = asOwner(await createTestCtx())
  await publishPage(ctx, 'seo-optimisation')
  expect(await readDraftPage(ctx, 'seo-optimisation')).toMatchObject({ around: { id: 'seo-optimisation' } })
  await expect(readDraftPage(ctx, 'nowhere')).rejects.toMatchObject({ code: 'not-found' })
})

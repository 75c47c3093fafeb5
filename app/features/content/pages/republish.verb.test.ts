import { expect, test } from 'vitest'

import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { publishPage, republishPage, schedulePage, unpublishPage } from './publish-page.server.ts'
import { getPage } from './read-pages.server.ts'
import { savePageDraft } from './save-page-draft.server.ts'

async function rename(ctx: TestCtx, name: string): Promise<void> {
  const { version, draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, name } })
}

test('unpublishing is undone with what visitors saw, whatever the draft says, and with its plan', async () => {
  const ctx = asOwner(await createTestCtx())
  await rename(ctx, 'As published')
  await publishPage(ctx, 'about')
  await rename(ctx, 'As drafted')
  const at = ctx.clock.now() + 60_000
  await schedulePage(ctx, { id: 'about', at })
  expect(await unpublishPage(ctx, 'about')).toEqual({ publishAt: at })
  expect(await getPage(ctx, 'about')).toMatchObject({ published: null, publishAt: null })
  await republishPage(ctx, { id: 'about', publishAt: at })
  expect(await getPage(ctx, 'about')).toMatchObject({
    published: { name: 'As published' },
    draft: { name: 'As drafted' },
    publishAt: at,
  })
})

test('a starter page comes back as it was; a republished or unknown page does not', async () => {
  const ctx = asOwner(await createTestCtx())
  const { published } = await getPage(ctx, 'about')
  expect(await unpublishPage(ctx, 'about')).toEqual({ publishAt: null })
  await republishPage(ctx, { id: 'about', publishAt: null })
  expect((await getPage(ctx, 'about')).published).toEqual(published)
  await expect(republishPage(ctx, { id: 'about', publishAt: null })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(republishPage(ctx, { id: 'nowhere', publishAt: null })).rejects.toMatchObject({
    code: 'not-found',
  })
  const visitor = await createTestCtx()
  await expect(republishPage(visitor, { id: 'about', publishAt: null })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

import { expect, test } from 'vitest'

import { addLanguage, switchLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { findShareImage } from './share-image.server.ts'

const visitor = '203.0.113.7'

test('each page has an image of its own, what is no page has none', async () => {
  const ctx = await createTestCtx()
  const home = await findShareImage(ctx, '/share/home.png')
  const contact = await findShareImage(ctx, '/share/contact.png')
  expect(home?.etag).toMatch(/^"[\w-]{22}"$/)
  expect(contact?.etag).not.toBe(home?.etag)
  for (const path of [
    '/share/.png',
    '/share/contact',
    '/share/contact/thank-you.png',
    '/share/admin.png',
    '/',
  ])
    expect(await findShareImage(ctx, path), path).toBeNull()
})

test('a post in a language that visitors do not see has no image', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, { title: 'Beitrag' })
  await addLanguage(ctx, 'de')
  await ctx.db.updateTable('blog_post').set({ language: 'de' }).where('id', '=', id).execute()
  const path = `/share/blog/${slug}.png`
  expect(await findShareImage(ctx, path)).not.toBeNull()
  await switchLanguage(ctx, 'de')
  expect(await findShareImage(ctx, path)).toBeNull()
})

test('an image is drawn once until the site’s name changes', async () => {
  const ctx = await createTestCtx()
  const first = await findShareImage(ctx, '/share/home.png')
  const again = await findShareImage(ctx, '/share/home.png')
  expect(await again?.draw('203.0.113.7')).toBe(await first?.draw(visitor))
  await siteSettings.save(asOwner(ctx), siteSettingsFields({ siteName: 'Renamed' }))
  // Other instances learn of the change a moment later.
  await eventually(async () =>
    expect((await findShareImage(ctx, '/share/home.png'))?.etag).not.toBe(first?.etag),
  )
  const renamed = await findShareImage(ctx, '/share/home.png')
  expect((await renamed?.draw('203.0.113.7'))?.equals((await first?.draw(visitor)) ?? Buffer.of())).toBe(
    false,
  )
})

import { expect, test } from 'vitest'

import { findMeetingTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import { saveMeetingType } from '#app/features/bookings/types/save-meeting-type.server.ts'
import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { movedPages } from '#app/features/content/starter/moved-pages.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { publicPaths } from '#tests/support/public-paths.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readPublicSite } from '../layout/public-site.server.ts'

import { listPublicPages } from './public-pages.server.ts'

test('every page is listed once, with words of its own and a date', async () => {
  const pages = await listPublicPages(await createTestCtx())
  expect(pages.map(({ path }) => path)).toEqual(publicPaths)
  for (const words of [pages.map(({ title }) => title), pages.map(({ description }) => description)]) {
    expect(new Set(words).size).toBe(pages.length)
    for (const text of words) expect(text).toMatch(/^[^{}]{3,200}$/)
  }
  for (const { changedAt } of pages) expect(changedAt).toBe(Date.UTC(2026, 10, 21, 12))
})

test('services say what they cost and when they are ready', async () => {
  const pages = await listPublicPages(await createTestCtx())
  const factsOf = (path: string) => pages.find((page) => page.path === path)?.facts
  expect(factsOf('/services/website-development')).toBe('Ready in 2–8 weeks. Price: From $2,999.')
  expect(factsOf('/services/ai-voice-agents')).toBe('Ready in 1–3 business days. Price: $299–$999 per month.')
  expect(factsOf('/services/ai-chatbots')).toBe('Ready in 2–5 business days. Price: Fixed quote.')
})

test('titles follow the site’s name', async () => {
  const ctx = await createTestCtx()
  await siteSettings.save(asOwner(ctx), siteSettingsFields({ siteName: 'Renamed' }))
  const pages = await listPublicPages(ctx)
  expect(pages.find(({ path }) => path === '/about')?.title).toBe('About Renamed')
})

test('a page that search engines must not find is not listed', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft, version } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, noindex: true } })
  await publishPage(ctx, 'about')
  const paths = (await listPublicPages(ctx)).map(({ path }) => path)
  expect(paths).toEqual(publicPaths.filter((path) => path !== '/about'))
})

test('what has moved leads to a page that is listed, and none that is listed has moved', async () => {
  const paths = (await listPublicPages(await createTestCtx())).map(({ path }) => path)
  for (const [from, to] of Object.entries(movedPages)) {
    expect(paths).toContain(to.split('?')[0])
    expect(paths).not.toContain(from)
  }
})

test('the free times are listed while a meeting can be booked, and pages lead to them', async () => {
  const ctx = asOwner(await createTestCtx())
  const lists = async () => (await listPublicPages(ctx)).some(({ path }) => path === '/book')
  expect([await lists(), (await readPublicSite(ctx)).bookLabel]).toEqual([false, null])
  await createTestOwner(ctx)
  const fields = { id: '', name: 'Call', length: '30' }
  await saveMeetingType(ctx, { ...fields, isOffered: 'on' })
  expect([await lists(), (await readPublicSite(ctx)).bookLabel]).toEqual([true, 'Book a meeting'])
  for (const { id, name } of await findMeetingTypes(ctx)) await saveMeetingType(ctx, { ...fields, id, name })
  expect([await lists(), (await readPublicSite(ctx)).bookLabel]).toEqual([false, null])
})

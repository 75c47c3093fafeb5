import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withTexts } from '#app/features/content/languages/document-places.ts'
import { addVersion, versionId } from '#app/features/content/languages/page-versions.server.ts'
import { readShortTexts, saveShortTexts } from '#app/features/content/languages/short-texts.server.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { publishPage, unpublishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { languagesWithPosts } from '#app/features/blog/post-languages.server.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { formerPath } from '../page/content-pages.server.ts'

import { addLanguage, switchLanguage } from './change-languages.server.ts'
import { exchangeMainLanguage, previewExchange } from './exchange-main-language.server.ts'
import { readPageLanguages } from './page-languages.server.ts'

const said = (text: string, language: string) =>
  text.replaceAll(/(\{[\w.]+\}|\]\([^)]*\)|https?:\S+|[\w.+-]+@[\w.-]+)|^\w/g, (all, kept?: string) =>
    kept === undefined ? `${language.toUpperCase()} ${all}` : all,
  )

type Version = { id: string; language: string; slug?: string; isPublic?: boolean }

async function translate(ctx: TestCtx, { id, language, slug, isPublic = true }: Version): Promise<void> {
  const { id: version } = await addVersion(ctx, { id, language })
  const page = await getPage(ctx, version)
  await savePageDraft(ctx, {
    id: version,
    version: page.version,
    document: withTexts(page.draft, (place, text) =>
      text === '' || text.startsWith('/') || place.length < 4 ? text : said(text, language).slice(0, 60),
    ),
  }).catch(() => {})
  if (slug !== undefined) await movePage(ctx, { id: version, path: `${rootOfLanguage(language)}/${slug}` })
  if (isPublic) await publishPage(ctx, version)
}

async function withGerman(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  for (const id of ['home', 'contact']) await translate(ctx, { id, language: 'de' })
  return ctx
}

/** Returns what visitors find at each address, in all languages. */
async function shownBy(ctx: TestCtx) {
  const { languages, mainLanguage } = await ctx.site(ctx)
  const shown: Record<string, unknown> = {}
  for (const { tag } of languages) {
    const { pages, menus, facts, questions } = await readContent({
      ...ctx,
      language: tag === mainLanguage ? null : tag,
    })
    const root = tag === mainLanguage ? '' : rootOfLanguage(tag)
    for (const [path, { title, description, blocks }] of pages)
      shown[`${root}${path}`] = { tag, title, description, blocks }
    shown[tag] = { menus, facts, questions }
  }
  return shown
}

async function storedIn(ctx: TestCtx) {
  const rows = await ctx.db
    .selectFrom('page')
    .select(['id', 'kind', 'path', 'language', 'source_id', 'draft', 'published', 'position'])
    .orderBy('id')
    .execute()
  return rows.map(({ draft, published, ...row }) => ({
    ...row,
    draft: JSON.parse(draft) as unknown,
    published: published && (JSON.parse(published) as unknown),
  }))
}

test('pages and versions change places with their addresses, and former addresses lead on', async () => {
  const ctx = await withGerman()
  await translate(ctx, { id: 'about', language: 'de', slug: 'ueber-uns' })
  await addLanguage(ctx, 'fr')
  await translate(ctx, { id: 'about', language: 'fr', slug: 'a-propos' })
  await exchangeMainLanguage(ctx, 'de')
  const site = await ctx.site(ctx)
  expect([site.mainLanguage, site.languages.map(({ tag }) => tag)]).toEqual(['de', ['de', 'en', 'fr']])
  const main = await readContent(ctx)
  expect(main.pages.get('/ueber-uns')?.title).toMatch(/^DE /)
  const english = await readContent({ ...ctx, language: 'en' })
  expect(english.pages.get('/about')?.title).toMatch(/^About/)
  expect((await readContent({ ...ctx, language: 'fr' })).pages.get('/a-propos')?.title).toMatch(/^FR /)
  const leadsTo = (path: string) => formerPath(ctx, path, site.languages)
  expect([leadsTo('/about'), leadsTo('/de/ueber-uns'), leadsTo('/de'), leadsTo('/de/blog')]).toEqual([
    '/en/about',
    '/ueber-uns',
    '/',
    '/blog',
  ])
  const languages = await readPageLanguages(ctx, '/ueber-uns')
  expect(languages?.alternates).toEqual([
    { tag: 'de', address: '/ueber-uns' },
    { tag: 'en', address: '/en/about' },
    { tag: 'fr', address: '/fr/a-propos' },
  ])
})

test('a page that the next main language lacks stays public in its own, and becomes a draft to translate', async () => {
  const ctx = await withGerman()
  await translate(ctx, { id: 'terms', language: 'de', isPublic: false })
  const plan = await previewExchange(ctx, 'de')
  expect(plan.faults).toEqual([])
  await exchangeMainLanguage(ctx, 'de')
  const main = await readContent(ctx)
  expect([main.pages.has('/about'), main.pages.has('/terms')]).toEqual([false, false])
  const english = await readContent({ ...ctx, language: 'en' })
  expect(english.pages.get('/about')?.title).toMatch(/^About/)
  expect(english.pages.has('/terms')).toBe(true)
  expect(english.services.length).toBeGreaterThan(3)
  expect((await getPage(ctx, 'about')).published).toBeNull()
  expect((await getPage(ctx, 'about.en')).published).not.toBeNull()
  expect(formerPath(ctx, '/about', (await ctx.site(ctx)).languages)).toBe('/en/about')
  await publishPage(ctx, 'about')
  await unpublishPage(ctx, 'about')
  expect((await readContent({ ...ctx, language: 'en' })).pages.has('/about')).toBe(false)
})

test('what was not public does not become public', async () => {
  const ctx = await withGerman()
  await translate(ctx, { id: 'about', language: 'de' })
  await unpublishPage(ctx, 'about')
  await exchangeMainLanguage(ctx, 'de')
  for (const language of [null, 'en'])
    expect((await readContent({ ...ctx, language })).pages.has('/about')).toBe(false)
})

test('an editor that was open cannot save one language over the other', async () => {
  const ctx = await withGerman()
  await translate(ctx, { id: 'about', language: 'de' })
  const { version, draft } = await getPage(ctx, 'about')
  await exchangeMainLanguage(ctx, 'de')
  await expect(
    savePageDraft(ctx, { id: 'about', version, document: { ...draft, name: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('short texts, posts and links change places with the pages', async () => {
  const ctx = await withGerman()
  await translate(ctx, { id: 'about', language: 'de', slug: 'ueber-uns' })
  const button = (await readShortTexts(ctx, 'de')).find(({ text }) => text === 'Get Started')
  await saveShortTexts(ctx, { language: 'de', typed: { [String(button?.key)]: 'Loslegen' } })
  await exchangeMainLanguage(ctx, 'de')
  expect((await readContent(ctx)).menus.button).toMatchObject({ text: 'Loslegen' })
  expect((await readContent({ ...ctx, language: 'en' })).menus.button).toMatchObject({ text: 'Get Started' })
  expect(await languagesWithPosts(ctx)).toEqual(new Set())
  const stored = JSON.stringify(await storedIn(ctx))
  expect(stored).not.toMatch(/"\/about[#"]/)
  await exchangeMainLanguage(ctx, 'en')
  expect((await readContent(ctx)).menus.button).toMatchObject({ text: 'Get Started' })
})

test('what makes an exchange impossible is said, and nothing changes', async () => {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  await translate(ctx, { id: 'home', language: 'de' })
  const before = await storedIn(ctx)
  await expect(exchangeMainLanguage(ctx, 'de')).rejects.toThrow(/Contact.*must be published/)
  await expect(exchangeMainLanguage(ctx, 'fr')).rejects.toMatchObject({ code: 'not-found' })
  await translate(ctx, { id: 'contact', language: 'de' })
  await translate(ctx, { id: 'about', language: 'de', slug: 'admin' })
  expect((await previewExchange(ctx, 'de')).faults).toEqual([expect.stringMatching(/reserved for the admin/)])
  await movePage(ctx, { id: 'about.de', path: '/de/en' })
  expect((await previewExchange(ctx, 'de')).faults).toEqual([expect.stringMatching(/begins with \/en/)])
  await movePage(ctx, { id: 'about.de', path: '/de/ueber' })
  await switchLanguage(ctx, 'de')
  expect((await previewExchange(ctx, 'de')).faults).toEqual([expect.stringMatching(/hidden/)])
  expect(before.length).toBeLessThan((await storedIn(ctx)).length)
  expect((await ctx.site(ctx)).mainLanguage).toBe('en')
})

test('two exchanges restore every address and every text, and no public address is lost between', async () => {
  const others = starterPages.map(({ id }) => id).filter((id) => id !== 'home' && id !== 'contact')
  const version = fc.record({
    id: fc.constantFrom(...others),
    language: fc.constantFrom('de', 'fr'),
    slug: fc.option(fc.stringMatching(/^[a-z]{3,8}(-[a-z]{1,5})?$/), { nil: undefined }),
    isPublic: fc.boolean(),
  })
  const versions = fc.uniqueArray(version, {
    maxLength: 6,
    selector: ({ id, language }) => `${id} ${language}`,
  })
  await fc.assert(
    fc.asyncProperty(versions, fc.array(fc.nat(40), { maxLength: 4 }), async (made, translated) => {
      const ctx = await withGerman()
      await addLanguage(ctx, 'fr')
      for (const each of made) await translate(ctx, each as Version).catch(() => {})
      const texts = await readShortTexts(ctx, 'de')
      const typed = translated
        .map((at) => texts[at % texts.length])
        .map((text, n) => [String(text?.key), `${String(text?.text)} ${n}`])
      await saveShortTexts(ctx, { language: 'de', typed: Object.fromEntries(typed) })
      if ((await previewExchange(ctx, 'de')).faults.length > 0) return
      const [shown, stored] = [await shownBy(ctx), await storedIn(ctx)]
      await exchangeMainLanguage(ctx, 'de')
      const { languages } = await ctx.site(ctx)
      const between = await shownBy(ctx)
      for (const path of Object.keys(shown)) {
        const next = formerPath(ctx, path, languages)
        expect(path in between || (next !== undefined && next in between), `${path} ${next}`).toBe(true)
      }
      await exchangeMainLanguage(ctx, 'en')
      expect(await shownBy(ctx)).toEqual(shown)
      const ids = new Set(stored.map(({ id }) => id))
      expect((await storedIn(ctx)).filter(({ id }) => ids.has(id))).toEqual(stored)
      expect((await storedIn(ctx)).filter(({ id }) => id.includes('.') && !ids.has(id))).toEqual([])
      expect(versionId('about', 'de')).toBe('about.de')
    }),
    { numRuns: 6 },
  )
})

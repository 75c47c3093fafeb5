import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { exchangeMainLanguage } from '#app/features/site/languages/exchange-main-language.server.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { withTexts } from '../languages/document-places.ts'
import { addVersion, listTranslations } from '../languages/page-versions.server.ts'
import { readShortTexts, saveShortTexts } from '../languages/short-texts.server.ts'
import { translationSettings } from '#app/features/translation/translation-settings.server.ts'
import { movePage } from '../pages/move-page.server.ts'
import { publishPage } from '../pages/publish-page.server.ts'
import { getPage } from '../pages/read-pages.server.ts'
import { savePageDraft } from '../pages/save-page-draft.server.ts'
import { readContent } from '../site-content.server.ts'

import { packContent } from './export-content.server.ts'
import { FaultyArchive, importContent } from './import-content.server.ts'

vi.setConfig({ testTimeout: 90_000 })

const bytesOf = async (ctx: TestCtx) => new Response((await packContent(ctx)).zip).bytes()

async function translate(ctx: TestCtx, id: string, language: string): Promise<void> {
  const version = await addVersion(ctx, { id, language })
  const { draft, version: count } = await getPage(ctx, version.id)
  await savePageDraft(ctx, {
    id: version.id,
    version: count,
    document: withTexts(draft, (place, text) =>
      place === 'metaTitle' ? `${language} ${text}`.trim() : text,
    ),
  })
}

/** A site with German pages, one of them a draft with a public version, and short texts. */
async function bilingual(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  for (const id of ['home', 'contact', 'about', 'terms']) await translate(ctx, id, 'de')
  for (const id of ['home', 'contact', 'about']) await publishPage(ctx, `${id}.de`)
  await movePage(ctx, { id: 'about.de', path: '/de/ueber-uns' })
  const about = await getPage(ctx, 'about.de')
  await savePageDraft(ctx, {
    id: 'about.de',
    version: about.version,
    document: { ...about.draft, description: 'Noch ein Entwurf.' },
  })
  const [first] = await readShortTexts(ctx, 'de')
  await saveShortTexts(ctx, { language: 'de', typed: { [String(first?.key)]: `${first?.text} (de)` } })
  await translationSettings.save(ctx, {
    de: { address: 'informal', glossary: [{ word: 'Foyer', as: '' }] },
  })
  return ctx
}

async function languagesOf(ctx: TestCtx) {
  const { mainLanguage, languages } = await ctx.site(ctx)
  const { listed } = await listTranslations(ctx, 1)
  const other = languages.find(({ tag }) => tag !== mainLanguage)?.tag ?? null
  const [main, others] = [await readContent(ctx), await readContent({ ...ctx, language: other })]
  return {
    mainLanguage,
    languages,
    states: listed.map(({ id, versions }) => [
      id,
      versions.map(({ language, state, old, id: version }) => ({ language, state, old, version })),
    ]),
    titles: [main, others].map(({ pages }) => [...pages].map(([path, { title }]) => [path, title])),
    formerPaths: main.formerPaths,
    menus: others.menus,
    manner: await translationSettings.read(ctx),
    texts: other === null ? [] : await readShortTexts(ctx, other),
  }
}

test('versions, short texts, languages and how they are translated come back, and drafts stay drafts', async () => {
  const from = await bilingual()
  const archive = await bytesOf(from)
  const expected = await languagesOf(from)
  expect(Object.keys(unzipSync(archive))).toEqual(
    expect.arrayContaining(['versions/de/about.json', 'translations/de.json', 'settings/language.json']),
  )
  const empty = asOwner(await createTestCtx())
  await importContent(empty, archive)
  expect(await languagesOf(empty)).toEqual(expected)
  expect((await getPage(empty, 'about.de')).draft.description).toBe('Noch ein Entwurf.')
  expect((await getPage(empty, 'terms.de')).published).toBeNull()
  expect(unzipSync(await bytesOf(empty))).toEqual(unzipSync(archive))
  const version = (await getPage(empty, 'about.de')).version
  await importContent(empty, archive)
  expect((await getPage(empty, 'about.de')).version).toBe(version)
  const other = await bilingual()
  await translate(other, 'privacy', 'de')
  await publishPage(other, 'privacy.de')
  await importContent(other, archive)
  expect(await languagesOf(other)).toEqual(expected)
})

test('a site whose main language was exchanged is the same elsewhere, too', async () => {
  const from = await bilingual()
  await exchangeMainLanguage(from, 'de')
  const into = asOwner(await createTestCtx())
  await importContent(into, await bytesOf(from))
  expect(await languagesOf(into)).toEqual(await languagesOf(from))
  expect((await into.site(into)).mainLanguage).toBe('de')
})

test('an archive from before languages leaves them as they are', async () => {
  const plain = asOwner(await createTestCtx())
  const {
    'settings/language.json': _language,
    'settings/languages.json': _languages,
    ...files
  } = unzipSync(await bytesOf(plain))
  const ctx = await bilingual()
  const before = await languagesOf(ctx)
  await importContent(ctx, zipSync(files))
  expect((await languagesOf(ctx)).states).toEqual(before.states)
  expect((await languagesOf(ctx)).texts).toEqual(before.texts)
})

test('what is unclear or wrong in a file of a language is refused by file and place', async () => {
  const archive = await bytesOf(await bilingual())
  const files = unzipSync(archive)
  const version = JSON.parse(strFromU8(files['versions/de/about.json'] ?? new Uint8Array())) as object
  const into = asOwner(await createTestCtx())
  for (const [name, content, fault] of [
    [
      'versions/de/about.json',
      { ...version, isPublished: 'false' },
      /^versions\/de\/about\.json, isPublished/,
    ],
    ['versions/de/about.json', { ...version, isPublished: undefined }, /isPublished/],
    ['versions/de/about.json', { ...version, standsAlone: 'no' }, /standsAlone/],
    ['versions/de/about.json', { ...version, hidden: true }, /hidden/],
    ['versions/de/about.json', { ...version, path: '/about' }, /begin with \/de/],
    ['versions/de/about.json', { ...version, path: '/de/../x' }, /path/],
    ['versions/de/about.json', { ...version, path: '/de/contact' }, /also has this address/],
    ['versions/de/about.json', { ...version, language: 'x-private' }, /no such language/],
    ['versions/de/nobody.json', version, /no page nobody/],
    ['versions/fr/about.json', version, /another language/],
    ['translations/de.json', { language: 'de', texts: [{ key: 'x', source: '', draft: '' }] }, /texts\.0/],
    ['settings/language.json', { tag: 'admin' }, /settings\/language\.json, tag/],
  ] as const) {
    const changed = zipSync({ ...files, [name]: strToU8(JSON.stringify(content)) })
    const error: unknown = await importContent(into, changed).catch((thrown: unknown) => thrown)
    expect(error, name).toBeInstanceOf(FaultyArchive)
    expect((error as FaultyArchive).faults.join('\n'), name).toMatch(fault)
  }
  expect(await into.db.selectFrom('page').select('id').execute()).toEqual([])
})

import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { wholeText } from '#tests/support/whole-text.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { listTranslations, versionId } from '../languages/page-versions.server.ts'
import { readShortTexts } from '../languages/short-texts.server.ts'
import { keepSavedReply } from '../saved-replies/saved-replies.server.ts'
import { publishPage } from '../pages/publish-page.server.ts'
import { getPage } from '../pages/read-pages.server.ts'
import { savePageDraft } from '../pages/save-page-draft.server.ts'

import { applyTranslations } from './apply-translations.server.ts'
import { exportTranslations } from './export-translations.server.ts'
import { judgeTexts } from './judge-texts.server.ts'
import { cancelTranslations, getTranslationImport, uploadTranslations } from './translation-imports.server.ts'
import type { UnitState } from './units.server.ts'

async function withGerman(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  return ctx
}

async function exported(ctx: TestCtx, state: UnitState | null, format: 'xliff' | 'csv' = 'xliff') {
  return wholeText(await exportTranslations(ctx, { language: 'de', state, format }))
}

async function upload(ctx: TestCtx, content: string, language = 'de') {
  const { id } = await uploadTranslations(ctx, { language, name: 'de.xlf', content: new Blob([content]) })
  return { id, ...(await getTranslationImport(ctx, { id, page: 1 })) }
}

const upper = (text: string) =>
  text.replaceAll(/\{[\w.]+\}|\]\([^)]*\)|&\w+;|[\w.+-]+@[\w.-]+|https?:\S+|[a-z]/g, (part) =>
    part.length > 1 ? part : part.toUpperCase(),
  )

/** Translates every unit of a file, as a tool would. */
const translated = (xliff: string) =>
  xliff
    .replaceAll(/<target>[^<]*<\/target>/g, '')
    .replaceAll(
      /<segment state="\w+"><source>([^<]*)<\/source>/g,
      (_, source: string) =>
        `<segment state="translated"><source>${source}</source><target>${upper(source)}</target>`,
    )

const single = (id: string, source: string, target: string, trgLang = 'de') =>
  `<xliff version="2.1" srcLang="en" trgLang="${trgLang}"><file id="f"><unit id="${id}"><segment><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`

const stateOf = async (ctx: TestCtx, id: string) =>
  (await listTranslations(ctx, 1)).listed.find((page) => page.id === id)?.versions[0]

test('what was exported comes back translated, as drafts, page by page and short text by short text', async () => {
  const ctx = await withGerman()
  const file = await exported(ctx, 'missing')
  expect(file).toContain('<unit id="about:description"')
  const { id, notes, total } = await upload(ctx, translated(file))
  expect(notes).toEqual([])
  expect(total).toBeGreaterThan(200)
  expect(await stateOf(ctx, 'about')).toMatchObject({ state: 'missing' })
  await applyTranslations(ctx, { id })
  expect((await getTranslationImport(ctx, { id, page: 1 })).texts).toEqual([])
  expect(await stateOf(ctx, 'about')).toMatchObject({ state: 'draft', old: 0 })
  const version = await getPage(ctx, versionId('about', 'de'))
  expect([version.published, version.draft.name]).toEqual([null, 'ABOUT'])
  const texts = await readShortTexts(ctx, 'de')
  expect(texts.every(({ isPublished }) => !isPublished)).toBe(true)
  expect(texts.filter(({ text, translation }) => translation !== upper(text))).toEqual([])
  await expect(exported(ctx, 'missing')).rejects.toMatchObject({ code: 'not-found' })
  const again = await upload(ctx, translated(file))
  expect(again).toMatchObject({
    total: 0,
    notes: [expect.stringMatching(/^\d+ texts are as on the site now/)],
  })
})

test('CSV comes back as it went out, whatever guards spreadsheets need', async () => {
  const ctx = await withGerman()
  const { id } = await upload(ctx, translated(await exported(ctx, 'missing')))
  await applyTranslations(ctx, { id })
  const back = await upload(ctx, await exported(ctx, null, 'csv'))
  expect(back).toMatchObject({ total: 0, notes: [expect.stringMatching(/as on the site now/)] })
})

test('a saved reply may be as long in a file as in the form, and a menu may not', async () => {
  const ctx = await withGerman()
  await keepSavedReply(ctx, { id: '', name: 'Offer', text: 'Here is our offer.' })
  const ids = Array.from(
    (await exported(ctx, 'missing')).matchAll(
      /<unit id="(text\.(?:replies|menus)[^"]*)"[\s\S]*?<source>([^<]*)</g,
    ),
  )
  const long = 'a'.repeat(3000)
  const units = ids.map(
    ([, id = '', source = '']) =>
      `<unit id="${id}"><segment><source>${source}</source><target>${long}</target></segment></unit>`,
  )
  const { id } = await upload(
    ctx,
    `<xliff version="2.1" trgLang="de"><file id="f">${units.join('')}</file></xliff>`,
  )
  await applyTranslations(ctx, { id })
  const kept = (await readShortTexts(ctx, 'de')).filter(({ translation }) => translation === long)
  expect(kept.map(({ group }) => group)).toEqual(['replies'])
  const { texts } = await getTranslationImport(ctx, { id, page: 1 })
  expect(texts.map(({ note }) => note)).toContain('Please use at most 2000 characters.')
})

test('only what is selected is imported; what remains of a new version counts as missing', async () => {
  const ctx = await withGerman()
  const { id, texts } = await upload(ctx, translated(await exported(ctx, 'missing')))
  const about =
    texts.find(({ place }) => place === 'about:description') ?? (await findText(ctx, id, 'about:description'))
  expect(await applyTranslations(ctx, { id, positions: [about.position] })).toBe(1)
  const { draft } = await getPage(ctx, 'about.de')
  expect(draft.description).toBe(about.target)
  expect(draft.name).toBe('About')
  const all = (await exported(ctx, 'missing')).match(/<unit id="about:/g)?.length
  expect(await stateOf(ctx, 'about')).toMatchObject({ state: 'draft', old: all })
  expect(all).toBeGreaterThan(5)
  await cancelTranslations(ctx, id)
  await expect(getTranslationImport(ctx, { id, page: 1 })).rejects.toMatchObject({ code: 'not-found' })
})

async function findText(ctx: TestCtx, id: string, place: string) {
  for (let page = 1; page < 20; page += 1) {
    const found = (await getTranslationImport(ctx, { id, page })).texts.find((text) => text.place === place)
    if (found) return found
  }
  throw new Error(`There is no ${place}.`)
}

test('a source that has changed since the export is said, and not imported unless somebody selects it', async () => {
  const ctx = await withGerman()
  const file = translated(await exported(ctx, 'missing'))
  const { version, draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, metaTitle: 'Words of today' } })
  await publishPage(ctx, 'about')
  const { id } = await upload(ctx, file)
  const text = await findText(ctx, id, 'about:metaTitle')
  expect(text).toMatchObject({ isFit: true, isChosen: false, note: expect.stringMatching(/has changed/) })
  await applyTranslations(ctx, { id })
  const { draft: version1 } = await getPage(ctx, 'about.de')
  expect([version1.name, version1.metaTitle]).toEqual(['ABOUT', 'Words of today'])
  expect(await stateOf(ctx, 'about')).toMatchObject({ old: 1 })
  expect(await applyTranslations(ctx, { id, positions: [text.position] })).toBe(1)
  expect((await getPage(ctx, 'about.de')).draft.metaTitle).toBe(text.target)
})

test('an outdated translation that a translator confirms counts as up to date again', async () => {
  const ctx = await withGerman()
  const first = await upload(ctx, translated(await exported(ctx, 'missing')))
  await applyTranslations(ctx, { id: first.id })
  const { version, draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, metaTitle: 'Words of today' } })
  await publishPage(ctx, 'about')
  const outdated = await exported(ctx, 'outdated')
  expect(outdated).toContain('Before, the source was: ')
  expect(await upload(ctx, outdated)).toMatchObject({ total: 0 })
  const { id, total } = await upload(ctx, outdated.replace('state="initial"', 'state="reviewed"'))
  expect(total).toBe(1)
  const before = (await getPage(ctx, 'about.de')).draft
  await applyTranslations(ctx, { id })
  expect((await getPage(ctx, 'about.de')).draft).toEqual(before)
  expect(await stateOf(ctx, 'about')).toMatchObject({ old: 0 })
})

test('lost names, links and lines, wrong languages, ids and copies are said; the rest goes on', async () => {
  const ctx = await withGerman()
  const { texts } = await upload(ctx, single('about:name', 'About', 'Über {nobody}'))
  expect(texts).toMatchObject([{ isFit: false, note: expect.stringMatching(/names in braces/) }])
  const french = await upload(ctx, single('about:name', 'About', 'À propos', 'fr'))
  expect(french.texts).toMatchObject([{ isFit: true, isChosen: false }])
  expect(french.notes).toEqual([expect.stringMatching(/another language than Deutsch/)])
  const mixed = await upload(
    ctx,
    'id,source,translation\nabout:name,About,Über uns\nabout:name,About,Wir\nnobody:name,x,y\n__proto__:x,x,y\n:,x,y\n,x,y\nabout,x,y\nabout:description,,\nterms:name,Terms,\n',
  )
  expect(mixed.texts).toMatchObject([{ place: 'about:name', target: 'Über uns', isChosen: true }])
  expect(mixed.notes).toEqual([
    '5 texts are not on the site: nobody:name, __proto__:x, :, ….',
    '1 text is left out, because the file has another translation of the same text before.',
    '2 texts are without a translation in the file.',
  ])
  const long = await upload(ctx, single('about:name', 'About', 'x'.repeat(500)))
  expect(await applyTranslations(ctx, { id: long.id })).toBe(0)
  expect((await getTranslationImport(ctx, { id: long.id, page: 1 })).texts).toMatchObject([
    { isFit: false, note: expect.stringMatching(/.+/) },
  ])
  await expect(getPage(ctx, 'about.de')).rejects.toMatchObject({ code: 'not-found' })
})

test('what was changed after the comparison is not overwritten', async () => {
  const ctx = await withGerman()
  const { id } = await upload(ctx, single('about:name', 'About', 'Über uns'))
  const other = await upload(ctx, single('about:metaTitle', 'x', 'Wer wir sind'))
  await expect(getTranslationImport(ctx, { id, page: 1 })).rejects.toMatchObject({ code: 'not-found' })
  await applyTranslations(ctx, { id: other.id, positions: [0] })
  const mine = await upload(ctx, single('about:metaTitle', 'x', 'Wer wir wirklich sind'))
  const { version, draft } = await getPage(ctx, 'about.de')
  await savePageDraft(ctx, { id: 'about.de', version, document: { ...draft, metaTitle: 'Von Hand' } })
  expect(await applyTranslations(ctx, { id: mine.id, positions: [0] })).toBe(0)
  expect((await getPage(ctx, 'about.de')).draft.metaTitle).toBe('Von Hand')
  expect((await getTranslationImport(ctx, { id: mine.id, page: 1 })).texts).toMatchObject([
    { note: expect.stringMatching(/changed meanwhile/) },
  ])
})

test('a language that the site does not have has no files', async () => {
  const ctx = await withGerman()
  for (const language of ['fr', 'en', '../de', 'x-private', 'de'.repeat(2500), '\0', '%2f']) {
    await expect(exportTranslations(ctx, { language, state: null, format: 'csv' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(upload(ctx, 'id,translation\n', language)).rejects.toMatchObject({ code: 'not-found' })
  }
  assertDefined(
    (await exported(ctx, null)).match(/version="2\.1" srcLang="en" trgLang="de"/),
    'it names them',
  )
})

test('while a file is compared with the site, other requests are answered', async () => {
  const ctx = await withGerman()
  const text = { source: 'a', target: 'b', isDone: true, language: 'de' }
  const texts = Array.from({ length: 1000 }, (_, n) => ({ ...text, ids: [`none-${n}:name`] }))
  let [turns, isCompared] = [0, false]
  const count = () => {
    turns += 1
    if (!isCompared) setImmediate(count)
  }
  setImmediate(count)
  await judgeTexts(ctx, 'de', texts)
  isCompared = true
  expect(turns).toBeGreaterThan(5)
})

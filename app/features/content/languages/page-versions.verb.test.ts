import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { menusSetting } from '#app/features/content/menus/menus.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { getPage } from '../pages/read-pages.server.ts'
import { publishPage, schedulePage } from '../pages/publish-page.server.ts'
import { savePageDraft } from '../pages/save-page-draft.server.ts'
import { readContent } from '../site-content.server.ts'
import { starterPages } from '../starter/starter-pages.ts'

import { compareVersion, placedTexts, withTexts } from './document-places.ts'
import { addVersion, listTranslations, publishVersions } from './page-versions.server.ts'
import { publishShortTexts, readShortTexts, saveShortTexts } from './short-texts.server.ts'
import { translateMissing } from './translate-page.job.server.ts'
import { faultOfTranslation } from '#app/features/translation/translate-texts.server.ts'

const upper = (text: string) =>
  text.replaceAll(/\{\w+\}|\]\([^)]*\)|[a-z]/g, (part) => (part.length > 1 ? part : part.toUpperCase()))

async function german(ctx: TestCtx): Promise<TestCtx> {
  await addLanguage(ctx, 'de')
  return { ...ctx, language: 'de' }
}

async function translateByHand(ctx: TestCtx, id: string): Promise<string> {
  const version = await addVersion(ctx, { id, language: 'de' })
  const page = await getPage(ctx, version.id)
  await savePageDraft(ctx, {
    id: version.id,
    version: page.version,
    document: withTexts(page.draft, (_place, text) => upper(text)),
  })
  return version.id
}

test('every text of the starter is found and put back where it was', () => {
  for (const { document } of starterPages) {
    expect(withTexts(document, (_place, text) => text)).toEqual(document)
    const texts = placedTexts(document)
    expect(texts.size).toBeGreaterThan(4)
    const changed = withTexts(document, (place) => `<${place}>`)
    for (const [place, text] of placedTexts(changed)) expect(text).toBe(`<${place}>`)
  }
})

test('a version is public in its language once it is published, and only there', async () => {
  const ctx = asOwner(await createTestCtx())
  const visitor = await german(ctx)
  expect((await readContent(visitor)).pages.size).toBe(0)
  const id = await translateByHand(ctx, 'about')
  expect((await readContent(visitor)).pages.size).toBe(0)
  await publishPage(ctx, id)
  const { pages } = await readContent(visitor)
  expect([...pages.keys()]).toEqual(['/about'])
  expect(pages.get('/about')?.title).toMatch(/^ABOUT/)
  expect((await readContent(ctx)).pages.get('/about')?.title).toMatch(/^About/)
})

test('a version of a page stays the same object while it and its source are unchanged', async () => {
  const ctx = asOwner(await createTestCtx())
  const visitor = await german(ctx)
  for (const id of ['about', 'ai-chatbots'])
    await publishPage(ctx, (await addVersion(ctx, { id, language: 'de' })).id)
  const before = (await readContent(visitor)).pages
  expect(before.size).toBe(2)
  await publishPage(ctx, 'services')
  const { pages } = await readContent(visitor)
  expect(pages).not.toBe(before)
  for (const [path, page] of pages) expect(page, path).toBe(before.get(path))
})

test('a copy in which nothing is translated is not published with the others', async () => {
  const ctx = asOwner(await createTestCtx())
  const visitor = await german(ctx)
  await addVersion(ctx, { id: 'home', language: 'de' })
  await translateByHand(ctx, 'about')
  expect(await publishVersions(ctx, { language: 'de' })).toBe(1)
  expect([...(await readContent(visitor)).pages.keys()]).toEqual(['/about'])
})

test('a version that is scheduled for later is not published with the others', async () => {
  const ctx = asOwner(await createTestCtx())
  await german(ctx)
  const id = await translateByHand(ctx, 'about')
  const at = ctx.clock.now() + DAY
  await schedulePage(ctx, { id, at })
  expect(await publishVersions(ctx, { language: 'de' })).toBe(0)
  expect(await getPage(ctx, id)).toMatchObject({ published: null, publishAt: at })
  expect(await publishVersions(ctx, { language: 'de', pages: ['about'] })).toBe(1)
  expect(await getPage(ctx, id)).toMatchObject({ publishAt: null })
})

test('a version is out of date in the texts that have changed since', async () => {
  const ctx = asOwner(await createTestCtx())
  await german(ctx)
  await translateByHand(ctx, 'about')
  const stateOf = async () =>
    (await listTranslations(ctx, 1)).listed.find(({ id }) => id === 'about')?.versions[0]
  expect(await stateOf()).toMatchObject({ state: 'draft', old: 0 })
  const { version, draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, {
    id: 'about',
    version,
    document: { ...draft, description: 'Another description.' },
  })
  expect(await stateOf()).toMatchObject({ old: 0 })
  await publishPage(ctx, 'about')
  expect(await stateOf()).toMatchObject({ old: 1 })
  const old = compareVersion(
    assertDefined((await getPage(ctx, 'about')).published, 'it is public'),
    await getPage(ctx, 'about.de'),
  )
  expect(old.filter(({ source, before }) => source !== before).map(({ place }) => place)).toEqual([
    'description',
  ])
})

test('the provider translates what is missing; what loses a name in braces or is too long is left and listed', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  await german(ctx)
  const { version, draft } = await getPage(ctx, 'seo-optimisation')
  const document = { ...draft, description: 'We reply within {replyWithin}.' }
  await savePageDraft(ctx, { id: 'seo-optimisation', version, document })
  await publishPage(ctx, 'seo-optimisation')
  const source = assertDefined((await getPage(ctx, 'seo-optimisation')).published, 'it is public')
  const texts = placedTexts(source)
  const action = texts.get('service.action')
  const answers = [...texts.values()].map((each) =>
    each.includes('{replyWithin}') ? 'Wir antworten bald.' : upper(each).repeat(each === action ? 50 : 1),
  )
  fake.behave({ kind: 'reply', text: JSON.stringify(answers) })
  expect(await translateMissing(ctx, { language: 'de', pages: ['seo-optimisation'] })).toBe(1)
  startTestWorker(ctx, jobs)
  const made = await eventually(() => getPage(ctx, 'seo-optimisation.de'))
  expect(made.published).toBeNull()
  expect(made.draft.name).toBe(draft.name.toUpperCase())
  // Its source's words stay until somebody translates them.
  expect(made.draft.description).toBe('We reply within {replyWithin}.')
  expect(made.draft.service?.action).toBe(action)
  const row = (await listTranslations(ctx, 1)).listed.find(({ id }) => id === 'seo-optimisation')
  expect(row?.versions[0]).toMatchObject({ state: 'draft', old: 2 })
})

test('facts, addresses, code and marks must survive a translation', () => {
  const keeps = (text: string, translation: string) =>
    faultOfTranslation(text, translation, { glossary: [{ word: 'Foyer', as: '' }] }) === null
  expect(keeps('Within {a}, see [this](/b).', 'Siehe [dies](/b), in {a}.')).toBe(true)
  for (const [text, translation] of [
    ['Within {a}', 'In a'],
    ['See [this](/b)', 'Siehe [dies](/c)'],
    ['Run `npm test`', 'Starte `npm teste`'],
    ['- one\n- two', '- eins und zwei'],
    ['Foyer is ours', 'Der Eingang ist unser'],
    ['Write to a@b.example', 'Schreiben Sie uns'],
  ] as const)
    expect(keeps(text, translation), text).toBe(false)
  fc.assert(fc.property(fc.string(), (text) => keeps(text, text)))
})

test('short texts are shown in their language, and their own words without a translation', async () => {
  const ctx = asOwner(await createTestCtx())
  const visitor = await german(ctx)
  const find = async (text: string) =>
    assertDefined(
      (await readShortTexts(ctx, 'de')).find((each) => each.text === text),
      'the text is listed',
    )
  const { key } = await find('Get Started')
  await saveShortTexts(ctx, { language: 'de', typed: { [key]: 'Loslegen' } })
  await addVersion(ctx, { id: 'contact', language: 'de' })
  await publishPage(ctx, 'contact.de')
  expect((await readContent(visitor)).menus.button).toMatchObject({ text: 'Loslegen' })
  expect((await readContent(ctx)).menus.button).toMatchObject({ text: 'Get Started' })
  expect(await publishShortTexts(ctx, 'de')).toBe(0)
  const line = await find('© {years} {siteName}. All rights reserved.')
  await expect(
    saveShortTexts(ctx, { language: 'de', typed: { [line.key]: 'Alle Rechte vorbehalten.' } }),
  ).rejects.toThrow('years')
  const menus = await menusSetting.read(ctx)
  await menusSetting.save(ctx, { ...menus, button: { ...menus.button, text: 'Begin' } })
  expect((await readContent(visitor)).menus.button).toMatchObject({ text: 'Begin' })
})

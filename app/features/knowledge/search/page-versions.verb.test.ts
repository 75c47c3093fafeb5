import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { switchItem } from '../items/change-item.server.ts'
import { listItems } from '../items/list-items.server.ts'
import { syncSiteItems } from '../items/sync-site-items.server.ts'

import { findPages } from './find-pages.server.ts'
import { listKnowledgeLanguages } from './knowledge-languages.server.ts'
import { searchPassages } from './search-passages.server.ts'
import { readWholeKnowledge } from './whole-knowledge.server.ts'

const coverage = { words: 1, indexed: 1, leftOut: [], unlisted: 0 }

const opening = {
  null: 'The Kontoro office in the harbour is open from nine to six on weekdays.',
  de: 'Das Büro Kontoro am Hafen ist an Werktagen von neun bis sechs Uhr geöffnet.',
  fr: 'Le bureau Kontoro au port est ouvert de neuf heures à dix-huit heures en semaine.',
}

function page(path: string, texts: Record<string, string>, title = 'Kontoro') {
  return Object.entries(texts).map(([tag, text]) => {
    const language = tag === 'null' ? null : tag
    const version = { language, of: path }
    return { title: `${title} ${tag}`, path: language ? `/${tag}${path}` : path, text, coverage, version }
  })
}

async function createSite(...pages: ReturnType<typeof page>[]) {
  const ctx = asOwner(await createTestCtx())
  for (const tag of ['de', 'fr']) await addLanguage(ctx, tag)
  const changed = pages.flat()
  await syncSiteItems(ctx, { paths: changed.map(({ path }) => path), changed })
  await readQueued(ctx)
  return ctx
}

const inLanguage = (ctx: TestCtx, language: string | null): TestCtx => ({ ...ctx, language })

async function addressesFor(ctx: TestCtx, query: string) {
  return (await searchPassages(ctx, { query })).map(({ address }) => address)
}

test('an answer cites a page once, in the language of the visitor', async () => {
  const ctx = await createSite(page('/office', opening))
  const name = 'When is Kontoro there?'
  for (const [language, address] of [
    [null, '/office'],
    ['en', '/office'],
    ['de', '/de/office'],
    ['fr', '/fr/office'],
  ] as const)
    expect(await addressesFor(inLanguage(ctx, language), name), String(language)).toEqual([address])
  expect(await findPages(inLanguage(ctx, 'fr'), name)).toEqual([{ title: 'Kontoro fr', path: '/fr/office' }])
})

test('a question in another language than the page finds what it asks, and still cites the page that is read', async () => {
  const ctx = await createSite(page('/office', opening))
  const [found, ...more] = await searchPassages(inLanguage(ctx, 'de'), {
    query: 'When is the office in the harbour open on weekdays?',
  })
  expect(more).toEqual([])
  expect(found).toMatchObject({ address: '/de/office', title: 'Kontoro de', text: opening.null })
})

test('a page without a version in the language of the visitor is cited in the main one', async () => {
  const ctx = await createSite(page('/office', { null: opening.null, fr: opening.fr }))
  expect(await addressesFor(inLanguage(ctx, 'de'), 'Kontoro')).toEqual(['/office'])
  expect(await addressesFor(inLanguage(ctx, 'de'), 'Le bureau est ouvert en semaine ?')).toEqual(['/office'])
})

test('versions of one page leave room for the others', async () => {
  const tags = ['null', 'de', 'fr']
  const pages = Array.from({ length: 10 }, (_, at) =>
    page(`/branch-${at}`, Object.fromEntries(tags.map((tag) => [tag, `Kontoro ${at} ${opening.null}`]))),
  )
  const ctx = await createSite(...pages)
  const found = await searchPassages(inLanguage(ctx, 'de'), { query: 'Kontoro office', limit: 10 })
  expect(new Set(found.map(({ address }) => address))).toEqual(
    new Set(pages.map((_, at) => `/de/branch-${at}`)),
  )
})

test('of a page that is not used in one language, the main version answers', async () => {
  const ctx = await createSite(page('/office', opening))
  const { items } = await listItems(ctx, { kind: 'site', q: 'Kontoro de' })
  expect(items).toMatchObject([{ language: 'de', source: '/de/office' }])
  for (const { id } of items) await switchItem(ctx, { id, isEnabled: false })
  expect(await addressesFor(inLanguage(ctx, 'de'), 'Kontoro')).toEqual(['/office'])
})

test('the whole knowledge has each page once, and all texts of the owner', async () => {
  const ctx = await createSite(page('/office', opening), page('/parking', { null: 'Park behind the house.' }))
  await createTexts(ctx, { Refunds: 'A deposit is refunded within fourteen days.' })
  const addressesIn = async (language: string | null) =>
    (await readWholeKnowledge(inLanguage(ctx, language), 10_000))?.passages.map(({ address }) => address)
  expect(await addressesIn(null)).toEqual([null, '/office', '/parking'])
  expect(await addressesIn('de')).toEqual([null, '/de/office', '/parking'])
  expect(await listKnowledgeLanguages(inLanguage(ctx, 'de'))).toEqual(['en', 'de'])
  expect(await listKnowledgeLanguages(ctx)).toEqual(['en'])
})

test('a site that gets a second language tells its pages apart without reading them again', async () => {
  const ctx = await createSite(page('/office', { null: opening.null }))
  const main = page('/office', { null: opening.null })
  const alone = main.map((one) => ({ ...one, version: { language: null, of: null } }))
  await syncSiteItems(ctx, { paths: null, changed: alone })
  expect(await ctx.db.selectFrom('knowledge_item').select(['status', 'version_of']).execute()).toEqual([
    { status: 'ready', version_of: null },
  ])
  await syncSiteItems(ctx, { paths: null, changed: page('/office', opening) })
  await readQueued(ctx)
  expect(await addressesFor(inLanguage(ctx, 'de'), 'Kontoro')).toEqual(['/de/office'])
})

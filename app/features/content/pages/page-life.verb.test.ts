import { expect, test } from 'vitest'

import { jobs } from '#app/process/jobs.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { readContent } from '../site-content.server.ts'

import { beginPage, createPage } from './create-page.server.ts'
import { deletePage, restorePage } from './delete-page.server.ts'
import { movePage } from './move-page.server.ts'
import { savePageDetails } from './page-details.server.ts'
import { comparePageRevision, listPageRevisions } from './page-revisions.server.ts'
import {
  createPreviewLink,
  findPreviewedPage,
  listPreviewLinks,
  revokePreviewLink,
} from './preview-links.server.ts'
import { cancelPageSchedule, findScheduleError, publishPage, schedulePage } from './publish-page.server.ts'
import { getPage, listDeletedPages, listPages, listPageTable } from './read-pages.server.ts'
import { reorderPage } from './reorder-page.server.ts'
import { savePageDraft } from './save-page-draft.server.ts'

const everything = { q: '', state: null, kind: null, page: 1 }
const start = { name: 'Our Team', path: '', kind: 'page', copyOf: '' } as const

async function fieldsOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => null,
    (error: { fields?: object }) => error.fields,
  )
}

async function ownerCtx(): Promise<TestCtx> {
  return asOwner(await createTestCtx())
}

test('without the owner nothing of a page’s life is changed or read', async () => {
  const ctx = await createTestCtx()
  for (const attempt of [
    () => beginPage(ctx, start),
    () => restorePage(ctx, { id: 'about' }),
    () => reorderPage(ctx, { id: 'about', to: 'up', kind: null }),
    () => savePageDetails(ctx, { id: 'about', version: 1, fields: {} }),
    () => cancelPageSchedule(ctx, 'about'),
    () => findScheduleError(ctx, { id: 'about', publishAt: 1 }),
    () => createPreviewLink(ctx, { id: 'about', days: 7 }),
    () => listPreviewLinks(ctx, 'about'),
    () => revokePreviewLink(ctx, { id: 'about', link: 'x' }),
    () => listPageTable(ctx, everything),
    () => listDeletedPages(ctx),
    () => comparePageRevision(ctx, { pageId: 'about', revisionId: 'x' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await ctx.db.selectFrom('page').select('id').execute()).toEqual([])
})

test('a new page gets an address of its name and kind, and may begin as a copy', async () => {
  const ctx = await ownerCtx()
  await beginPage(ctx, start)
  const service = await beginPage(ctx, { ...start, name: 'Training', kind: 'service' })
  const copy = await beginPage(ctx, { ...start, name: 'Us', path: '/us', copyOf: 'about' })
  const [about, copied] = [await getPage(ctx, 'about'), await getPage(ctx, copy.id)]
  expect((await listPages(ctx)).slice(-3).map(({ name, path }) => [name, path])).toEqual([
    ['Our Team', '/our-team'],
    ['Training', '/services/training'],
    ['Us', '/us'],
  ])
  expect((await getPage(ctx, service.id)).draft.service).toMatchObject({ currency: 'USD' })
  expect(copied.draft).toMatchObject({ name: 'Us', metaTitle: '', description: about.draft.description })
  expect(copied.draft.blocks.map(({ type }) => type)).toEqual(about.draft.blocks.map(({ type }) => type))
  expect(await fieldsOf(beginPage(ctx, { ...start, name: ' ' }))).toEqual({ name: 'Please enter a name.' })
  expect(await fieldsOf(beginPage(ctx, { ...start, path: '/admin' }))).toHaveProperty('path')
  await expect(beginPage(ctx, { ...start, copyOf: 'nothing' })).rejects.toMatchObject({ code: 'not-found' })
})

test('the table tells states and search engines without reading documents, and can be filtered', async () => {
  const ctx = await ownerCtx()
  const { version } = await getPage(ctx, 'about')
  await savePageDetails(ctx, { id: 'about', version, fields: { name: 'Who we are', noindex: 'on' } })
  await schedulePage(ctx, { id: 'terms', at: ctx.clock.now() + DAY })
  await beginPage(ctx, start)
  const idsOf = async (query: Partial<typeof everything> | object) =>
    (await listPageTable(ctx, { ...everything, ...query })).listed.map(({ id }) => id)
  expect(await idsOf({})).toHaveLength(13)
  expect(await idsOf({ state: 'changed' })).toEqual(['about'])
  expect(await idsOf({ state: 'draft' })).toEqual(['our-team'])
  expect(await idsOf({ state: 'scheduled' })).toEqual(['terms'])
  expect(await idsOf({ kind: 'legal' })).toEqual(['terms', 'privacy'])
  expect(await idsOf({ q: 'WHO are' })).toEqual(['about'])
  expect(await idsOf({ q: '/our-t' })).toEqual(['our-team'])
  expect(await idsOf({ q: '100%_' })).toEqual([])
  // Visitors still get the published version; noindex applies once the draft is published.
  expect((await listPages(ctx)).find(({ id }) => id === 'about')).toMatchObject({ noindex: false })
  await publishPage(ctx, 'about')
  expect((await listPages(ctx)).find(({ id }) => id === 'about')).toMatchObject({
    noindex: true,
    name: 'Who we are',
    state: 'published',
  })
})

test('details change their fields and leave sections alone, also those that were changed meanwhile', async () => {
  const ctx = await ownerCtx()
  const { draft, version } = await getPage(ctx, 'ai-chatbots')
  const [first, ...blocks] = draft.blocks
  await savePageDraft(ctx, {
    id: 'ai-chatbots',
    version,
    document: { ...draft, blocks: [{ ...first, hidden: true }, ...blocks] },
  })
  const fields = {
    name: 'Bots',
    metaTitle: draft.metaTitle,
    description: draft.description,
    shareTitle: draft.shareTitle,
    ...Object.fromEntries(
      Object.entries(draft.service ?? {}).flatMap(([name, value]) =>
        typeof value === 'boolean' ? [] : [[`service.${name}`, String(value)]],
      ),
    ),
    'service.priceFrom': '1,250',
    'service.priceTo': '',
  }
  expect(await savePageDetails(ctx, { id: 'ai-chatbots', version, fields })).toMatchObject({ isMerged: true })
  const { draft: saved } = await getPage(ctx, 'ai-chatbots')
  expect(saved).toMatchObject({ name: 'Bots', service: { priceFrom: 1250 } })
  expect(saved.service?.priceTo).toBeUndefined()
  expect(saved.blocks[0]?.hidden).toBe(true)
  await expect(
    savePageDetails(ctx, { id: 'ai-chatbots', version, fields: { ...fields, 'service.priceTo': '999' } }),
  ).rejects.toMatchObject({
    fields: { 'service.priceTo': 'This is less than the starting price.' },
  })
  await expect(
    savePageDetails(ctx, { id: 'ai-chatbots', version, fields: { ...fields, name: 'Chat' } }),
  ).rejects.toMatchObject({
    conflicts: [{ place: 'name', name: 'Name in menus and breadcrumbs', theirs: 'Bots', mine: 'Chat' }],
    merged: { name: 'Chat', service: { priceFrom: 1250 } },
  })
  const refused = savePageDetails(ctx, {
    id: 'ai-chatbots',
    version: version + 2,
    fields: { ...fields, 'service.priceFrom': 'cheap', 'service.currency': 'Euro' },
  })
  expect(Object.keys((await fieldsOf(refused)) ?? {})).toEqual(['service.priceFrom', 'service.currency'])
})

test('a deleted page comes back as a draft at its address, unless another page has it', async () => {
  const ctx = await ownerCtx()
  await deletePage(ctx, 'terms')
  expect(await listDeletedPages(ctx)).toMatchObject([
    { id: 'terms', name: 'Terms & Conditions', deleted_path: '/terms' },
  ])
  await createPage(ctx, { kind: 'page', path: '/terms', document: { name: 'New terms' } })
  expect(await fieldsOf(restorePage(ctx, { id: 'terms' }))).toEqual({
    path: 'The page New terms already has this address. Please choose another.',
  })
  expect(await fieldsOf(restorePage(ctx, { id: 'terms', path: '/api' }))).toHaveProperty('path')
  expect(await restorePage(ctx, { id: 'terms', path: '/old-terms' })).toEqual({ path: '/old-terms' })
  expect(await getPage(ctx, 'terms')).toMatchObject({ path: '/old-terms', published: null })
  expect(await listDeletedPages(ctx)).toEqual([])
  await expect(restorePage(ctx, { id: 'terms' })).rejects.toMatchObject({ code: 'not-found' })
  await publishPage(ctx, 'terms')
  await eventually(async () => expect((await readContent(ctx)).pages.has('/old-terms')).toBe(true))
})

test('a page moves up and down, among all pages or those of its kind', async () => {
  const ctx = await ownerCtx()
  const ids = async (kind?: string) =>
    (await listPages(ctx)).filter((page) => !kind || page.kind === kind).map(({ id }) => id)
  const before = await ids()
  await reorderPage(ctx, { id: 'about', to: 'up', kind: null })
  await reorderPage(ctx, { id: 'about', to: 'down', kind: null })
  expect(await ids()).toEqual(before)
  const [first, second] = await ids('service')
  await reorderPage(ctx, { id: second ?? '', to: 'up', kind: 'service' })
  expect((await ids('service')).slice(0, 2)).toEqual([second, first])
  await eventually(async () =>
    expect((await readContent(ctx)).services.slice(0, 2).map(({ id }) => id)).toEqual([second, first]),
  )
  await expect(reorderPage(ctx, { id: 'home', to: 'up', kind: null })).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(reorderPage(ctx, { id: 'nothing', to: 'up', kind: null })).rejects.toMatchObject({
    code: 'not-found',
  })
  await ctx.db.updateTable('page').set({ position: 3 }).execute()
  await reorderPage(ctx, { id: second ?? '', to: 'down', kind: 'service' })
  expect(new Set((await listPages(ctx)).map(({ position }) => position)).size).toBe(12)
})

test('a plan that is taken back publishes nothing', async () => {
  const ctx = await ownerCtx()
  await schedulePage(ctx, { id: 'about', at: ctx.clock.now() + DAY })
  await cancelPageSchedule(ctx, 'about')
  expect((await getPage(ctx, 'about')).publishAt).toBeNull()
  ctx.clock.advance(2 * DAY)
  await startTestWorker({ ...ctx, actor: null }, jobs).whenIdle()
  expect(await listPageRevisions(ctx, 'about')).toEqual([])
})

test('a plan ends when the page is published before its time', async () => {
  const ctx = await ownerCtx()
  await schedulePage(ctx, { id: 'about', at: ctx.clock.now() + DAY })
  await publishPage(ctx, 'about')
  const { draft, version, publishAt } = await getPage(ctx, 'about')
  expect(publishAt).toBeNull()
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, metaTitle: 'Not yet' } })
  ctx.clock.advance(2 * DAY)
  await startTestWorker({ ...ctx, actor: null }, jobs).whenIdle()
  expect(await listPageRevisions(ctx, 'about')).toHaveLength(1)
})

test('a preview link opens until it expires or is revoked, and no guess and no other secret does', async () => {
  const ctx = await ownerCtx()
  const stranger = { ...ctx, actor: null }
  const link = await createPreviewLink(ctx, { id: 'about', days: '7' })
  const token = link.url.split('/preview/')[1] ?? ''
  expect(await findPreviewedPage(stranger, token)).toBe('about')
  expect(await listPreviewLinks(ctx, 'about')).toEqual([link])
  expect(JSON.stringify(await ctx.db.selectFrom('page_preview').selectAll().execute())).not.toContain(
    token.split('.')[1],
  )
  const signer = createSigner('another secret for tests, of 32 characters or more')
  for (const [who, tried] of [
    [{ ...stranger, signer }, token],
    ...['', '.', link.id, `${link.id}.`, `${token}x`, `x${token}`, '\0', '%'].map(
      (each) => [stranger, each] as const,
    ),
  ] as const)
    await expect(findPreviewedPage(who, tried)).rejects.toMatchObject({ code: 'not-found' })

  await revokePreviewLink(ctx, { id: 'about', link: link.id })
  await expect(findPreviewedPage(stranger, token)).rejects.toMatchObject({ code: 'not-found' })
  const later = await createPreviewLink(ctx, { id: 'about', days: 1 })
  ctx.clock.advance(DAY)
  const expired = findPreviewedPage(stranger, later.url.split('/preview/')[1] ?? '')
  await expect(expired).rejects.toMatchObject({ code: 'not-found' })
  expect(await listPreviewLinks(ctx, 'about')).toEqual([])
  for (const days of [0, 91, 1.5, 'x', ''])
    expect(await fieldsOf(createPreviewLink(ctx, { id: 'about', days }))).toHaveProperty('days')
})

test('a revision is compared with the draft, field by field in words', async () => {
  const ctx = await ownerCtx()
  await publishPage(ctx, 'about')
  const [revision] = await listPageRevisions(ctx, 'about')
  const of = { pageId: 'about', revisionId: revision?.id ?? '' }
  expect(await comparePageRevision(ctx, of)).toEqual([])
  const { draft, version } = await getPage(ctx, 'about')
  const document = { ...draft, description: 'New words.', noindex: true, blocks: draft.blocks.slice(1) }
  await savePageDraft(ctx, { id: 'about', version, document })
  const compared = await comparePageRevision(ctx, of)
  expect(compared).toContainEqual({
    place: 'description',
    name: 'Description in search results',
    before: draft.description,
    after: 'New words.',
  })
  expect(compared).toContainEqual({
    place: 'noindex',
    name: 'Keep it out of search engines',
    before: 'No',
    after: 'Yes',
  })
  expect(compared.map(({ name }) => name)).toContain('Sections and their order')
  await expect(comparePageRevision(ctx, { pageId: 'about', revisionId: 'x' })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('search engines are told of what is published, moved and taken back, and of nothing else', async () => {
  const ctx = asOwner(await createTestCtx({ env: { INDEXNOW_URL: 'http://127.0.0.1:1/indexnow' } }))
  const told = async () => {
    const rows = await ctx.db
      .selectFrom('job')
      .select('payload')
      .where('name', '=', 'tell-search-engines')
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => (JSON.parse(payload) as { paths: string[] }).paths)
  }
  const { id } = await beginPage(ctx, start)
  await schedulePage(ctx, { id, at: ctx.clock.now() + DAY })
  await movePage(ctx, { id, path: '/people' })
  expect(await told()).toEqual([])
  await publishPage(ctx, id)
  await movePage(ctx, { id, path: '/team' })
  await deletePage(ctx, id)
  expect(await told()).toEqual([['/people'], ['/people', '/team'], ['/team']])
  await ctx.db.deleteFrom('job').execute()
  const { draft, version } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version, document: { ...draft, noindex: true } })
  await publishPage(ctx, 'about')
  expect(await told()).toEqual([['/about']])
  await movePage(ctx, { id: 'about', path: '/us' })
  expect(await told()).toEqual([['/about']])
})

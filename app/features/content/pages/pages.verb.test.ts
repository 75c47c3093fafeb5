import { expect, test } from 'vitest'

import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { readContent } from '../site-content.server.ts'

import { createPage } from './create-page.server.ts'
import { deletePage } from './delete-page.server.ts'
import { movePage } from './move-page.server.ts'
import { listPageRevisions, restorePageRevision } from './page-revisions.server.ts'
import { publishPage, schedulePage, unpublishPage } from './publish-page.server.ts'
import { publishScheduledPage } from './publish-scheduled-page.job.server.ts'
import { getPage, listPages } from './read-pages.server.ts'
import { savePageDraft, StalePage } from './save-page-draft.server.ts'

const words = (name: string) => ({
  name,
  metaTitle: name,
  blocks: [{ id: 'head', type: 'page-head', version: 1, props: { title: `About ${name}` } }],
})

async function shownAt(ctx: TestCtx, path: string): Promise<string | undefined> {
  return (await readContent(ctx)).pages.get(path)?.title
}

async function faultsOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => null,
    (error: { fields?: object }) => error.fields,
  )
}

test('without the owner nothing is changed or read', async () => {
  const ctx = await createTestCtx()
  for (const attempt of [
    () => createPage(ctx, { kind: 'page', path: '/team', document: words('Team') }),
    () => savePageDraft(ctx, { id: 'about', version: 1, document: words('About') }),
    () => publishPage(ctx, 'about'),
    () => unpublishPage(ctx, 'about'),
    () => schedulePage(ctx, { id: 'about', at: 0 }),
    () => movePage(ctx, { id: 'about', path: '/us' }),
    () => deletePage(ctx, 'about'),
    () => listPages(ctx),
    () => getPage(ctx, 'about'),
    () => listPageRevisions(ctx, 'about'),
    () => restorePageRevision(ctx, { pageId: 'about', revisionId: 'x' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await ctx.db.selectFrom('page').select('id').execute()).toEqual([])
})

test('a fresh installation lists the starter and keeps none of it', async () => {
  const ctx = asOwner(await createTestCtx())
  const pages = await listPages(ctx)
  expect(pages).toHaveLength(12)
  expect(pages[0]).toMatchObject({ id: 'home', path: '/', state: 'published', isStarter: true, version: 1 })
  expect(await ctx.db.selectFrom('page').select('id').execute()).toEqual([])
})

test('a new page is a draft that no address shows until it is published', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await createPage(ctx, { kind: 'page', path: '/our/team', document: words('Team') })
  expect(id).toBe('team')
  expect(await shownAt(ctx, '/our/team')).toBeUndefined()
  await publishPage(ctx, id)
  await eventually(async () => expect(await shownAt(ctx, '/our/team')).toBe('Team'))
  await unpublishPage(ctx, id)
  await eventually(async () => expect(await shownAt(ctx, '/our/team')).toBeUndefined())
  expect((await listPages(ctx)).find((page) => page.id === id)).toMatchObject({ state: 'draft', version: 3 })
})

test('a page of the starter is copied at its first edit, and visitors see the edit once it is published', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft, version } = await getPage(ctx, 'about')
  const document = { ...draft, metaTitle: 'Who we are' }
  expect(await savePageDraft(ctx, { id: 'about', version, document })).toMatchObject({ version: 2 })
  expect(await shownAt(ctx, '/about')).toBe('About')
  expect((await listPages(ctx)).find(({ id }) => id === 'about')).toMatchObject({
    state: 'changed',
    isStarter: false,
  })
  const told: string[] = []
  ctx.signals.subscribe(PAGES_TOPIC, () => told.push('pages'))
  await publishPage(ctx, 'about')
  await eventually(async () => expect(await shownAt(ctx, '/about')).toBe('Who we are'))
  expect(told).toEqual(['pages'])
})

test('of two editors who changed one field the second is given both texts, and nothing is overwritten', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, { id: 'about', version: 1, document: { ...draft, name: 'First' } })
  const second = savePageDraft(ctx, { id: 'about', version: 1, document: { ...draft, name: 'Second' } })
  const stale: unknown = await second.catch((error: unknown) => error)
  expect(stale).toBeInstanceOf(StalePage)
  expect(stale).toMatchObject({
    version: 2,
    current: { name: 'First' },
    merged: { name: 'Second' },
    conflicts: [{ place: 'name', theirs: 'First', mine: 'Second' }],
  })
  expect((await getPage(ctx, 'about')).draft.name).toBe('First')
})

test('what two editors changed in different fields is all kept, over publications and several saves', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft } = await getPage(ctx, 'about')
  const save = (version: number, change: object) =>
    savePageDraft(ctx, { id: 'about', version, document: { ...draft, ...change } })
  await publishPage(ctx, 'about')
  expect(await save(1, { name: 'First' })).toMatchObject({ version: 3, isMerged: false })
  await publishPage(ctx, 'about')
  const saved = await save(1, { description: 'Second' })
  expect(saved).toMatchObject({ version: 5, isMerged: true })
  expect(saved.document).toMatchObject({ name: 'First', description: 'Second' })
  expect(await save(3, { name: 'First', shareTitle: 'Third' })).toMatchObject({ isMerged: true })
  expect((await getPage(ctx, 'about')).draft).toMatchObject({
    name: 'First',
    description: 'Second',
    shareTitle: 'Third',
  })
  // A version that is no longer stored cannot be merged with.
  await ctx.db.deleteFrom('page_former_draft').execute()
  await expect(save(3, { metaTitle: 'Lost?' })).rejects.toMatchObject({
    code: 'conflict',
    conflicts: expect.arrayContaining([expect.objectContaining({ place: 'metaTitle', mine: 'Lost?' })]),
  })
})

test('a page that moves is led to from where it was, however often', async () => {
  const ctx = asOwner(await createTestCtx())
  await movePage(ctx, { id: 'about', path: '/company' })
  await movePage(ctx, { id: 'about', path: '/company/us' })
  await eventually(async () => expect(await shownAt(ctx, '/company/us')).toBe('About'))
  const { formerPaths } = await readContent(ctx)
  expect(Object.fromEntries(formerPaths)).toEqual({ '/about': '/company/us', '/company': '/company/us' })
  // The page moves back, and a new page takes one of its former addresses.
  await movePage(ctx, { id: 'about', path: '/about' })
  const { id } = await createPage(ctx, { kind: 'page', path: '/company', document: words('Firm') })
  await publishPage(ctx, id)
  await eventually(async () => {
    const content = await readContent(ctx)
    expect(content.pages.get('/company')?.title).toBe('Firm')
    expect(Object.fromEntries(content.formerPaths)).toEqual({ '/company/us': '/about' })
  })
})

test('an address that is another page’s or kept for something else is refused with the reason', async () => {
  const ctx = asOwner(await createTestCtx())
  const fault = async (path: string) => {
    const fields = await faultsOf(movePage(ctx, { id: 'about', path }))
    return (fields as { path?: string } | null)?.path
  }
  expect(await fault('/privacy')).toBe(
    'The page Privacy Policy already has this address. Please choose another.',
  )
  expect(await fault('/admin/x')).toContain('reserved for the admin')
  expect(await fault('/about')).toBe('The page already has this address.')
  expect(await faultsOf(createPage(ctx, { kind: 'page', path: '/about', document: words('x') }))).toEqual({
    path: 'The page About already has this address. Please choose another.',
  })
})

test('a deleted page is gone with its addresses, which others may then have', async () => {
  const ctx = asOwner(await createTestCtx())
  await movePage(ctx, { id: 'terms', path: '/conditions' })
  await deletePage(ctx, 'terms')
  await eventually(async () => {
    const { pages, formerPaths } = await readContent(ctx)
    expect([pages.has('/conditions'), pages.has('/terms'), formerPaths.size]).toEqual([false, false, 0])
  })
  await expect(getPage(ctx, 'terms')).rejects.toMatchObject({ code: 'not-found' })
  await createPage(ctx, { kind: 'legal', path: '/conditions', document: words('Conditions') })
  expect(await listPages(ctx)).toHaveLength(12)
})

test('the home page and the contact page stay where they are', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const id of ['home', 'contact'])
    for (const change of [unpublishPage, deletePage, (c: TestCtx) => movePage(c, { id, path: '/x' })])
      await expect(change(ctx, id)).rejects.toMatchObject({ code: 'invalid' })
})

test('a planned page is shown at its time, and an earlier state comes back as a draft', async () => {
  const ctx = asOwner(await createTestCtx())
  const at = ctx.clock.now() + 60_000
  const before = await getPage(ctx, 'about')
  await publishPage(ctx, 'about')
  const document = { ...before.draft, metaTitle: 'Later' }
  await savePageDraft(ctx, { id: 'about', version: 2, document })
  await schedulePage(ctx, { id: 'about', at })
  const jobs = jobMap(publishScheduledPage)
  await startTestWorker(ctx, jobs).whenIdle()
  expect(await shownAt(ctx, '/about')).toBe('About')
  ctx.clock.advance(60_000)
  await startTestWorker({ ...ctx, actor: null }, jobs).whenIdle()
  await eventually(async () => expect(await shownAt(ctx, '/about')).toBe('Later'))

  const revisions = await listPageRevisions(ctx, 'about')
  expect(revisions.map(({ made_by }) => made_by)).toEqual([null, 'owner@agency.test'])
  await restorePageRevision(ctx, { pageId: 'about', revisionId: revisions.at(-1)?.id ?? '' })
  expect((await getPage(ctx, 'about')).draft).toEqual(before.draft)
  expect(await shownAt(ctx, '/about')).toBe('Later')
})

test('what is wrong with a document is said at its place, and nothing is saved', async () => {
  const ctx = asOwner(await createTestCtx())
  const document = {
    name: '',
    description: 'We reply within {replyWithni}.',
    blocks: [
      { id: 'head', type: 'page-head', version: 1, props: { title: 'x'.repeat(121) } },
      {
        id: 'faq',
        type: 'faq',
        version: 1,
        props: { title: 'T', entries: [{ question: 'Why {nothing}?' }] },
      },
      { id: 'faq', type: 'marquee', version: 1, props: {} },
      {
        id: 'go',
        type: 'call-to-action',
        version: 1,
        props: { title: 'T', button: { text: 'x', href: 'javascript:alert(1)' } },
      },
    ],
  }
  expect(await faultsOf(createPage(ctx, { kind: 'page', path: '/team', document }))).toEqual({
    name: 'Please enter a name.',
    description: 'There is no fact named replyWithni. Please choose another, or remove the braces.',
    'head/title': 'Please use at most 120 characters.',
    'faq/entries.0.question': 'There is no fact named nothing. Please choose another, or remove the braces.',
    'faq/': 'There is no kind of block named marquee.',
    'go/button.href': 'Please enter a path that begins with / or #, or a full address with https://.',
  })
  expect(await listPages(ctx)).toHaveLength(12)
})

test('a new service is listed once it is published, with its price in words', async () => {
  const ctx = asOwner(await createTestCtx())
  const document = {
    ...words('Training'),
    service: { summary: 'We teach.', priceFrom: 900, currency: 'EUR', timeline: '{replyWithin}' },
  }
  const { id } = await createPage(ctx, { kind: 'service', path: '/training', document })
  expect((await readContent(ctx)).services.map((service) => service.id)).not.toContain(id)
  await publishPage(ctx, id)
  await eventually(async () => {
    const service = (await readContent(ctx)).services.find((each) => each.id === id)
    expect(service).toMatchObject({ path: '/training', price: 'From €900', timeline: '1 hour' })
  })
})

test('content is read once and then kept in memory', async () => {
  const ctx = await createTestCtx()
  const first = await readContent(ctx)
  await ctx.db.deleteFrom('page').execute()
  expect(await readContent(ctx)).toBe(first)
})

test('a damaged row takes its page away and no other', async () => {
  const ctx = asOwner(await createTestCtx())
  await publishPage(ctx, 'about')
  await ctx.db.updateTable('page').set({ published: '{"name":7}' }).where('id', '=', 'about').execute()
  await movePage(ctx, { id: 'terms', path: '/conditions' })
  await eventually(async () => expect(await shownAt(ctx, '/conditions')).toBe('Terms & Conditions'))
  expect(await shownAt(ctx, '/about')).toBeUndefined()
  expect(ctx.logged.join('')).toContain('content.page_left_out')
})

test.skipIf(testEngine === 'sqlite')('PostgreSQL: every instance shows what one has published', async () => {
  const one = asOwner(await createTestCtx())
  const other = await createSecondInstance(one)
  expect(await shownAt(other, '/about')).toBe('About')
  const { draft } = await getPage(one, 'about')
  await savePageDraft(one, { id: 'about', version: 1, document: { ...draft, metaTitle: 'Seen there' } })
  await publishPage(one, 'about')
  await eventually(async () => expect(await shownAt(other, '/about')).toBe('Seen there'))
})

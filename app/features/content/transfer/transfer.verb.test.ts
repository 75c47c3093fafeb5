import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'

import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'
import { testOnFirstEngine } from '#tests/support/test-engine.ts'
import { changeContent } from '#tests/support/changed-content.ts'
import { renderBlocks } from '#tests/support/render-blocks.tsx'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { type StoredMenus, starterMenus } from '../menus/menus-schema.ts'
import { getPage, listPages } from '../pages/read-pages.server.ts'
import { readContent } from '../site-content.server.ts'

import { exportContent, packContent } from './export-content.server.ts'
import { FaultyArchive, importContent } from './import-content.server.ts'

/** Pictures and logos are encoded in processes of their own, which start slowly on a busy machine. */
vi.setConfig({ testTimeout: 90_000 })

const bytesOf = async (ctx: TestCtx) => new Response((await packContent(ctx)).zip).bytes()

/** Returns all content that visitors see. */
async function shownBy(ctx: TestCtx) {
  const { pages, services, facts, formerPaths } = await readContent(ctx)
  const site = await ctx.site(ctx)
  const shown: Record<string, unknown> = {}
  for (const [path, { changedAt: _changedAt, ...page }] of pages)
    shown[path] = { ...page, html: await renderBlocks(page.blocks, { services }) }
  return {
    shown,
    order: [...pages.keys()],
    services,
    facts,
    formerPaths,
    name: site.siteName,
    look: site.look,
  }
}

async function faultsOf(attempt: Promise<unknown>): Promise<readonly string[]> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FaultyArchive)) throw error ?? new Error('It was imported.')
  return error.faults
}

type Files = Record<string, string | Uint8Array>

/** Returns the archive with some of its files changed, or removed where undefined. */
function changed(archive: Uint8Array, change: Record<string, string | Uint8Array | undefined>): Uint8Array {
  const files: Files = { ...unzipSync(archive) }
  for (const [name, content] of Object.entries(change))
    if (content === undefined) delete files[name]
    else files[name] = content
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, each]) => [name, typeof each === 'string' ? strToU8(each) : each]),
    ),
  )
}

function edited(
  archive: Uint8Array,
  name: string,
  edit: (value: Record<string, never>) => object,
): Uint8Array {
  const file = unzipSync(archive)[name] ?? new Uint8Array()
  return changed(archive, { [name]: JSON.stringify(edit(JSON.parse(strFromU8(file)) as never)) })
}

const wordingOf = (texts: Record<string, string>) => ({
  'settings/wording.json': JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { text, earlier: [] }])),
  ),
})
const menusOf = (change: Partial<StoredMenus>) => ({
  'settings/menus.json': JSON.stringify({ ...starterMenus, ...change }),
})

test('a menu that names a page which the archive lacks is imported, and the page is named', async () => {
  const ctx = asOwner(await createTestCtx())
  const menus = menusOf({ header: [{ to: 'page:gone', address: '', text: '' }] })
  const archive = changed(await bytesOf(ctx), menus)
  const notes = ['The menus link to the page gone, which is missing from this export.']
  expect(await importContent(ctx, archive, { isCheck: true })).toMatchObject({ notes })
  expect(await importContent(ctx, archive)).toMatchObject({ notes })
})

test('without the owner nothing is exported', async () => {
  await expect(exportContent(await createTestCtx())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the same content makes the same bytes, in readable files', async () => {
  const ctx = asOwner(await createTestCtx())
  const { picture } = await changeContent(ctx)
  const archive = await bytesOf(ctx)
  ctx.clock.advance(86_400_000)
  expect(Buffer.compare(archive, await bytesOf(ctx))).toBe(0)
  const files = unzipSync(archive)
  const names = Object.keys(files)
  expect(names).toEqual(names.toSorted())
  expect(names).toEqual(
    expect.arrayContaining([
      'content.json',
      'drafts/terms.json',
      'pages/our-kiln.json',
      'pages/our-kiln/story.text.md',
      'pages/unfinished.json',
      'redirects.json',
      'settings/brand.json',
      'settings/facts.json',
      'settings/site.json',
      picture.slice(1),
    ]),
  )
  expect(names).not.toContain('pages/ai-video-production.json')
  expect(strFromU8(files['pages/our-kiln/story.text.md'] ?? new Uint8Array())).toBe(
    'It began in {founded}.\n\n## Then\n\n- clay\n- fire\n',
  )
  expect(JSON.parse(strFromU8(files['redirects.json'] ?? new Uint8Array()))).toEqual({ '/about': 'about' })
  expect(strFromU8(files['settings/site.json'] ?? new Uint8Array())).not.toContain('noticeEmails')
})

test('an empty installation shows the same afterwards, and exports the same', async () => {
  const from = asOwner(await createTestCtx())
  await changeContent(from)
  const archive = await bytesOf(from)
  const into = asOwner(await createTestCtx())
  expect(await importContent(into, archive)).toMatchObject({ deleted: 1 })
  expect(await shownBy(into)).toEqual(await shownBy(from))
  expect((await getPage(into, 'terms')).draft.name).toBe('Terms in preparation')
  const { [Object.keys(unzipSync(archive)).find((name) => name.startsWith('images/')) ?? '']: _, ...texts } =
    unzipSync(archive)
  expect(unzipSync(await bytesOf(into))).toMatchObject(texts)
  const entries = await into.db.selectFrom('audit_entry').select(['kind', 'actor']).execute()
  expect(entries).toEqual([{ kind: 'content.imported', actor: 'member' }])
})

test.skipIf(testEngine !== 'sqlite' || !process.env['TEST_DATABASE_URL'])(
  'content goes from one engine to the other, and back',
  async () => {
    const sqlite = asOwner(await createTestCtx())
    await changeContent(sqlite)
    const { env } = await createTestDatabase('postgres')
    const postgres = asOwner(await createTestCtx({ env }))
    await importContent(postgres, await bytesOf(sqlite))
    expect(await shownBy(postgres)).toEqual(await shownBy(sqlite))
    const back = asOwner(await createTestCtx())
    await importContent(back, await bytesOf(postgres))
    expect(await shownBy(back)).toEqual(await shownBy(sqlite))
  },
)

test('pages that the archive lacks are deleted, addresses change hands, and what is the same is not touched', async () => {
  const ctx = asOwner(await createTestCtx())
  const starter = await bytesOf(ctx)
  await changeContent(ctx)
  const mine = await bytesOf(ctx)
  expect(await importContent(ctx, mine)).toMatchObject({ changed: 0, deleted: 0 })
  await importContent(ctx, starter)
  const paths = (await listPages(ctx)).map(({ path }) => path)
  expect(paths).toContain('/services/ai-video-production')
  expect(paths).not.toContain('/our-kiln')
  const swapped = edited(
    edited(starter, 'pages/about.json', (page) => ({ ...page, path: '/terms' })),
    'pages/terms.json',
    (page) => ({ ...page, path: '/about' }),
  )
  await importContent(ctx, swapped)
  const { pages } = await readContent(ctx)
  expect([pages.get('/terms')?.around.id, pages.get('/about')?.around.id]).toEqual(['about', 'terms'])
  await importContent(ctx, mine)
  expect((await readContent(ctx)).pages.get('/our-kiln')?.title).toBe('Our kiln')
})

test('a check changes nothing', async () => {
  const from = asOwner(await createTestCtx())
  await changeContent(from)
  const into = asOwner(await createTestCtx())
  const before = await shownBy(into)
  expect(await importContent(into, await bytesOf(from), { isCheck: true })).toMatchObject({ checked: true })
  expect(await shownBy(into)).toEqual(before)
  expect(await into.db.selectFrom('page').select('id').execute()).toEqual([])
})

type Edited = { noindex: unknown; blocks: { hidden?: unknown; props: object }[] }

testOnFirstEngine('what an edited file hides with other words is refused and never shown', async () => {
  const ctx = asOwner(await createTestCtx())
  const archive = await bytesOf(ctx)
  const block = (change: object) => (page: { document: Edited }) => ({
    ...page,
    document: {
      ...page.document,
      blocks: page.document.blocks.map((each, index) => (index === 1 ? { ...each, ...change } : each)),
    },
  })
  const words = (change: object) => (page: { document: object }) => ({
    ...page,
    document: { ...page.document, ...change },
  })
  const top = (change: object) => (page: object) => ({ ...page, ...change })
  const unclear: [edit: (page: { document: Edited }) => object, place: RegExp][] = [
    [top({ isPublished: 'false' }), /^pages\/about\.json, isPublished: /],
    [top({ isPublished: 0 }), /^pages\/about\.json, isPublished: /],
    [top({ isPublished: undefined }), /^pages\/about\.json, isPublished: /],
    [top({ draft: true }), /^pages\/about\.json, : Unrecognized key: "draft"|^pages\/about\.json: /],
    [top({ publishAt: '2031-01-01' }), /^pages\/about\.json: /],
    [words({ noindex: 'true' }), /^pages\/about\.json, noindex: /],
    [words({ noIndex: true }), /^pages\/about\.json, noIndex: This version has no such field/],
    [words({ status: 'draft' }), /^pages\/about\.json, status: This version has no such field/],
    [block({ hidden: 'true' }), /^pages\/about\.json, blocks\.1\.hidden: /],
    [block({ hiden: true }), /^pages\/about\.json, blocks\.1\.hiden: This version has no such field/],
    [block({ isHidden: true }), /blocks\.1\.isHidden: This version has no such field/],
    [
      (page) => block({ props: { ...page.document.blocks[1]?.props, visible: false } })(page),
      /^pages\/about\.json, [\w-]+\/visible: This version has no such field/,
    ],
  ]
  for (const [edit, place] of unclear) {
    const bytes = edited(archive, 'pages/about.json', edit as never)
    expect(await faultsOf(importContent(ctx, bytes))).toContainEqual(expect.stringMatching(place))
  }
  for (const [change, place] of [
    [{ showsAdmin: 'false' }, /^settings\/menus\.json, showsAdmin: Please say true or false/],
    [{ showAdmin: false }, /^settings\/menus\.json, showAdmin: This version has no such field/],
  ] as const)
    expect(await faultsOf(importContent(ctx, changed(archive, menusOf(change as never))))).toContainEqual(
      expect.stringMatching(place),
    )
})

/** Puts changes of different files together, because one import tells everything. Without content.json it reads no more. */
function apart<Change extends readonly [object, unknown]>(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const names = Object.keys(change[0])
    const isFree = (group: readonly Change[]) =>
      group.every(([other]) => !names.some((name) => name in other || 'content.json' in other))
    const group = names.includes('content.json') ? undefined : groups.find(isFree)
    if (group) group.push(change)
    else groups.push([change])
  }
  return groups
}

type Shown = Awaited<ReturnType<typeof shownBy>>

async function expectNothingOf(into: TestCtx, before: Shown): Promise<void> {
  expect(await shownBy(into)).toEqual(before)
  expect(await into.db.selectFrom('page').select('id').execute()).toEqual([])
  expect(
    await into.db
      .selectFrom('setting')
      .select('key')
      .where('key', 'in', ['site', 'brand', 'facts'])
      .execute(),
  ).toEqual([])
  expect(await into.db.selectFrom('audit_entry').select('kind').execute()).toEqual([])
  for await (const name of into.files.names?.() ?? []) expect.fail(`${name} was left behind.`)
}

testOnFirstEngine('everything that is wrong is told by file and place, and nothing is changed', async () => {
  const from = asOwner(await createTestCtx())
  const { picture } = await changeContent(from)
  const archive = await bytesOf(from)
  const into = asOwner(await createTestCtx())
  const before = await shownBy(into)
  type Refused = [Record<string, string | Uint8Array | undefined>, RegExp][]
  // While a file cannot be read, nothing else is told.
  const unreadable: Refused = [
    [{ 'pages/about.json': '{' }, /^pages\/about\.json: This file is not valid JSON/],
    [{ 'pages/about.json': '['.repeat(100_000) }, /nested too deep/],
    [{ 'pages/about.json': Uint8Array.of(0xff, 0xfe, 0xfd) }, /not encoded as UTF-8/],
    [{ 'pages/a b.json': '{}' }, /Exports do not contain such a file/],
  ]
  const refused: Refused = [
    [{ 'content.json': undefined }, /^content\.json: This file is missing/],
    [{ 'content.json': '{"format":"x","version":1}' }, /^content\.json: This is not an export/],
    [{ 'content.json': '{"format":"foyer-content","version":9}' }, /newer version/],
    [{ 'pages/home.json': undefined }, /^pages\/home\.json: This page is required/],
    [{ 'pages/about.json': '{}' }, /^pages\/about\.json, kind: There is no such kind/],
    [{ 'pages/about.json': '{"__proto__":{"x":1}}' }, /has a field that pages do not have/],
    [{ 'pages/our-kiln/story.text.md': undefined }, /^pages\/our-kiln\.json: The text .* is missing/],
    [{ 'pages/our-kiln/other.md': 'x' }, /^pages\/our-kiln\/other\.md: No page uses this text/],
    [{ 'drafts/nobody.json': '{"name":"x"}' }, /This draft does not belong to a page/],
    [{ 'settings/weather.json': '{}' }, /no such group of settings/],
    [
      { 'settings/brand.json': '{"accent":"red"}' },
      /^settings\/brand\.json, accent: Please write the colour/,
    ],
    [
      {
        'settings/brand-pictures.json': JSON.stringify({
          logo: { svg: null, webp: 'AA', png: 'AA', width: 1, height: 1 },
          shareImage: null,
        }),
      },
      /^settings\/brand-pictures\.json, logo: /,
    ],
    [{ 'settings/facts.json': '[]' }, /There is no fact named founded/],
    [
      wordingOf({ 'leads.toast.sentText': 'For {nobody}' }),
      /^settings\/wording\.json, leads.*no \{nobody\} here/,
    ],
    [wordingOf({ 'leads.receipt.hello': 'Hello' }), /leads\.receipt\.hello: Please keep \{name\}/],
    [wordingOf({ 'leads.form.message': '' }), /leads\.form\.message: This text is required/],
    [
      menusOf({ legalLine: '{nothing}' }),
      /^settings\/menus\.json, legalLine: There is no fact named nothing/,
    ],
    [
      { 'redirects.json': '{"/admin/x":"about"}' },
      /^redirects\.json, \/admin\/x: .* is reserved for the admin/,
    ],
    [{ 'redirects.json': '{"/old":"nobody"}' }, /There is no page nobody/],
    [{ 'redirects.json': '{"/company":"terms"}' }, /A page has this address now/],
    [{ [picture.slice(1)]: undefined }, /^pages\/our-kiln\.json: The picture .* is neither/],
    [{ [picture.slice(1)]: 'no picture' }, /^images\/.* is not a picture/],
    [{ [picture.slice(1)]: Buffer.from(Uint8Array.of(0xff, 0xd8, 0xff, 1, 2)) }, /^images\//],
  ]
  const toldOf = async (change: Refused[number][0]) =>
    (await faultsOf(importContent(into, changed(archive, change)))).join('\n')
  for (const together of [...apart(unreadable), ...apart(refused)]) {
    const told = await toldOf(Object.assign({}, ...together.map(([change]) => change)) as Refused[number][0])
    for (const [change, sentence] of together) {
      const found = new RegExp(sentence, 'm')
      expect(found.test(told) ? told : await toldOf(change)).toMatch(found)
    }
  }
  await expectNothingOf(into, before)
})

testOnFirstEngine('a page that is wrong is told by file and place, and nothing is changed', async () => {
  const from = asOwner(await createTestCtx())
  await changeContent(from)
  const archive = await bytesOf(from)
  const into = asOwner(await createTestCtx())
  const before = await shownBy(into)
  const pages: [string, (page: never) => object, RegExp][] = [
    ['about', (page: object) => ({ ...page, path: '/admin' }), /about\.json, path: \/admin is reserved/],
    [
      'about',
      (page: object) => ({ ...page, path: '/terms' }),
      /, path: The page about also has this address/,
    ],
    ['about', (page: object) => ({ ...page, kind: 'post' }), /, kind: There is no such kind/],
    ['about', (page: object) => ({ ...page, extra: 1 }), /about\.json: Unrecognized key/],
    ['home', (page: object) => ({ ...page, isPublished: false }), /must be published/],
    [
      'our-kiln',
      (page: { document: { blocks: object[] } }) => ({
        ...page,
        document: { name: '', blocks: [{ id: 'x', type: 'marquee', version: 1, props: {} }] },
      }),
      /our-kiln\.json, name: Please enter a name[^]*our-kiln\.json, x\/: There is no kind of block named marquee/,
    ],
    [
      'our-kiln',
      (page: object) => ({
        ...page,
        document: { name: 'x', blocks: [{ id: 'x', type: 'faq', version: 9, props: { entries: 7 } }] },
      }),
      /our-kiln\.json, x\/entries: /,
    ],
  ]
  for (const [id, edit, sentence] of pages) {
    const faults = await faultsOf(importContent(into, edited(archive, `pages/${id}.json`, edit as never)))
    expect(faults.join('\n'), id).toMatch(sentence)
  }
  await expectNothingOf(into, before)
})

test.each([
  ['no zip', Buffer.from('PK no zip')],
  ['an empty file', new Uint8Array()],
  ['a bomb', zipSync({ 'content.json': new Uint8Array(60_000_000) })],
  [
    'more files than there may be',
    zipSync(
      Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`pages/p${n}.json`, strToU8('{}')])),
    ),
  ],
])('%s is refused in a sentence', async (_name, bytes) => {
  const ctx = asOwner(await createTestCtx())
  expect(await faultsOf(importContent(ctx, bytes))).toEqual([
    expect.stringMatching(/^The file: This zip .*\.$/),
  ])
})

test('a fault while the content is stored takes everything back', async () => {
  const from = asOwner(await createTestCtx())
  await changeContent(from)
  const archive = await bytesOf(from)
  const into = asOwner(await createTestCtx())
  const before = await shownBy(into)
  const broken = {
    ...into,
    signals: { ...into.signals, publish: () => Promise.reject(new Error('The disk is full.')) },
  }
  await expect(importContent(broken, archive)).rejects.toThrow('The disk is full.')
  expect(await shownBy(into)).toEqual(before)
  for await (const name of into.files.names?.() ?? []) expect.fail(`${name} was left behind.`)
})

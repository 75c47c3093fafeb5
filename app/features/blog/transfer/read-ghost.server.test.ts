import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { thirdPartyFolder } from '#tests/support/corpora.ts'

import { renderContent } from '../content/render-content.server.ts'

import { type ImportedPost, type ImportEntry, memoryFile } from './imported-post.ts'
import { readGhost } from './read-ghost.server.ts'

type Fields = Record<string, unknown>

const NOW = Date.parse('2026-06-01T00:00:00Z')
const file = (text: string) => memoryFile('ghost.json', new TextEncoder().encode(text))
const read = (value: unknown, base = ''): ImportEntry[] => [
  ...readGhost(file(typeof value === 'string' ? value : JSON.stringify(value)), {
    base,
    timeZone: 'Europe/Berlin',
    now: NOW,
  }),
]
const post = (fields: Fields = {}): Fields => ({
  id: 'a1',
  uuid: 'b2',
  title: 'A title',
  slug: 'a-slug',
  html: '<p>Hello</p>',
  status: 'published',
  visibility: 'public',
  type: 'post',
  published_at: '2021-03-24T04:34:08.000Z',
  ...fields,
})
const exported = (posts: unknown[], tables: Fields = {}) => ({ db: [{ data: { posts, ...tables } }] })
const postsOf = (entries: readonly ImportEntry[]) =>
  entries.filter((entry): entry is ImportedPost => 'body' in entry)
const notesOf = (entries: readonly ImportEntry[]) =>
  entries.flatMap((entry) => ('note' in entry ? [entry.note] : []))
const one = (fields: Fields, tables: Fields = {}, base = ''): ImportedPost => {
  const [first] = postsOf(read(exported([post(fields)], tables), base))
  if (!first) throw new Error('There is no post.')
  return first
}
const shown = async ({ body }: ImportedPost) => (await renderContent(body, false)).html
const lexical = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } })
test('a post has what its export says of it', () => {
  const tables = {
    tags: [
      { id: 't1', name: 'C++' },
      { id: 't2', name: '#internal' },
      { id: 't3', name: 'First' },
      { id: 't4', name: null },
    ],
    posts_tags: [
      { post_id: 'a1', tag_id: 't1', sort_order: 1 },
      { post_id: 'a1', tag_id: 't2', sort_order: 2 },
      { post_id: 'a1', tag_id: 't3', sort_order: 0 },
      { post_id: 'a1', tag_id: 't4', sort_order: null },
    ],
    users: [
      { id: 'u1', name: 'Jane Doe' },
      { id: 'u2', name: 'Łukasz' },
    ],
    posts_authors: [
      { post_id: 'a1', author_id: 'u2', sort_order: 1 },
      { post_id: 'a1', author_id: 'u1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: 'a1', feature_image_alt: 'A cat', meta_description: 'For machines' }],
  }
  const fields = {
    feature_image: '__GHOST_URL__/content/images/a.png',
    locale: 'de',
    created_at: '2021-03-20 10:00:00',
    html: '<p><a href="__GHOST_URL__/other/">other</a></p>',
  }
  expect(one(fields, tables, 'https://old.example')).toMatchObject({
    source: 'ghost:b2',
    place: 'post 1',
    title: 'A title',
    slug: 'a-slug',
    excerpt: 'For machines',
    author: 'Jane Doe, Łukasz',
    language: 'de',
    tags: ['First', 'C++'],
    picture: 'https://old.example/content/images/a.png',
    pictureAlt: 'A cat',
    formerAddresses: ['/a-slug/'],
    createdAt: Date.parse('2021-03-20T10:00:00Z'),
    publishedAt: Date.parse('2021-03-24T04:34:08Z'),
    notPublic: null,
    warnings: [],
  })
  expect(notesOf(read(exported([post(fields)], tables)))).toEqual([
    'The export does not name its blog, so pictures can only be fetched if you give its address.',
    'Internal tags were left out: #internal.',
  ])
})

test.each([
  [{ visibility: 'members' }, 'It was for members only.'],
  [{ visibility: 'paid' }, 'It was for paying members only.'],
  [{ visibility: 'tiers' }, 'It was for members of some tiers only.'],
  [{ visibility: 'label:vip' }, 'It was for some readers only (“label:vip”).'],
  [{ visibility: ['public'] }, 'It was for some readers only (“["public"]”).'],
  [{ visibility: 'Public ' }, 'It was for some readers only (“Public ”).'],
  [{ status: 'sent' }, 'It was sent as an email only.'],
  [{ email_only: 1 }, 'It was sent as an email only.'],
  [{ status: 'draft' }, 'It was a draft.'],
  [{ status: 'PUBLISHED' }, 'Its state was “PUBLISHED”.'],
  [{ status: true }, 'The file does not say whether it was public.'],
  [{ status: undefined }, 'The file does not say whether it was public.'],
  [{ status: 'scheduled' }, 'It was scheduled, but its time has passed.'],
  [{ status: 'scheduled', published_at: null }, 'It was scheduled, but its time has passed.'],
  [{ html: '<p>a</p><!--members-only--><p>b</p>' }, 'A part of it was for members only.'],
  [{ mobiledoc: '{"cards":[["paywall",{}]]}' }, 'A part of it was for members only.'],
  [{ lexical: lexical({ type: 'paywall', version: 1 }) }, 'A part of it was for members only.'],
  [
    {
      html: null,
      lexical: lexical({
        type: 'html',
        html: '<p>x</p>',
        visibility: { web: { nonMember: false, memberSegment: 'status:-free' } },
      }),
    },
    'A part of it was for members only.',
  ],
  [
    {
      html: '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>x</p><!--kg-gated-block:end-->',
    },
    'A part of it was for members only.',
  ],
  [
    {
      html: null,
      lexical: lexical({
        type: 'html',
        html: '<p>x</p>',
        visibility: { web: { memberSegment: 'status:-free', nonMember: false } },
      }),
    },
    'A part of it was for members only.',
  ],
  [{ page: 'maybe' }, 'The file does not say plainly whether it was a post.'],
  [{ html: '', plaintext: ' ' }, 'It has no text.'],
])('%j is a draft', (fields, reason) => {
  expect(one(fields).notPublic).toBe(reason)
})

test('no mix of fields makes a post public that is not plainly so', () => {
  const state = fc.constantFrom(
    undefined,
    null,
    '',
    'published',
    'Published',
    'public',
    'draft',
    'sent',
    'scheduled',
    true,
    1,
    0,
    [],
    {},
    'members',
    'live',
  )
  fc.assert(
    fc.property(
      fc.record({
        status: state,
        visibility: state,
        type: state,
        page: state,
        email_only: state,
        html: fc.constantFrom('<p>a</p>', '<p>a</p><!-- members-only -->', null, 3),
      }),
      (fields) => {
        const isPlain =
          fields.status === 'published' &&
          [undefined, null, '', 'public'].includes(fields.visibility as string) &&
          [undefined, null, 0].includes(fields.email_only as null) &&
          [undefined, null, 0].includes(fields.page as null) &&
          !String(fields.html).includes('members-only') &&
          fields.html !== null
        const made = postsOf(read(exported([post(fields)])))
        expect(made.filter(({ notPublic }) => notPublic === null).length <= (isPlain ? 1 : 0)).toBe(true)
      },
    ),
  )
})

test('a time ahead is a schedule', () => {
  const ahead = '2027-01-01T08:00:00.000Z'
  for (const status of ['scheduled', 'published'])
    expect(one({ status, published_at: ahead })).toMatchObject({
      notPublic: null,
      publishedAt: Date.parse(ahead),
    })
  expect(one({ status: 'scheduled', published_at: ahead, visibility: 'paid' }).notPublic).not.toBeNull()
})

test('exports of the first versions have numbers, pages by a field, and permalinks with dates', () => {
  const entries = read({
    data: {
      posts: [
        post({
          id: 7,
          uuid: null,
          image: 'https://old.example/a.png',
          page: 0,
          status: 'published',
          language: 'de_DE',
          author_id: 1,
          created_at: 1388318310782,
          published_at: 1388359800000,
          type: undefined,
          html: '',
          markdown: 'You are *live*',
        }),
        post({ id: 8, page: 1, type: undefined }),
      ],
      tags: [{ id: 1, name: 'Getting started' }],
      posts_tags: [{ id: 1, post_id: 7, tag_id: 1 }],
      users: [{ id: 1, name: 'Joe' }],
      settings: [
        { key: 'permalinks', value: '/:year/:month/:day/:slug/' },
        { key: 'activeTimezone', value: 'Asia/Tokyo' },
      ],
    },
    meta: { version: '003' },
  })
  expect(postsOf(entries)).toMatchObject([
    {
      source: 'ghost:7:a-slug',
      tags: ['Getting started'],
      author: 'Joe',
      language: 'de',
      picture: 'https://old.example/a.png',
      body: 'You are _live_',
      createdAt: 1388318310782,
      publishedAt: 1388359800000,
      formerAddresses: ['/2013/12/30/a-slug/'],
    },
  ])
  expect(notesOf(entries)).toEqual(['Only posts are imported. Left out: 1 page.'])
})

test('several blogs in one file keep their tags apart', () => {
  const tables = (name: string) => ({
    tags: [{ id: 't', name }],
    posts_tags: [{ post_id: 'a1', tag_id: 't' }],
  })
  const dbs = [exported([post()], tables('One')).db[0], exported([post({ uuid: 'c' })], tables('Two')).db[0]]
  for (const form of [{ db: dbs }, dbs, [{ db: dbs }]])
    expect(postsOf(read(form)).map(({ tags }) => tags)).toEqual([['One'], ['Two']])
  expect(
    postsOf(read({ posts: [post({ tags: [{ name: 'A' }, 'B'], authors: [{ name: 'Jo' }] })] })),
  ).toMatchObject([{ tags: ['A', 'B'], author: 'Jo' }])
})

test('an odd field, an odd entry and a damaged end cost nothing but themselves', () => {
  const entries = read(
    exported([
      post({ title: { a: 1 }, created_at: 1e30, custom_excerpt: ['x'] }),
      null,
      'x',
      {},
      post({ uuid: 'c', title: 7 }),
    ]),
  )
  expect(entries).toMatchObject([
    {
      body: 'Hello',
      title: '',
      warnings: ['Its field “title” could not be read.', 'Its field “custom_excerpt” could not be read.'],
    },
    { place: 'post 2', reason: 'This entry of the file has neither a title nor a text.' },
    { place: 'post 3' },
    { place: 'post 4' },
    { place: 'post 5', title: '7' },
  ])
  const whole = JSON.stringify(exported([post(), post({ uuid: 'c' })], { tags: [] }))
  const cut = read(whole.slice(0, whole.lastIndexOf('"title"')))
  expect(postsOf(cut)).toHaveLength(1)
  expect(notesOf(cut)).toEqual([
    'The file is damaged after post 1: what follows could not be read, such as posts, tags and authors.',
  ])
  expect(postsOf(read(whole.replace('Hello', 'Hel\nlo')))).toHaveLength(2)
  expect(postsOf(read(`\u{FEFF}${whole}`))).toHaveLength(2)
})

test('what is no export is refused in a sentence', () => {
  for (const text of ['{"a":1}', '[]', '{"posts":{}}', 'null', '{"db":[{"data":{"posts":[]}}]}'])
    expect(() => read(text)).toThrow('This JSON file is not an export from Ghost, or has no posts.')
  for (const text of ['{', '{"db":[{"data":{"po', ''])
    expect(() => read(text)).toThrow('This JSON file is damaged. Please export it again.')
})

test('copies with the id of their original are two posts', () => {
  expect(postsOf(read(exported([post(), post({ slug: 'copy' })]))).map(({ source }) => source)).toEqual([
    'ghost:b2',
    'ghost:b2:copy',
  ])
})

test('what a post here has no field for is named', () => {
  const { warnings, formerAddresses } = one(
    { canonical_url: 'https://other.example/x', codeinjection_head: '<style>', custom_excerpt: 'Mine' },
    {
      posts_meta: [
        {
          post_id: 'a1',
          meta_title: 'Other',
          og_title: 'A title',
          meta_description: 'D',
          feature_image_caption: '<i>By Jo</i>',
        },
      ],
    },
    'https://old.example',
  )
  expect(warnings).toEqual([
    'Its canonical address was left out: https://other.example/x',
    'The caption of its picture was left out: By Jo',
    'Its description for search engines was left out: D',
    'Its title for search engines was left out: Other',
    'Its own code (code injection) was left out.',
  ])
  expect(formerAddresses).toEqual(['/a-slug/'])
})

const folder = join(thirdPartyFolder, 'real-files/inputs/import')
const isHere = existsSync(folder)
const corpus = (name: string) => postsOf(read(readFileSync(join(folder, `ghost-${name}.json`), 'utf8')))

test.skipIf(!isHere)(
  `files of others come out right${isHere ? '' : ', skipped because TEST_CORPORA has none'}`,
  async () => {
    expect(corpus('author')).toMatchObject([{ author: 'Jane Doe', notPublic: null }])
    expect(corpus('members-only').map(({ notPublic }) => notPublic)).toEqual([
      'It was for members only.',
      'It was for paying members only.',
      'It was for members of some tiers only.',
      'It was sent as an email only.',
      'It was sent as an email only.',
    ])
    expect(corpus('lexical-only').map(({ body }) => body)).toEqual(['Hi', 'Hello'])
    expect(corpus('old-export')).toMatchObject([
      {
        title: 'From 2013',
        tags: ['Getting started'],
        picture: 'https://old.example/a.png',
        publishedAt: 1388318310783,
        notPublic: null,
      },
    ])
    const [embeds] = corpus('embeds')
    const html = embeds ? await shown(embeds) : ''
    for (const address of [
      'https://www.youtube.com/watch?v=abc123',
      'https://a.example/x',
      '/content/files/a.pdf',
      '/content/media/v.mp4',
      '/content/media/a.mp3',
      '/about',
    ])
      expect(html).toContain(`href="${address}"`)
    const code = await Promise.all(corpus('code-with-blank-lines').map(shown))
    expect(code[0]).toContain(
      'def a():\n    return 1\n\n\n# not a heading\ndef b():\n    return a * 2 * c\n\n- not a list\n',
    )
    expect(code[2]).toMatch(/<p>Indented<\/p>\s*<p>Twice<\/p>/)
  },
)

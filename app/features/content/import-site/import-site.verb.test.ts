import { createServer } from 'node:http'

import { expect, onTestFinished, test, vi } from 'vitest'

import { jobMap } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { ownFacts } from '../facts/own-facts.server.ts'
import { starterMenus } from '../menus/menus-schema.ts'
import { menusSetting } from '../menus/menus.server.ts'
import { readMenus } from '../menus/save-menus.server.ts'
import { getPage, listPages } from '../pages/read-pages.server.ts'
import { readContent } from '../site-content.server.ts'
import { listTransfers } from '../transfer/transfer-progress.server.ts'

import { getProposal, keepProposal, startSiteImport } from './keep-proposal.server.ts'
import { offeredLogo, offerLook, offerMenus } from './offer-look.server.ts'
import { readSite, readWholeSite } from './read-site.job.server.ts'
import { findRobots } from './visit-site.server.ts'

vi.setConfig({ testTimeout: 60_000 })

type Pages = Record<string, string>

const types: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.xml': 'application/rss+xml',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function startSite(pages: Pages): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const body = pages[path]
    const [, header = ''] = /^<!--header (.*?)-->/.exec(body ?? '') ?? []
    if (header !== '') response.setHeader('x-robots-tag', header)
    const type = types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'text/html; charset=utf-8'
    if (body === undefined) response.writeHead(404).end()
    else if (body.startsWith('->')) response.writeHead(302, { location: body.slice(2) }).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, asked }
}

const kiln: Pages = {
  '/robots.txt': 'User-agent: *\nDisallow: /private',
  '/': '<title>Kiln</title><nav><a href="/about">About us</a><a href="/services/firing">Firing</a><a href="/private/x">P</a><a href="/film.mp4">F</a><a href="https://other.example/">O</a><a href="/blog/oven?utm_source=x">Oven</a></nav><main><h1>Kiln</h1><p>We fire pots.</p></main><a href="tel:123456">123 456</a>',
  '/about':
    '<h1>About us</h1><p>Since 1999, Ada Lovelace.</p><a href="/">Home</a><a href="/about#team">Team</a><a href="/away">Away</a>',
  '/services/firing': '<h1>Firing</h1><p>From $40.</p>',
  '/blog/oven?utm_source=x':
    '<meta property="og:type" content="article"><h1>A new oven</h1><p>It is hot.</p>',
  '/private/x': '<h1>Private</h1>',
  '/away': '->https://other.example/',
}

const loopback = { env: { FETCH_LOOPBACK: 'on' } }

async function readWhole(ctx: TestCtx, address: string) {
  const { id } = await startSiteImport(ctx, { address })
  startTestWorker(ctx, jobMap(readSite))
  await eventually(async () => expect((await listTransfers(ctx))[0]?.state).not.toBe('waiting'), 40_000)
  return id
}

test('a site is read within its robots.txt and its host, and proposed as drafts that nobody sees', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url, asked } = await startSite(kiln)
  const id = await readWhole(ctx, url)
  expect((await listTransfers(ctx))[0]).toMatchObject({
    state: 'done',
    summary: '4 pages were read: 3 drafts of pages, 1 of posts and 2 facts are proposed.',
  })
  expect(asked).not.toContain('/private/x')
  expect(asked).not.toContain('/film.mp4')
  expect(asked.filter((path) => path === '/')).toHaveLength(1)
  const proposal = await getProposal(ctx, id)
  expect(proposal.left).toContainEqual({
    url: `${url}private/x`,
    reason: 'Its robots.txt asks readers to keep away.',
  })
  expect(proposal.pages.map(({ path, kind }) => [path, kind])).toEqual([
    ['/start', 'page'],
    ['/about', 'page'],
    ['/services/firing', 'service'],
  ])
  expect(proposal.pages[1]?.sentences).toContainEqual({
    text: 'Since 1999, Ada Lovelace.',
    url: `${url}about`,
  })

  const before = [...(await readContent(ctx)).pages.keys()]
  expect(await keepProposal(ctx, { id, chosen: { pages: [0, 1, 2, 9], posts: [0], facts: [0] } })).toEqual({
    kept: 5,
  })
  const paths = (await listPages(ctx)).filter(({ state }) => state === 'draft').map(({ path }) => path)
  // /about-2, because the starter has a page at /about.
  expect(paths).toEqual(['/start', '/about-2', '/services/firing'])
  expect([...(await readContent(ctx)).pages.keys()]).toEqual(before)
  expect(await ownFacts.read(ctx)).toEqual([{ name: 'phone', title: 'Telephone', value: '123 456' }])
  const posts = await ctx.db.selectFrom('blog_post').select(['title', 'published']).execute()
  expect(posts).toEqual([{ title: 'A new oven', published: 0 }])
  const kept = await getProposal(ctx, id)
  expect((await getPage(ctx, kept.pages[1]?.keptAs ?? '')).draft.name).toBe('About us')
  await expect(
    keepProposal(ctx, { id, chosen: { pages: [0], posts: [0], facts: [] } }),
  ).rejects.toMatchObject({
    code: 'invalid',
  })
})

const head =
  '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="stylesheet" href="/look.css"><link rel="stylesheet" href="https://other.example/x.css">'

const withFeed: Pages = {
  '/': `<html><head><title>Kiln</title>${head}</head><body><header><img src="/logo.svg" alt="Logo"><nav><a href="/firing">Firing</a><a href="/about">The {firm}</a><a href="/shop/pots">Pots</a></nav></header><main><h1>Kiln</h1><p>We fire pots.</p></main></body></html>`,
  '/firing': '<h1>Firing</h1><p>From $40.</p>',
  '/about': '<h1>The firm</h1>',
  '/shop/pots': '<h1>Pots</h1>',
  '/stories/glaze': '<html lang="fr"><body><h1>Glaze</h1><p>It is glass, all of it.</p></body></html>',
  '/look.css': 'a { color: #117755 } b { color: #117755 } i { color: #884422 } u { color: #777777 }',
  '/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>',
  '/feed.xml': `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Kiln</title><language>en-GB</language>
    <item><title>Ovens &amp;amp; fire</title><link>/stories/ovens</link><description>Short.</description><content:encoded><![CDATA[<p>They reach 1,200 degrees.</p><h2>Why</h2><ul><li>Clay</li></ul><script>x()</script>]]></content:encoded></item>
    <item><title>Glaze</title><link>/stories/glaze</link><description>It is glass.</description></item>
    <item><title>Elsewhere</title><link>https://other.example/story</link><content:encoded>No.</content:encoded></item></channel></rss>`,
}

test('a feed becomes drafts of posts; menu, colours and logo open in their forms, and are saved there', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url, asked } = await startSite(withFeed)
  const id = await readWhole(ctx, url)
  const { posts, colours, logoFile } = await getProposal(ctx, id)
  expect(posts).toEqual([
    {
      title: 'Glaze',
      content: 'It is glass, all of it.',
      excerpt: '',
      language: 'fr',
      author: '',
      date: '',
      url: `${url}stories/glaze`,
    },
    {
      title: 'Ovens & fire',
      content: 'They reach 1,200 degrees.\n\n## Why\n\n- Clay',
      excerpt: '',
      language: 'en',
      author: '',
      date: '',
      url: `${url}stories/ovens`,
    },
  ])
  expect(asked).not.toContain('/stories/ovens')
  expect(colours).toEqual([
    { text: '#117755', url: `${url}look.css` },
    { text: '#884422', url: `${url}look.css` },
  ])
  expect(logoFile?.name).toBe('logo.svg')

  await keepProposal(ctx, { id, chosen: { pages: [1], posts: [0, 1], facts: [] } })
  const drafts = await ctx.db
    .selectFrom('blog_post')
    .select(['published', 'language'])
    .orderBy('language')
    .execute()
  expect(drafts).toEqual([
    { published: 0, language: 'en' },
    { published: 0, language: 'fr' },
  ])
  const before = await menusSetting.read(ctx)
  const { pages } = await readMenus(ctx)
  const firing = pages.find(({ name }) => name === 'Firing')
  const offered = await offerMenus(ctx, id, { menus: before, pages })
  expect(offered.header).toEqual([
    { to: `page:${firing?.id}`, address: '', text: 'Firing' },
    { to: 'page:about', address: '', text: 'The { firm}' },
    { to: 'address', address: `${url}shop/pots`, text: 'Pots' },
  ])
  expect(await menusSetting.read(ctx)).toEqual(before)
  expect(await offerLook(ctx, id)).toEqual({
    address: url,
    colours: { accent: '#117755', second: '#884422' },
    hasLogo: true,
  })
  const logo = await offeredLogo(ctx, id)
  expect(new TextDecoder().decode(logo?.bytes)).toBe(withFeed['/logo.svg'])
})

const old: Pages = {
  '/robots.txt': 'User-agent: *\nDisallow: /private',
  '/': `<main><h1>Old</h1><p>Welcome.</p>${[
    '/base/',
    '/dup?PHPSESSID=abc',
    '/dup/',
    '/Dup',
    '/art',
    '/noidx',
    '/head',
    '/login',
    '/go',
    '/events/2026/11/',
    '/list?sort=a',
  ]
    .map((path) => `<a href="${path}">${path}</a>`)
    .join('')}<a rel="nofollow" href="/ad">Ad</a></main>`,
  '/base/': '<head><base href="/site/v2/"></head><h1>Base</h1><a href="deep">Deep</a>',
  '/site/v2/deep': '<h1>Deep</h1><p>Down here.</p>',
  ...Object.fromEntries(
    ['/dup?PHPSESSID=abc', '/dup/', '/Dup'].map((path) => [
      path,
      '<head><link rel="canonical" href="/dup"></head><h1>Doubled</h1><p>Once.</p>',
    ]),
  ),
  '/art': `<head><meta property="og:type" content="article"><script type="application/ld+json">{"@type":"BlogPosting","datePublished":"2021-05-06","author":{"name":"Jeanne"}}</script></head>
    <nav>Menu</nav><main><h1>Art</h1><p>A <a href="more">link</a>, <b>bold</b> and <em>soft</em>.</p>
    <ul><li>One<ul><li>Two</li></ul></li></ul><pre><code>a = 1

  b = 2</code></pre><blockquote><p>Said.</p></blockquote><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
    <img src="data:image/gif;base64,AA" data-src="/img/lazy.jpg" alt="Lazy"><form><button>Send</button></form></main><footer>Foot</footer>`,
  '/noidx': '<head><meta name="robots" content="noindex"></head><h1>Hidden</h1>',
  '/head': '<!--header noindex--><h1>Hidden too</h1>',
  '/login': '<h1>Sign in</h1><form><input name="user"><input type="password"></form>',
  '/go': '->/private/away',
  '/private/away': '<h1>Private</h1>',
  '/ad': '<h1>Ad</h1>',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `/events/2026/${n + 11}/`,
      `<h1>Month ${n}</h1><a href="/events/2026/${n + 12}/">Next</a>`,
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => {
      const sort = (at: number) => 'a'.repeat(at + 1)
      return [`/list?sort=${sort(n)}`, `<h1>List ${n}</h1><a href="/list?sort=${sort(n + 1)}">Next</a>`]
    }),
  ),
}

test('an old site is read by its own rules: bases, canonical pages, what is kept out, and no endless lists', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url, asked } = await startSite(old)
  const id = await readWhole(ctx, url)
  const { pages, posts, left } = await getProposal(ctx, id)
  const names = pages.map(({ document }) => document['name'])
  expect(names).toEqual(expect.arrayContaining(['Old', 'Base', 'Deep', 'Doubled']))
  expect(names.filter((name) => name === 'Doubled')).toHaveLength(1)
  expect(names.filter((name) => /Hidden|Private|Ad/.test(String(name)))).toEqual([])
  expect(names.filter((name) => String(name).startsWith('Month'))).toHaveLength(5)
  expect(names.filter((name) => String(name).startsWith('List'))).toHaveLength(5)
  expect(asked).not.toContain('/ad')
  expect(left.map(({ url: at, reason }) => `${at.slice(url.length - 1)} ${reason}`).toSorted()).toEqual([
    '/go Its robots.txt asks readers to keep away.',
    '/head It asks search engines to leave it out.',
    '/login It asks for a password.',
    '/more It answered with an error.',
    '/noidx It asks search engines to leave it out.',
  ])
  expect(posts).toMatchObject([{ title: 'Art', author: 'Jeanne', date: '2021-05-06' }])
  expect(posts[0]?.content).toBe(
    [
      `A [link](${url}more), **bold** and _soft_.`,
      '- One\n  - Two',
      '```\na = 1\n\n  b = 2\n```',
      '> Said.',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
      `![Lazy](${url}img/lazy.jpg)`,
    ].join('\n\n'),
  )
  await keepProposal(ctx, { id, chosen: { pages: [], posts: [0], facts: [] } })
  const [draft] = await ctx.db
    .selectFrom('blog_post')
    .select(['published', 'published_at', 'author'])
    .execute()
  expect(draft).toMatchObject({ published: 0, author: 'Jeanne' })
  expect(new Date(draft?.published_at ?? 0).toISOString().slice(0, 10)).toMatch(/^2021-05-0[56]$/)
})

test('the page that the owner named is read, whatever it says to search engines', async () => {
  const hidden = '<head><meta name="robots" content="noindex"></head>'
  const { url } = await startSite({
    '/': `${hidden}<h1>Named</h1><a href="/other">Other</a>`,
    '/other': `${hidden}<h1>Other</h1>`,
  })
  const { pages } = await readWholeSite(await createTestCtx(loopback), url)
  expect(pages.map(({ document }) => document['name'])).toEqual(['Named'])
})

test('a robots.txt that answers with “too many requests” is no permission', async () => {
  const fetchPage = async () => ({ ok: false, reason: 'status', status: 429 }) as const
  await expect(findRobots('https://a.example', fetchPage)).rejects.toMatchObject({ code: 'invalid' })
  const missing = async () => ({ ok: false, reason: 'status', status: 404 }) as const
  expect((await findRobots('https://a.example', missing)).mayRead('/a')).toBe(true)
})

test('what cannot be read is told, and nothing is proposed', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url } = await startSite({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': '<h1>x</h1>' })
  await readWhole(ctx, url)
  expect((await listTransfers(ctx))[0]).toMatchObject({
    state: 'failed',
    summary: 'Nothing could be read there. Its robots.txt asks readers to keep away.',
  })
})

test('this machine is not read unless that is allowed, and fifty pages are the most', async () => {
  const links = Array.from({ length: 80 }, (_, n) => `<a href="/p${n}">${n}</a>`).join('')
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, n) => [`/p${n}`, `<h1>Page ${n}</h1>${links}`]),
  )
  const { url, asked } = await startSite({ '/': `<h1>Start</h1>${links}`, ...many })
  await expect(readWholeSite(await createTestCtx(), url)).rejects.toMatchObject({ code: 'invalid' })
  expect(asked).toEqual([])
  const proposal = await readWholeSite(await createTestCtx(loopback), url)
  expect(proposal.read).toHaveLength(50)
})

test.each(['', 'ftp://a.example', 'https://user:pass@a.example', 'https://', 'a b'])(
  '%j is no address',
  async (address) => {
    const ctx = asOwner(await createTestCtx())
    await expect(startSiteImport(ctx, { address })).rejects.toMatchObject({
      fields: { address: expect.stringContaining('https://') as string },
    })
  },
)

test('a proposal that two requests keep at the same moment is kept once', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url } = await startSite(kiln)
  const id = await readWhole(ctx, url)
  const before = (await listPages(ctx)).length
  const chosen = { pages: [0, 1, 2], posts: [0], facts: [0] }
  const outcomes = await Promise.allSettled([
    keepProposal(ctx, { id, chosen }),
    keepProposal(ctx, { id, chosen }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await listPages(ctx)).length - before).toBe(3)
  expect(await ctx.db.selectFrom('blog_post').select('title').execute()).toEqual([{ title: 'A new oven' }])
  expect(await ownFacts.read(ctx)).toHaveLength(1)
})

test('two members who keep other parts of a proposal at the same moment keep both', async () => {
  const ctx = asOwner(await createTestCtx(loopback))
  const { url } = await startSite(kiln)
  const id = await readWhole(ctx, url)
  await Promise.all([
    keepProposal(ctx, { id, chosen: { pages: [0], posts: [], facts: [] } }),
    keepProposal(ctx, { id, chosen: { pages: [1], posts: [0], facts: [] } }),
  ])
  const { pages, posts } = await getProposal(ctx, id)
  expect([...pages, ...posts].map(({ keptAs }) => keptAs !== undefined)).toEqual([true, true, false, true])
})

test('without the owner nothing is read, shown or kept', async () => {
  const ctx = await createTestCtx()
  for (const refused of [
    startSiteImport(ctx, { address: 'a.example' }),
    getProposal(ctx, 'x'),
    offerLook(ctx, 'x'),
    offeredLogo(ctx, 'x'),
    offerMenus(ctx, 'x', { menus: starterMenus, pages: [] }),
    keepProposal(ctx, { id: 'x', chosen: { pages: [0], posts: [], facts: [] } }),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
})

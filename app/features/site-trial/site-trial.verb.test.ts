import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test, vi } from 'vitest'

import { saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { jobMap } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testOnFirstEngine } from '#tests/support/test-engine.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { deleteEndedTrials } from './delete-ended-trials.job.server.ts'
import { describeTrial, readProgress, type TrialView } from './describe-trial.server.ts'
import { readTrial } from './read-trial.job.server.ts'
import { sumsOf } from './reading/measured.ts'
import { isTrialOffered, startTrial } from './start-trial.server.ts'
import { deleteTrial } from './trial-link.server.ts'

vi.setConfig({ testTimeout: 60_000 })

type Pages = Readonly<Record<string, string | ((response: ServerResponse) => void)>>

/** Starts a site on this machine, and records the paths that are requested. */
async function startSite(pages: Pages): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const answer: RequestListener = (request, response) => {
    const path = String(request.url)
    asked.push(path)
    const body = pages[path]
    if (body === undefined) response.writeHead(404).end()
    else if (typeof body === 'function') body(response)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  }
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, asked }
}

/** Nothing listens at the port of our own home page. */
const reading = { FETCH_LOOPBACK: 'on', PUBLIC_URL: 'http://127.0.0.1:9' }

async function offeringCtx(env: Record<string, string> = reading): Promise<TestCtx> {
  const ctx = await createTestCtx({ env })
  await saveApiConfig(asOwner(ctx), { provider: 'openai', model: 'gpt-6-luna', apiKey: testKey })
  return ctx
}

const agreed = { consent: 'on' }
const visitor = '198.51.100.7'

async function start(ctx: TestCtx, address: string): Promise<string> {
  const { path } = await startTrial(ctx, { address, ...agreed }, visitor)
  return path.replace('/try/', '')
}

async function readWhole(ctx: TestCtx, address: string): Promise<TrialView & { token: string }> {
  const token = await start(ctx, address)
  startTestWorker(ctx, jobMap(readTrial))
  const isOver = async () => expect((await readProgress(ctx, token)).state).toMatch(/done|failed/)
  await eventually(isOver, 50_000)
  return { ...(await describeTrial(ctx, token)), token }
}

const script = 'let a = 1\n'.repeat(500)
const bakery: Pages = {
  '/robots.txt': (response) =>
    void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /staff'),
  '/': `<html lang="en"><head><title>Bakery</title><link rel="stylesheet" href="/look.css"><script src="/app.js"></script></head>
    <body><nav><a href="/prices">Prices</a><a href="/staff">Staff</a><a href="/contact">Contact</a></nav>
    <h1>The corner bakery</h1><p>We bake bread every night.</p><img src="/oven.png"><img src="/far.png" loading="lazy">
    <footer><a href="tel:+4930123">030 123</a> Opening hours: 6 to 18.</footer></body></html>`,
  '/look.css': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' })
      .end(gzipSync('a { color: red }\n'.repeat(1000))),
  '/app.js': (response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
  '/oven.png': (response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end('p'.repeat(900)),
  '/prices': '<h1>Prices</h1><details><summary>What is a loaf?</summary>A loaf costs $4.</details>',
  '/contact': '<h1>Contact</h1><meta name="description" content="Write"><form><textarea></textarea></form>',
  '/staff': '<h1>Staff only</h1>',
}

test('a site is read within its robots.txt, its home page is weighed, and what is seen names the services', async () => {
  const ctx = await offeringCtx()
  const { url, asked } = await startSite(bakery)
  const { state, pages, figures, services, host, token } = await readWhole(ctx, url)
  expect([state, host]).toEqual(['done', new URL(url).host])
  expect(pages.map(({ title }) => title).toSorted()).toEqual(['Contact', 'Prices', 'The corner bakery'])
  expect(asked).not.toContain('/staff')
  expect(asked).not.toContain('/far.png')
  const theirs = figures?.theirs
  expect(theirs && sumsOf(theirs)).toMatchObject({ requests: 4, unweighed: 0 })
  const bytesOf = (path: string) => theirs?.files.find((file) => file.url === new URL(path, url).href)?.bytes
  expect(bytesOf('/app.js')).toBe(script.length)
  expect(bytesOf('/look.css')).toBeLessThan(500)
  expect(theirs && sumsOf(theirs, 'picture')).toEqual({ requests: 1, bytes: 900, unweighed: 0 })
  const seen = services.map(({ id, evidence }) => [id, evidence.map(({ sign }) => sign.kind)])
  expect(seen).toEqual([
    ['ai-chatbots', ['questions', 'hours']],
    ['ai-voice-agents', ['phone']],
    ['workflow-automation', ['form']],
    ['seo-optimisation', ['description']],
  ])
  const chatbots = services.find(({ id }) => id === 'ai-chatbots')
  expect(chatbots?.plans.every(({ price }) => price.startsWith('$'))).toBe(true)
  await deleteTrial(ctx, token)
  await expect(describeTrial(ctx, token)).rejects.toMatchObject({ code: 'not-found' })
  expect(await ctx.db.selectFrom('site_trial_page').select('url').execute()).toEqual([])
})

testOnFirstEngine('pages that only a divided sitemap names are read', async () => {
  const ctx = await offeringCtx()
  const map = (root: string, paths: string) => (response: ServerResponse) => {
    const places = paths
      .split(' ')
      .map((path) => `<x><loc>\n<![CDATA[${url.slice(0, -1)}${path}]]></loc></x>`)
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<${root}>${places.join('')}</${root}>`)
  }
  const { url, asked } = await startSite({
    '/': '<h1>Bakery</h1><p>Bread at night.</p>',
    '/sitemap.xml': map('sitemapindex', '/posts.xml /users.xml /pages.xml'),
    '/pages.xml': map('urlset', '/cakes'),
    '/posts.xml': map('urlset', '/news /cakes'),
    '/cakes': '<h1>Cakes</h1><p>Cakes by day.</p>',
    '/news': '<h1>News</h1><p>A new oven.</p>',
  })
  const { pages } = await readWhole(ctx, url)
  expect(pages.map(({ title }) => title).toSorted()).toEqual(['Bakery', 'Cakes', 'News'])
  expect(asked).not.toContain('/users.xml')
})

test('no more than twenty pages are read', async () => {
  const ctx = await offeringCtx()
  const links = Array.from({ length: 50 }, (_, n) => `<a href="/p${n}">${n}</a>`).join('')
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`/p${n}`, `<h1>Page ${n}</h1>${links}`]),
  )
  const { url } = await startSite({ ...many, '/': `<h1>Many</h1>${links}` })
  expect((await readWhole(ctx, url)).pages).toHaveLength(20)
})

/** Responses of hostile sites by the expected result, at the home page unless stated otherwise. */
const hostile: readonly (readonly [string, Pages, RegExp])[] = [
  ['leads in circles', { '/': (response) => leadTo(response, '/') }, /without end/],
  [
    'leads inward',
    { '/': (response) => leadTo(response, 'http://169.254.169.254/latest/') },
    /public internet/,
  ],
  [
    'leads to a private port',
    { '/': (response) => leadTo(response, 'http://10.0.0.1:22/') },
    /public internet/,
  ],
  [
    'unpacks to a hundred megabytes',
    {
      '/': (response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(100 * 1024 * 1024))),
    },
    /larger than a megabyte/,
  ],
  [
    'is a picture',
    { '/': (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end() },
    /a page of text/,
  ],
  ['is away', { '/': (response) => void response.destroy() }, /could not be reached/],
  ['has nothing', {}, /answered with an error/],
  [
    'keeps programs away',
    {
      '/': '<h1>Hello</h1>',
      '/robots.txt': (response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /'),
    },
    /robots\.txt/,
  ],
  [
    'never ends its answer',
    { '/': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>') },
    /too long/,
  ],
]

function leadTo(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

testOnFirstEngine.each(hostile)('a site that %s is told of in a sentence', async (_what, pages, sentence) => {
  const ctx = await offeringCtx()
  const { url } = await startSite(pages)
  const { state, failure } = await readWhole(ctx, url)
  expect(state).toBe('failed')
  expect(failure).toMatch(sentence)
})

testOnFirstEngine('a deep page is given up, and the others are read', async () => {
  const ctx = await offeringCtx()
  const deep = '<div>'.repeat(20_000)
  const { url } = await startSite({
    '/': '<h1>Start</h1><a href="/deep">D</a><a href="/b">B</a>',
    '/deep': deep,
    '/b': '<h1>B</h1>',
  })
  const { state, pages } = await readWhole(ctx, url)
  expect(state).toBe('done')
  expect(pages.map(({ title }) => title)).toContain('B')
})

test('files and pages that lead inward are not asked for', async () => {
  const ctx = await offeringCtx()
  const { url } = await startSite({
    '/': `<h1>Start</h1><script src="http://10.0.0.1/a.js"></script><img src="http://169.254.169.254/latest"><a href="/in">In</a>`,
    '/in': (response) => leadTo(response, 'http://192.168.0.1/'),
  })
  const { pages, figures } = await readWhole(ctx, url)
  expect(pages).toHaveLength(1)
  expect(figures && sumsOf(figures.theirs)).toMatchObject({ requests: 3, unweighed: 2 })
})

test('it is off until a provider is configured', async () => {
  const ctx = await createTestCtx()
  expect(await isTrialOffered(ctx)).toBe(false)
  await expect(start(ctx, 'www.example.com')).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  '',
  'nothing',
  'http://127.0.0.1/',
  'http://10.0.0.1/',
  'ftp://example.com',
  'https://a:b@example.com',
  'https://example.com:8443/',
])('the address “%s” is asked for again', async (address) => {
  const ctx = await offeringCtx({})
  const fields = { address: expect.stringMatching(/www\.example\.com/) }
  await expect(start(ctx, address)).rejects.toMatchObject({ fields })
})

test('nothing is read without consent', async () => {
  const ctx = await offeringCtx()
  const asked = startTrial(ctx, { address: 'www.example.com' }, visitor)
  await expect(asked).rejects.toMatchObject({ fields: { consent: expect.any(String) } })
  expect(await ctx.db.selectFrom('site_trial').select('id').execute()).toEqual([])
})

test('a visitor and a site are held to so many an hour', async () => {
  const ctx = await offeringCtx()
  for (let n = 0; n < 6; n += 1) {
    await start(ctx, `site${n}.example.com`)
    await ctx.db.updateTable('site_trial').set({ state: 'done' }).execute()
  }
  await expect(start(ctx, 'other.example.com')).rejects.toMatchObject({ code: 'too-many' })
})

test('of many concurrent trials six are started, and the others are told when to come back', async () => {
  const ctx = await offeringCtx()
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      startTrial(ctx, { address: `crowd${n}.example.com`, ...agreed }, `198.51.${n}.1`),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: 'unavailable', retryAfter: 60 })
})

test('a forged link shows nothing, and after seven days everything has gone', async () => {
  const ctx = await offeringCtx()
  const token = await start(ctx, 'www.example.com')
  const [id = ''] = token.split('.')
  for (const forged of [id, `${id}.`, `${token}x`, '', 'a.b.c'])
    await expect(readProgress(ctx, forged)).rejects.toMatchObject({ code: 'not-found' })
  expect(await readProgress(ctx, token)).toEqual({ state: 'waiting', pages: 0, newest: null })
  ctx.clock.advance(7 * DAY + 1)
  await expect(readProgress(ctx, token)).rejects.toMatchObject({ code: 'not-found' })
  await deleteEndedTrials.run(ctx, {}, { signal: new AbortController().signal })
  expect(await ctx.db.selectFrom('site_trial').select('id').execute()).toEqual([])
})

const dentist: Pages = {
  '/': `<html lang="de"><head><title>Zahnarzt Dr. Weber</title></head><body><nav><a href="/fragen">Fragen</a>
    <a href="/preise">Preise</a></nav><h1>Ihre Zahnarztpraxis in Kreuzberg</h1><p>Wir behandeln Kinder und Erwachsene, auch
    Menschen mit Angst vor der Behandlung. Rufen Sie an: Telefon 030 123 45 67.</p><p>Montag bis Freitag 8–18 Uhr</p></body></html>`,
  '/fragen': '<h1>Fragen</h1><h2>Wer zahlt die Reinigung?</h2><p>Die Kasse zahlt einmal im Jahr.</p>',
  '/preise': '<h1>Preise</h1><p>Zahnreinigung: 95 €.</p>',
}

test('of a practice with a number, hours and questions, calls and chat are suggested, in its language', async () => {
  const ctx = await offeringCtx()
  const { url } = await startSite(dentist)
  const { services, suggestions, needsScript } = await readWhole(ctx, url)
  expect(services.map(({ id, evidence }) => [id, evidence.map(({ sign }) => sign.kind)])).toEqual([
    ['ai-chatbots', ['questions', 'hours']],
    ['ai-voice-agents', ['phone']],
    ['seo-optimisation', ['description']],
  ])
  expect(services[1]?.evidence[0]?.sign).toMatchObject({ phone: '030 123 45 67' })
  expect([suggestions[1], needsScript]).toEqual(['Was kostet das?', false])
})

test('a site whose text comes from scripts is said to be hardly read', async () => {
  const ctx = await offeringCtx()
  const { url } = await startSite({
    '/': '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
    '/app.js': '1',
  })
  const { pages, needsScript } = await readWhole(ctx, url)
  expect([pages.length, needsScript]).toEqual([1, true])
})

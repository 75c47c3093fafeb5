import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { SESSION_COOKIE } from '#app/features/auth/session-cookie.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'

/** All cached pages, and some that do not exist. */
const paths = [
  '/',
  '/about',
  '/us',
  '/services/ai-chatbots',
  '/contact?service=ai-chatbots',
  '/privacy',
  '/blog',
  '/blog/first',
  '/blog/search?q=post',
  '/blog/tag/news',
  '/blog/rss.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/robots.txt',
  '/nowhere',
]

const changes = [
  'aboutTitle',
  'servicePrice',
  'move',
  'unpublish',
  'fact',
  'wording',
  'siteName',
  'brand',
  'firstPost',
  'secondPost',
  'takePostBack',
  'checklist',
] as const

let servers: AppServer[] = []
let cookie = ''

beforeAll(async () => {
  const database = await createTestDatabase()
  const env = {
    APP_SECRET: testSecret,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    LIMITS: 'off',
    PUBLIC_URL: 'http://localhost:3000',
    ...database.env,
  }
  const first = await startAppServer(env)
  servers = testEngine === 'postgres' ? [first, await startAppServer(env)] : [first]
  cookie = await signInByHttp(first.url)
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
  }
})

async function post(path: string, fields: Record<string, string>): Promise<void> {
  const [server] = servers
  const headers = { cookie, origin: 'http://localhost:3000' }
  const options = { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' } as const
  const response = await fetch(`${server?.url}${path}`, options)
  expect(response.status, `${path}: ${await response.text()}`).toBeLessThan(400)
}

async function read(path: string): Promise<string> {
  return (await fetch(`${servers[0]?.url}${path}`, { headers: { cookie } })).text()
}

const details = (id: string) => `/admin/pages/${id}/details`

async function publishDetails(id: string, fields: Record<string, string>): Promise<void> {
  const version = /name="version" value="(\d+)"/.exec(await read(details(id)))?.[1] ?? ''
  await post(details(id), { intent: 'save', version, ...fields })
  await post(details(id), { intent: 'publish' })
}

const service = { 'service.currency': 'USD', 'service.icon': 'star', 'service.demo': 'none' }
const noAddresses = { noticeEmails: '', socialLinkedin: '', socialX: '', socialInstagram: '' }
const look = { ground: 'dark', fonts: 'bricolage-inter', radius: '8', siteName: 'Lumivox' }

const carryOut: Record<(typeof changes)[number], (n: number) => Promise<void>> = {
  aboutTitle: (n) => publishDetails('about', { name: 'About', metaTitle: `About us ${n}` }),
  servicePrice: (n) =>
    publishDetails('ai-chatbots', { name: 'AI Chatbots', ...service, 'service.priceFrom': `${n}` }),
  move: () => post(details('about'), { intent: 'move', path: '/us' }),
  unpublish: () => post(details('about'), { intent: 'unpublish' }),
  fact: (n) => post('/admin/facts', { intent: 'save', 'fact.replyWithin': `${n} days` }),
  wording: (n) => post('/admin/wording', { intent: 'save', place: 'blog.title', text: `News ${n}` }),
  siteName: (n) =>
    post('/admin/settings', {
      intent: 'save',
      siteName: `Agency ${n}`,
      contactEmail: 'desk@agency.dev',
      timeZone: 'UTC',
      ...noAddresses,
    }),
  brand: (n) =>
    post('/admin/brand', { intent: 'save', ...look, accent: `#0a7d${(n % 90) + 10}`, second: '#336699' }),
  firstPost: (n) => publishPost('First', `Post ${n}`),
  secondPost: (n) => publishPost('Second', `Post ${n}`),
  async takePostBack() {
    const id = /\/admin\/blog\/([0-9a-f-]{36})"/.exec(await read('/admin/blog'))?.[1]
    if (id !== undefined) await post('/admin/blog', { intent: 'unpublish', id })
  },
  checklist: (n) => post('/admin/checklist', { intent: n % 2 ? 'open' : 'close' }),
}

async function publishPost(title: string, content: string): Promise<void> {
  await post('/admin/blog', { intent: 'save', title, content, tags: 'news', published: 'on' })
}

const oddTitles = [
  'Less < and > & more "quoted" \u2019s',
  '</title></script><script>alert(1)</script><!-- -->',
  "$& $1 $' $` \\u003c",
  'Mind the {siteName} and the \u2028 \u2029 separators',
  'שלום עולם 🎉 e\u0301',
  '<i data-part="header"></i> and <i data-part="footer',
]

const picture = 'https://pictures.example/a"b.png?x=<1>&y=2'
const longText = Array.from({ length: 5 }, (_, n) => `## Part ${n} <b>&\n\n${'many words '.repeat(50)}`).join(
  '\n\n',
)

test('each post is the page that the router would render, byte for byte, whatever its title', async () => {
  for (const [n, title] of oddTitles.entries()) {
    const picked: Record<string, string> = n % 2 ? { imageUrl: picture, imageAlt: '"> <b>' } : {}
    const text = {
      title,
      content: n % 3 ? 'Short' : longText,
      tags: `news, R&D <${n}>, "a"`,
      slug: `odd-${n}`,
    }
    await post('/admin/blog', { intent: 'save', published: 'on', ...text, ...picked })
  }
  const list = await read('/blog')
  const odd = [...new Set(list.match(/\/blog\/odd-\d+(?=")/g))]
  expect(odd).toHaveLength(oddTitles.length)
  for (const server of servers)
    for (const path of odd) {
      const fresh = await show(server, path, { cookie: `${SESSION_COOKIE}=none` })
      for (let n = 0; n < 3; n += 1) expect(await show(server, path, {}), path).toEqual(fresh)
    }
})

type Shown = { status: number; robots: string | null; body: string }

/** Requests with a session bypass the cache. */
async function show({ url }: AppServer, path: string, headers: Record<string, string>): Promise<Shown> {
  const response = await fetch(url + path, { headers, redirect: 'manual' })
  const robots = response.headers.get('x-robots-tag')
  const body = response.status === 200 ? await response.text() : ''
  return { status: response.status, robots, body }
}

async function expectFresh(server: AppServer): Promise<void> {
  for (const path of paths) {
    const fresh = await show(server, path, { cookie: `${SESSION_COOKIE}=none` })
    for (let n = 0; n < 2; n += 1) expect(await show(server, path, {}), path).toEqual(fresh)
  }
}

test('after any change, every instance answers each page as it would be rendered anew', async () => {
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...changes], { minLength: changes.length }), async (order) => {
      await Promise.all(servers.map(expectFresh))
      for (const change of order) {
        await carryOut[change]((n += 1))
        await Promise.all(servers.map((server) => eventually(() => expectFresh(server))))
      }
    }),
    { numRuns: 1, endOnFailure: true },
  )
}, 120_000)

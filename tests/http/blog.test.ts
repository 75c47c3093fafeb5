import { expect, test } from 'vitest'

import { attributes, elements, jsonLd, textOf } from '#tests/support/page-html.ts'
import { readXml } from '#tests/support/read-xml.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ PUBLIC_URL: 'http://agency.example' })

async function post(fields: Record<string, string>): Promise<number> {
  const cookie = await signInByHttp(server().url)
  const response = await fetch(`${server().url}/admin/blog`, {
    method: 'POST',
    headers: { cookie, origin: server().url },
    body: new URLSearchParams({ intent: 'save', published: 'on', ...fields }),
  })
  return response.status
}

async function read(path: string) {
  const response = await fetch(`${server().url}${path}`, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('an empty blog says so, and its feeds are still valid', async () => {
  const { body } = await read('/blog')
  expect(textOf(body)).toContain('No blog posts available yet.')
  for (const file of ['rss.xml', 'atom.xml'])
    expect(readXml((await read(`/blog/${file}`)).body).texts.size).toBeGreaterThan(0)
})

test('a published post is on every page that lists it, at once', async () => {
  const pages = ['/blog', '/blog/rss.xml', '/blog/atom.xml', '/blog/feed.json', '/sitemap.xml', '/llms.txt']
  for (const path of pages) expect((await read(path)).body).not.toContain('night-shift')
  const image = '/images/0190163d-8694-739b-aea5-966c26f8ad91/600x400.webp'
  const content = `## Why\n\n${'Long words here. '.repeat(30)}\n\n[in](/contact) and https://example.com/x\n\n![A](${image})`
  expect(
    await post({ title: 'Night shift', content, tags: 'Voice, R&D', imageUrl: 'https://example.com/a.jpg' }),
  ).toBe(200)
  for (const path of pages) expect((await read(path)).body, path).toContain('night-shift')
})

test('the post’s page has its texts, its metadata and no script of its own', async () => {
  const { status, body } = await read('/blog/night-shift')
  expect(status).toBe(200)
  const text = textOf(body)
  for (const part of ['Night shift', 'Published on', 'min read', 'Voice', 'R&D', 'Back to Blog', '©'])
    expect(text).toContain(part)
  expect(body).toContain('<title>Night shift</title>')
  const meta = elements(body, 'meta')
  const described = meta.find(({ name }) => name === 'description')?.['content']
  expect(described).toMatch(/^Why Long words here\..*\.\.\.$/)
  expect(meta.find(({ property }) => property === 'og:type')?.['content']).toBe('article')
  expect(meta.find(({ property }) => property === 'og:image')?.['content']).toBe(
    'http://agency.example/share/blog/night-shift.png',
  )
  expect((await read('/share/blog/night-shift.png')).headers.get('content-type')).toBe('image/png')
  const [data] = jsonLd(body)
  expect(data).toMatchObject({ '@type': 'BlogPosting', headline: 'Night shift', keywords: ['Voice', 'R&D'] })
  expect(attributes(body, 'script', 'src')).toHaveLength(1)
  expect(body).not.toMatch(/<[^>]+ style=/)
})

test('feeds carry the whole text under full addresses, for a tag too, and the pages tell of them', async () => {
  const rss = readXml((await read('/blog/rss.xml')).body).texts
  expect(rss.get('title')).toContain('Night shift')
  expect(rss.get('link')).toContain('http://agency.example/blog/night-shift')
  expect(rss.get('category')).toEqual(['Voice', 'R&D'])
  const [encoded] = rss.get('content:encoded') ?? []
  expect(encoded).toContain('<a href="http://agency.example/contact">in</a>')
  const base = 'http://agency.example/images/0190163d-8694-739b-aea5-966c26f8ad91'
  expect(encoded).toContain(` src="${base}/600x400.webp"`)
  expect(encoded).toContain(` srcset="${base}/480.webp 480w, ${base}/600.webp 600w"`)
  const atom = readXml((await read('/blog/atom.xml')).body)
  expect(atom.texts.get('entry')).toHaveLength(1)
  expect(atom.texts.get('title')).toContain('Night shift')
  expect(atom.attributes.get('link href')).toContain('http://agency.example/blog/night-shift')
  const json = JSON.parse((await read('/blog/feed.json')).body) as { items: { content_html: string }[] }
  expect(json.items[0]?.content_html).toContain('Long words here.')
  expect((await read('/blog/tag/r-d/rss.xml')).body).toContain('Night shift')
  expect((await read('/blog/tag/nothing/rss.xml')).status).toBe(404)
  const links = elements((await read('/blog')).body, 'link').filter(({ rel }) => rel === 'alternate')
  for (const { href = '', type } of links) {
    const feed = await read(href)
    expect([feed.status, feed.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
  }
  expect(links).toHaveLength(3)
})

test('a missing post, tag or page is a 404 with a sentence', async () => {
  for (const path of ['/blog/nowhere', '/blog/%00', '/blog/a%27b']) {
    const { status, body } = await read(path)
    expect([404, 400]).toContain(status)
    if (status === 404)
      for (const text of ['Blog Post Not Found', "doesn't exist.", '← Back to Blog'])
        expect(textOf(body)).toContain(text)
  }
  for (const path of [
    '/blog?page=2',
    '/blog?page=x',
    '/blog/tag/none',
    '/blog/tag/%00',
    '/blog/tag/%00/rss.xml',
  ])
    expect((await read(path)).status, path).toBe(404)
  const first = await read('/blog?page=1')
  expect(first.status).toBe(200)
  expect(first.body).toMatch(/<link rel="canonical" href="[^"]*\/blog"/)
})

test('a former address redirects permanently to the current one', async () => {
  const cookie = await signInByHttp(server().url)
  const list = await (await fetch(`${server().url}/admin/blog`, { headers: { cookie } })).text()
  const edit = attributes(list, 'a', 'href').find((href) => /^\/admin\/blog\/[0-9a-f-]{36}$/.test(href)) ?? ''
  const saved = await fetch(`${server().url}${edit}`, {
    method: 'POST',
    headers: { cookie, origin: server().url },
    body: new URLSearchParams({
      intent: 'save',
      version: '1',
      published: 'on',
      title: 'Night shift',
      slug: 'Late Shift',
      content: 'Text',
    }),
  })
  expect(saved.status).toBe(200)
  const moved = await read('/blog/night-shift')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/late-shift'])
  expect((await read('/blog/late-shift')).status).toBe(200)
})

test('the search is a plain form, and its result is not shared with others', async () => {
  const { status, headers, body } = await read('/blog/search?q=shift')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).not.toContain('public')
  expect(textOf(body)).toContain('1 post for “shift”')
  expect(textOf((await read('/blog/search?q=%3Cscript%3E')).body)).toContain(
    'Nothing was found for “<script>”',
  )
})

test('a text too long is answered in a sentence', async () => {
  expect(await post({ title: 'Long', content: 'x'.repeat(5 * 1024 * 1024) })).toBe(400)
})

test('a draft whose version is no number is refused', async () => {
  const { url } = server()
  const headers = { cookie: await signInByHttp(url), origin: url }
  for (const version of ['abc', '-1', '1e400', '9'.repeat(30)]) {
    const body = new URLSearchParams({ version, title: 'Half' })
    const { status } = await fetch(`${url}/admin/blog/draft`, { method: 'POST', headers, body })
    expect(status, version).toBe(400)
  }
})

test('a post in Arabic says its language and direction wherever it stands, and its author', async () => {
  const fields = { title: 'مرحبا', slug: 'marhaba', content: 'نص قصير', language: 'ar', author: 'Ada Byron' }
  expect(await post({ ...fields, language: 'tlh' })).toBe(400)
  expect(await post(fields)).toBe(200)
  const { body } = await read('/blog/marhaba')
  expect(elements(body, 'html')[0]).toMatchObject({ lang: 'en', dir: 'ltr' })
  expect(elements(body, 'article')[0]).toMatchObject({ lang: 'ar', dir: 'rtl' })
  expect(textOf(body)).toContain('By Ada Byron')
  expect(jsonLd(body)[0]).toMatchObject({ inLanguage: 'ar', author: { name: 'Ada Byron' } })
  const cards = elements((await read('/blog')).body, 'h2')
  expect(cards.some(({ lang, dir }) => lang === 'ar' && dir === 'rtl')).toBe(true)
  expect((await read('/blog/atom.xml')).body).toContain('<entry xml:lang="ar">')
  expect((await read('/blog/rss.xml')).body).toContain('<dc:language>ar</dc:language>')
})

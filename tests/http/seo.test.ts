import { expect, test } from 'vitest'

import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { elements, jsonLd } from '#tests/support/page-html.ts'
import { publicPaths } from '#tests/support/public-paths.ts'
import { readXml } from '#tests/support/read-xml.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ PUBLIC_URL: 'http://agency.example' })

function visit(path: string, init: RequestInit = {}) {
  return fetch(`${server().url}${path}`, init)
}

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['/share/home.png', 'image/png'],
])('%s is %s, shared by all, and 304 for one who has it', async (path, contentType) => {
  const response = await visit(path, { headers: { 'accept-encoding': 'identity' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType])
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const etag = response.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const headers = { 'accept-encoding': 'identity', 'if-none-match': etag }
  expect((await visit(path, { headers })).status).toBe(304)
  const head = await visit(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, contentType, ''])
})

test('the sitemap is well-formed and lists every page, under the public address', async () => {
  const xml = await (await visit('/sitemap.xml')).text()
  const { texts } = readXml(xml)
  const paths = (texts.get('loc') ?? []).map((loc) => loc.replace(/^http:\/\/agency\.example/, ''))
  expect(new Set(paths)).toEqual(new Set([...publicPaths, '/book']))
  const dates = texts.get('lastmod') ?? []
  // Pages of the starter that nobody has changed have no date.
  expect(dates.length).toBeLessThanOrEqual(paths.length)
  for (const lastmod of dates) {
    expect(lastmod).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(lastmod)).toBeLessThanOrEqual(Date.now())
  }
})

test('robots.txt allows public pages and names the sitemap', async () => {
  const lines = (await (await visit('/robots.txt')).text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Allow: /',
      'Disallow: /admin',
      'Disallow: /api/',
      'Sitemap: http://agency.example/sitemap.xml',
    ]),
  )
})

test.each(publicPaths)('%s has its address, its share image, an icon and the manifest', async (path) => {
  const page = await (await visit(path)).text()
  const links = elements(page, 'link')
  const hrefOf = (name: string) => links.find(({ rel }) => rel === name)?.['href']
  expect(hrefOf('canonical')).toBe(`http://agency.example${path}`)
  expect(hrefOf('manifest')).toBe('/manifest.webmanifest')
  expect(hrefOf('alternate')).toBe('/blog/rss.xml')
  expect(hrefOf('apple-touch-icon')).toBe('/apple-touch-icon.png')
  const card = elements(page, 'meta').find(({ property }) => property === 'og:image')
  const image = (card?.['content'] ?? '').replace(/^http:\/\/agency\.example/, '')
  const response = await visit(image, { headers: { 'accept-encoding': 'br, gzip' } })
  const png = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.length).toBeLessThan(100_000)
})

test('an unknown page has no share image, and names none', async () => {
  for (const path of [
    '/share/none.png',
    '/share/contact',
    '/share/contact/thank-you.png',
    '/share/',
    '/share/..%2f.png',
  ])
    expect((await visit(path)).status, path).toBe(404)
  const page = await (await visit('/contact/thank-you')).text()
  expect(page).toContain('<meta name="robots" content="noindex"/>')
  expect(page).not.toContain('og:image')
})

test('the icons are what links and manifest say they are', async () => {
  type Manifest = { name: string; theme_color: string; icons: { src: string; sizes: string; type: string }[] }
  const manifest = (await (await visit('/manifest.webmanifest')).json()) as Manifest
  expect(manifest.theme_color).toBe('#07080D')
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await visit(src)
    expect([icon.status, icon.headers.get('content-type')?.split(';')[0]], src).toEqual([200, type])
    const bytes = Buffer.from(await icon.arrayBuffer())
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  const apple = Buffer.from(await (await visit('/apple-touch-icon.png')).arrayBuffer())
  expect(apple.readUInt32BE(16)).toBe(180)
  const ico = Buffer.from(await (await visit('/favicon.ico')).arrayBuffer())
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(ico.toString('latin1', 23, 26)).toBe('PNG')
})

test('the home page’s structured data names the firm', async () => {
  const [organization, website] = jsonLd(await (await visit('/')).text())
  expect(organization).toMatchObject({ '@type': 'Organization', url: 'http://agency.example/' })
  expect(organization?.['sameAs']).toHaveLength(3)
  expect(website).toMatchObject({ '@type': 'WebSite', url: 'http://agency.example/' })
})

test('a new name is shown everywhere at once', async () => {
  const imageBefore = (await visit('/share/home.png')).headers.get('etag')
  await visit('/llms.txt')
  const cookie = await signInByHttp(server().url)
  const saved = await visit('/admin/settings', {
    method: 'POST',
    body: new URLSearchParams({ ...siteSettingsFields({ siteName: 'Renamed' }), intent: 'save' }),
    headers: { cookie, origin: server().url },
    redirect: 'manual',
  })
  expect(saved.status).toBeLessThan(400)
  expect(await (await visit('/llms.txt')).text()).toMatch(/^# Renamed\n\n> Renamed is /)
  expect(await (await visit('/manifest.webmanifest')).json()).toMatchObject({ name: 'Renamed' })
  expect((await visit('/share/home.png')).headers.get('etag')).not.toBe(imageBefore)
})

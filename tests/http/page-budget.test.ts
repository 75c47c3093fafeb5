import { brotliCompressSync, gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { signInByHttp } from '#tests/support/owner-of-tests.ts'
import { attributes, elements } from '#tests/support/page-html.ts'
import { publicPaths } from '#tests/support/public-paths.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

/** Bytes that load before any interaction; text gzipped, the fonts of English texts as they are. */
const budgets = { script: 8 * 1024, style: 15 * 1024, font: 26 * 1024, whole: 60 * 1024 }

async function load(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(`${server().url}${path}`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  })
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const zipped = (body: Buffer) => gzipSync(body, { level: 9 }).length

/** Returns the bytes of a module and its static imports, each counted once. */
async function scriptBytes(path: string, seen: Set<string>): Promise<number> {
  if (seen.has(path)) return 0
  seen.add(path)
  const body = await load(path)
  const imports = body.toString().matchAll(/(?:from|^import|[;}]import)\s*["'](\.\/[^"']+)["']/g)
  let bytes = zipped(body)
  for (const [, found = ''] of imports)
    bytes += await scriptBytes(new URL(found, `http://local${path}`).pathname, seen)
  return bytes
}

test.each(publicPaths)('%s stays within its bytes', async (path) => {
  const page = await load(path)
  const html = page.toString()
  const links = elements(html, 'link')
  const modules = [
    ...attributes(html, 'script', 'src'),
    ...links.filter(({ rel }) => rel === 'modulepreload').map(({ href = '' }) => href),
  ]
  const seen = new Set<string>()
  let [script, style, font] = [0, 0, 0]
  for (const module of modules) script += await scriptBytes(module, seen)
  for (const { rel, href = '' } of links) {
    if (rel !== 'stylesheet') continue
    const sheet = await load(href)
    style += zipped(sheet)
    for (const [, file = ''] of sheet.toString().matchAll(/url\(["']?([^)"']+-basic[^)"']*\.woff2)/g))
      font += (await load(new URL(file, `http://local${href}`).pathname)).length
  }
  expect(script, 'script').toBeGreaterThan(0)
  expect(script, 'script').toBeLessThanOrEqual(budgets.script)
  expect(style, 'style').toBeLessThanOrEqual(budgets.style)
  expect(font, 'font').toBeGreaterThan(0)
  expect(font, 'font').toBeLessThanOrEqual(budgets.font)
  expect(zipped(page) + script + style + font, 'whole page').toBeLessThanOrEqual(budgets.whole)
})

test('the islands of public pages load neither the router nor scripts of the admin', async () => {
  const html = (await load('/')).toString()
  const [entry = ''] = attributes(html, 'script', 'src')
  const found = (await load(entry)).toString().matchAll(/[\w/-]+\.island-[\w-]+\.js/g)
  const islands = [...new Set(Array.from(found, ([file]) => file.replace(/^.*\//, '')))]
  expect(islands.length).toBeGreaterThan(8)
  for (const island of islands) {
    const seen = new Set<string>()
    await scriptBytes(`/assets/${island}`, seen)
    expect(
      [...seen].filter((path) => /\/(?:router|admin)-/.test(path)),
      island,
    ).toEqual([])
  }
})

test('a page of the admin asks for few files', async () => {
  const cookie = await signInByHttp(server().url)
  for (const path of ['/admin/leads', '/admin/conversations', '/admin/api', '/admin/analytics']) {
    const html = (await load(path, { cookie })).toString()
    const asked = elements(html, 'link').filter(({ rel = '' }) => /modulepreload|stylesheet/.test(rel))
    expect(asked.length, path).toBeLessThanOrEqual(16)
    expect(asked.length, path).toBeGreaterThan(5)
  }
})

test('the page editor stays within its scripts, React among them', async () => {
  const cookie = await signInByHttp(server().url)
  const html = (await load('/admin/pages/home', { cookie })).toString()
  // The page also names other routes' scripts, which load on navigation only.
  const asked = elements(html, 'link').filter(({ rel }) => rel === 'modulepreload')
  const [, routes = ''] = /["'](\/assets\/manifest-[^"']+\.js)["']/.exec(html) ?? []
  const seen = new Set<string>()
  let script = 0
  for (const path of [...asked.map(({ href = '' }) => href), routes]) script += await scriptBytes(path, seen)
  expect(script).toBeGreaterThan(100 * 1024)
  // The goal is 150. Above it are the frame of the admin with its choices, its routes, and public scripts in the entry.
  expect(script).toBeLessThanOrEqual(159 * 1024)
})

test('the surface for writing posts is loaded on demand, and stays within its bytes', async () => {
  const cookie = await signInByHttp(server().url)
  const html = (await load('/admin/blog', { cookie })).toString()
  const asked = elements(html, 'link').flatMap(({ rel, href = '' }) =>
    rel === 'modulepreload' ? [href] : [],
  )
  const page = new Set<string>()
  for (const path of asked) await scriptBytes(path, page)
  expect([...page].filter((path) => /open-surface|read-paste/.test(path))).toEqual([])
  const texts = await Promise.all([...page].map(async (path) => (await load(path)).toString()))
  const [surface] = /open-surface-[\w-]+\.js/.exec(texts.join('\n')) ?? []
  const own = new Set<string>()
  await scriptBytes(`/assets/${surface}`, own)
  let bytes = 0
  for (const path of own) if (!page.has(path)) bytes += brotliCompressSync(await load(path)).length
  expect(bytes).toBeGreaterThan(50 * 1024)
  expect(bytes).toBeLessThanOrEqual(110 * 1024)
})

import { expect, test } from 'vitest'

import { listTexts } from '#app/features/content/wording/texts-in.ts'
import { publicTextSets } from '#app/features/site/wording/catalogue.ts'
import { starterMenus } from '#app/features/content/menus/menus-schema.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { elements, textOf } from '#tests/support/page-html.ts'
import { publicPaths } from '#tests/support/public-paths.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })

/** @returns where it leads, or an empty text */
async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { url } = server()
  const cookie = await signInByHttp(url)
  const body = new URLSearchParams(fields)
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { cookie, origin: url },
    redirect: 'manual',
  })
  expect(response.status, `${path} ${await response.text()}`).toBeLessThan(400)
  return String(response.headers.get('location'))
}

async function page(path: string): Promise<{ status: number; html: string; location: string | null }> {
  const response = await fetch(`${server().url}${path}`, { redirect: 'manual' })
  return { status: response.status, html: await response.text(), location: response.headers.get('location') }
}

const inGerman = ['home', 'about', 'terms', 'ai-chatbots']
const inArabic = ['home', 'contact']

/** Returns the alternates of a page's head by their language. */
function alternatesOf(html: string): Map<string, string> {
  const links = elements(html, 'link').filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)
  return new Map(links.map(({ hreflang = '', href = '' }) => [hreflang, new URL(href).pathname]))
}

test('a site begins in one language, which its pages do not repeat', async () => {
  const { html } = await page('/')
  expect(alternatesOf(html)).toEqual(new Map())
  expect(html).not.toContain('aria-label="Language"')
  expect(await page('/de')).toMatchObject({ status: 404 })
})

test('languages are added with versions of pages', async () => {
  for (const language of ['de', 'ar']) await post('/admin/languages', { intent: 'add', language })
  for (const [language, ids] of [
    ['de', inGerman],
    ['ar', inArabic],
  ] as const)
    for (const id of ids) {
      await post('/admin/languages', { intent: 'version', language, id })
      await post(`/admin/pages/${id}.${language}`, { intent: 'publish', version: '1' })
    }
  expect(await page('/de')).toMatchObject({ status: 200 })
})

const article = { intent: 'save', slug: '', tags: 'Calls', published: 'on' }

test('a post has versions, which begin as copies that no reader sees', async () => {
  for (const title of ['Night calls', 'Only in English'])
    await post('/admin/blog', { ...article, title, content: `${title} are answered.` })
  const listed = await fetch(`${server().url}/admin/blog`, {
    headers: { cookie: await signInByHttp(server().url) },
  })
  const source = elements(await listed.text(), 'a').find((link) => link['aria-label'] === 'Edit Night calls')
  const id = String(source?.href).split('/').at(-1)
  const german = await post('/admin/languages', { intent: 'post-version', language: 'de', id: String(id) })
  expect(await page('/de/blog/night-calls-de')).toMatchObject({ status: 404 })
  const fields = { ...article, title: 'Anrufe bei Nacht', content: 'Wir nehmen ab.', language: 'de' }
  await post(german, { ...fields, slug: 'anrufe', version: '1' })
  expect(await page('/de/blog/anrufe')).toMatchObject({ status: 200 })
  expect(await page('/blog/anrufe')).toMatchObject({ status: 301 })
  expect(await page('/de/blog/night-calls')).toMatchObject({
    status: 301,
    location: expect.stringMatching(/[^e]\/blog\/night-calls$/),
  })
})

test('versions of a post lead to each other, and lists and feeds have the posts of their language', async () => {
  const expected = new Map([
    ['en', '/blog/night-calls'],
    ['de', '/de/blog/anrufe'],
    ['x-default', '/blog/night-calls'],
  ])
  for (const path of ['/blog/night-calls', '/de/blog/anrufe']) {
    const { html } = await page(path)
    expect(alternatesOf(html), path).toEqual(expected)
    const switcher = elements(html, 'a').filter(({ lang, hreflang }) => lang && lang === hreflang)
    expect(new Map(switcher.map(({ hreflang = '', href = '' }) => [hreflang, href]))).toEqual(
      new Map([
        ['en', '/blog/night-calls'],
        ['de', '/de/blog/anrufe'],
        // Arabic has no version of it, so it leads to its home page.
        ['ar', '/ar'],
      ]),
    )
  }
  expect(alternatesOf((await page('/blog/only-in-english')).html)).toEqual(new Map())
  for (const list of ['/de/blog', '/de/blog/rss.xml', '/de/blog/feed.json']) {
    const { html } = await page(list)
    expect(html, list).toContain('/de/blog/anrufe')
    expect(html, list).not.toContain('only-in-english')
    expect(html, list).not.toContain('night-calls')
  }
  const { html: english } = await page('/blog')
  expect(english).toContain('/blog/only-in-english')
  expect(english).not.toContain('anrufe')
})

test('every page of the sitemap names its versions, and each names the others back', async () => {
  const { html: sitemap } = await page('/sitemap.xml')
  const entries = Array.from(sitemap.matchAll(/<url>([\s\S]*?)<\/url>/g), ([, entry = '']) => ({
    path: new URL(/<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? '').pathname,
    alternates: new Map(
      Array.from(entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g), ([, tag = '', href = '']) => [
        tag,
        new URL(href).pathname,
      ]),
    ),
  }))
  expect(entries.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/de', '/ar', '/de/about', '/ar/contact', '/de/blog/anrufe']),
  )
  for (const { path, alternates } of entries) {
    const { status, html } = await page(path)
    expect(status, path).toBe(200)
    const { href = '' } = elements(html, 'link').find(({ rel }) => rel === 'canonical') ?? {}
    expect(new URL(href).pathname).toBe(path)
    expect(alternatesOf(html), path).toEqual(alternates)
    const language =
      path === '/de' || path.startsWith('/de/')
        ? 'de'
        : path === '/ar' || path.startsWith('/ar/')
          ? 'ar'
          : 'en'
    expect(html, path).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
    for (const [tag, other] of alternates) {
      if (tag === 'x-default') continue
      const back = alternatesOf((await page(other)).html)
      expect([...back.values()], `${other} names ${path}`).toContain(path)
      expect(back.get('x-default')).toBe(alternates.get('x-default'))
    }
  }
})

test('links and forms stay in the language; links to a page that it lacks say so', async () => {
  const { html } = await page('/de')
  const links = elements(html, 'a')
  for (const { href = '' } of links.filter(({ hreflang }) => hreflang === undefined))
    if (href.startsWith('/') && !href.startsWith('/admin')) expect(href).toMatch(/^\/de(\/|$|\?)/)
  const toContact = links.find(({ href }) => href?.startsWith('/contact'))
  expect(toContact).toMatchObject({ hreflang: 'en' })
  for (const { action = '' } of elements(html, 'form')) expect(action).toMatch(/^\/de\//)
  const switcher = links.filter(({ lang, hreflang }) => lang !== undefined && lang === hreflang)
  expect(new Set(switcher.map(({ hreflang, href }) => `${hreflang} ${href}`))).toEqual(
    new Set(['en /', 'de /de', 'ar /ar']),
  )
})

test('what one language lacks leads to the main one, and addresses have one spelling', async () => {
  expect(await page('/de/privacy')).toMatchObject({
    status: 302,
    location: expect.stringMatching(/\/privacy$/),
  })
  expect(await page('/en/about')).toMatchObject({ status: 301, location: '/about' })
  expect(await page('/DE/about')).toMatchObject({ status: 301, location: '/de/about' })
  expect(await page('/de/nothing')).toMatchObject({ status: 404 })
  expect(await page('/fr')).toMatchObject({ status: 404 })
  expect((await page('/de/admin')).location).toMatch(/\/admin/)
  // A mail may name a language that the site had once.
  expect(await page('/fr/booking/x')).toMatchObject({ status: 301, location: '/booking/x' })
})

test('a refused form is answered in its language, with what was typed', async () => {
  const response = await fetch(`${server().url}/ar/contact`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada', email: 'not an address', message: '' }),
    headers: { origin: server().url },
  })
  const html = await response.text()
  expect(response.status).toBe(400)
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('value="Ada"')
  expect(textOf(html)).not.toContain('Please enter')
})

/** Product texts that are the same in every language, or that only programs and members read. */
const same =
  /^(?:blog\.post\.copyright|site\.footer\.admin|site\.nav\.alsoHere|site\.nav\.closeOffer|menus\.prices\.|(?:widget|trial\.chat)\.(?:page|source)$|menus\.blog|blog\.(?:title|metaTitle|post\.(?:linkedin|whatsapp|facebook|twitter))|chat\.|cards\.|ai\.|refusals\.)/

test('no product text of a public page is written outside the sets of texts', async () => {
  const fields = siteSettingsFields({ siteName: 'Lumivox' })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    fields[day] = '24 hours'
  await post('/admin/settings', {
    intent: 'save',
    ...fields,
    currency: 'USD',
    closedOn: '',
    language: 'en-XA',
  })
  const owned = JSON.stringify([starterPages, starterMenus])
  const texts = publicTextSets.flatMap(({ name, of }) =>
    listTexts(of[defaultLocale]).flatMap(({ place, text }) =>
      same.test(`${name}.${place}`) || owned.includes(JSON.stringify(text).slice(1, -1))
        ? []
        : [[`${name}.${place}`, text] as const],
    ),
  )
  for (const path of [
    ...publicPaths,
    '/contact/thank-you',
    '/book',
    '/book/consultation',
    '/blog/search?q=zzz',
    '/nothing',
    '/blog/nothing',
  ]) {
    const { html } = await page(path)
    expect(html, path).toContain('<html lang="en-XA"')
    const shown = [
      ...Array.from(html.matchAll(/>([^<>]+)</g), ([, text = '']) => text.trim()),
      ...['aria-label', 'placeholder', 'title'].flatMap((name) =>
        Array.from(html.matchAll(new RegExp(`${name}="([^"]*)"`, 'g')), ([, text = '']) => text),
      ),
    ].map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'))
    for (const [place, text] of texts) {
      // One that begins with a placeholder may be anything.
      if (/^\{(?!siteName)/.test(text) || !/[a-z]{3}/i.test(text.replaceAll(/\{\w+\}/g, ''))) continue
      const pattern = new RegExp(
        `^${fill(text, { siteName: 'Lumivox' })
          .split(/\{\w+\}/)
          .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
          .join('.+')}$`,
      )
      expect(
        shown.filter((one) => pattern.test(one)),
        `${place} on ${path}`,
      ).toEqual([])
    }
  }
})

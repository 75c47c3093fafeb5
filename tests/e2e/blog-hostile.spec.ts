import { corporaOf } from '#tests/support/corpora.ts'

import { expect, test } from './fixtures.ts'

/** Shapes that involve a whole post; the corpus has single pieces of HTML. */
const shapes = [
  '<script>window.hacked = 1; alert(1)</script>',
  '<img src=x onerror="window.hacked = 1; alert(1)">',
  '[a](javascript:alert(1)) <a href="java&#10;script:alert(1)">b</a>',
  ']]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
]
const hostile = corporaOf('html-xss').map(({ title, isOwn, isHere, cases }) => ({
  title,
  texts: [...(isOwn ? shapes : []), ...(isHere ? cases<{ input: string }>().map(({ input }) => input) : [])],
}))

/** Puts eight cases in each post, each a block of its own; the tests of sanitizing try them one by one. */
function inPosts(texts: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(texts.length / 8) }, (_, n) =>
    texts.slice(8 * n, 8 * n + 8).join('\n\n'),
  )
}

for (const { title: whose, texts: pieces } of hostile)
  test(`hostile posts run nowhere, even without a content security policy (${pieces.length}, ${whose})`, async ({
    app,
    browser,
    ownerCookie,
    engine,
  }) => {
    test.skip(pieces.length === 0, whose)
    test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
    test.setTimeout(200_000)
    const context = await browser.newContext({ bypassCSP: true, baseURL: app.url })
    // Blocks what the posts would load from elsewhere, which is not tested here.
    await context.route(
      (url) => url.origin !== app.url,
      (route) => route.abort(),
    )
    const page = await context.newPage()
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(`${page.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const cookie = `${ownerCookie.name}=${ownerCookie.value}`
    const texts = inPosts(pieces.filter((text) => text.trim() !== '' && !text.includes('\0')))
    const titles: string[] = []
    for (const [n, text] of texts.entries()) {
      const fields = {
        intent: 'save',
        published: 'on',
        content: `needle${n}\n\n${text}\n\nend ${text}`,
        excerpt: text.slice(0, 400),
      }
      const attempt = (more: Record<string, string>) =>
        fetch(`${app.url}/admin/blog`, {
          method: 'POST',
          headers: { cookie, origin: app.url },
          body: new URLSearchParams({ ...fields, ...more }),
          redirect: 'manual',
        })
      const title = `${n} ${text}`.slice(0, 190)
      const all = { title, tags: text.slice(0, 39), slug: text.slice(0, 200), imageUrl: text.slice(0, 200) }
      // Leaves out the fields that are refused, so that the others are rendered.
      let status = (await attempt(all)).status
      if (status === 400) status = (await attempt({ ...all, imageUrl: '' })).status
      if (status === 400)
        status = (await attempt({ title, tags: text.replaceAll(',', ' ').slice(0, 39) })).status
      expect([200, 400]).toContain(status)
      if (status === 200) titles.push(title)
    }
    expect(titles.length).toBeGreaterThan(texts.length * 0.8)

    const seen = async (path: string) => {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      expect(await page.evaluate(() => 'hacked' in window), path).toBe(false)
      expect(dialogs, path).toEqual([])
    }
    const posts: string[] = []
    for (let list = 1; list < 60; list += 1) {
      await seen(list === 1 ? '/blog' : `/blog?page=${list}`)
      for (const href of await page
        .locator('.post-card h2 a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
        posts.push(href)
      if ((await page.getByRole('link', { name: 'Older posts' }).count()) === 0) break
    }
    expect(posts.length).toBeGreaterThanOrEqual(titles.length)
    for (const path of posts) await seen(path)
    for (const path of ['/blog/search?q=needle1', '/blog/atom.xml', '/blog/rss.xml', '/blog/feed.json'])
      await seen(path)
    await context.addCookies([{ ...ownerCookie, url: app.url }])
    await seen('/admin/blog')
    const edits = await page
      .getByRole('link', { name: /^Edit/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const path of edits.slice(0, 5)) {
      await seen(path)
      await seen(`${path}/preview`)
    }
    await context.close()
  })

import { expect, test } from 'vitest'

import { elements } from '#tests/support/page-html.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

const robotsOf = async (path: string) => (await fetch(`${server().url}${path}`)).headers.get('x-robots-tag')
const paths = ['/', '/about', '/blog', '/sitemap.xml', '/blog/rss.xml', '/share/home.png', '/no-such-page']

test('a fresh installation is kept from search engines, on cached pages too, until its owner lets them in', async () => {
  for (const path of paths)
    for (const _ of [1, 2]) expect([path, await robotsOf(path)]).toEqual([path, 'noindex'])
  // A crawler sees noindex only on pages that it may fetch, so robots.txt must allow all.
  expect(await (await fetch(`${server().url}/robots.txt`)).text()).toContain('Allow: /\n')
  const isTold = async () => {
    const page = await (await fetch(`${server().url}/`)).text()
    return elements(page, 'meta').some(({ name, content }) => name === 'robots' && content === 'noindex')
  }
  expect(await isTold()).toBe(true)

  const cookie = await signInByHttp(server().url)
  const choose = (intent: string) =>
    fetch(`${server().url}/admin/checklist`, {
      method: 'POST',
      body: new URLSearchParams({ intent }),
      headers: { cookie, origin: server().url },
    })
  expect((await choose('open')).status).toBe(200)
  for (const path of paths) expect([path, await robotsOf(path)]).toEqual([path, null])
  expect(await isTold()).toBe(false)
  expect((await choose('close')).status).toBe(200)
  for (const path of paths) expect([path, await robotsOf(path)]).toEqual([path, 'noindex'])
})

import { expect, onTestFinished, test, vi } from 'vitest'

import { startAppServer } from '#tests/support/app-server.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'

/** A second, and what a machine adds that runs the other tests meanwhile. */
const SOON = { timeout: 3000, interval: 20 }

/** Pages that list a post: each instance keeps them whole until it is told otherwise. */
const pages = ['/blog', '/blog/rss.xml', '/sitemap.xml', '/llms.txt']

async function startTwo() {
  const database = await createTestDatabase()
  const env = {
    ...database.env,
    APP_SECRET: testSecret,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
  }
  const first = await startAppServer(env)
  const second = await startAppServer(env)
  onTestFinished(async () => {
    await Promise.all([first.stop(), second.stop()])
    await database.drop()
  })
  return { first, second }
}

test.runIf(testEngine === 'postgres')(
  'what one instance publishes and takes back, the other shows and hides within a second',
  async () => {
    const { first, second } = await startTwo()
    // The session of one is the other's too.
    const cookie = await signInByHttp(second.url)
    const act = (fields: Record<string, string>) =>
      fetch(`${first.url}/admin/blog`, {
        method: 'POST',
        headers: { cookie, origin: first.url },
        body: new URLSearchParams(fields),
      })
    const read = async (path: string) => (await fetch(second.url + path)).text()
    const all = async () => Promise.all(pages.map(read))
    for (const page of [...(await all()), ...(await all())]) expect(page).not.toContain('from-the-first')

    const saved = await act({ intent: 'save', title: 'From the first', content: 'Text', published: 'on' })
    expect(saved.status).toBe(200)
    await vi.waitFor(async () => {
      for (const page of await all()) expect(page).toContain('from-the-first')
    }, SOON)
    expect(await read('/blog/from-the-first')).toContain('From the first')

    const list = await (await fetch(`${first.url}/admin/blog`, { headers: { cookie } })).text()
    const id = /\/admin\/blog\/([0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
    expect((await act({ intent: 'unpublish', id })).status).toBe(200)
    await vi.waitFor(async () => {
      for (const page of await all()) expect(page).not.toContain('from-the-first')
      expect((await fetch(`${second.url}/blog/from-the-first`)).status).toBe(404)
    }, SOON)
  },
)

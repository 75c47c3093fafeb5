import { access, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverUnderTest, signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

const server = serverUnderTest()

type Site = { url: string }

function post({ url }: Site, path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: url, ...(cookie && { cookie }) },
    redirect: 'manual',
  })
}

function inquire(site: Site, email: string): Promise<Response> {
  return post(site, '/contact', { name: 'Ann', email, message: 'Hello, what does it cost?', consent: 'on' })
}

test('a person’s data is handed over as a file that nobody keeps, and neither address nor cookie is logged', async () => {
  const email = 'needle.ann@example.com'
  expect((await inquire(server(), email)).status).toBe(303)
  const cookie = await signInByHttp(server().url)
  const file = await post(server(), '/admin/privacy/export', { address: email }, cookie)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="personal-data.json"',
    'cache-control': 'no-store',
  })
  expect(await file.json()).toMatchObject({ address: email, inquiries: [{ email }] })
  const erased = await post(server(), '/admin/privacy', { intent: 'erase', address: email }, cookie)
  expect(await erased.text()).toContain('1 inquiry')
  expect(
    (await (await post(server(), '/admin/privacy/export', { address: email }, cookie)).json()).inquiries,
  ).toEqual([])
  expect(server().output()).not.toContain('needle')
  expect(server().output()).not.toContain(cookie.split('=')[1])
})

test('neither what visitors ask the assistant, nor a provider’s key, nor a query is logged', async () => {
  const { url } = server()
  const cookie = await signInByHttp(url)
  const key = { intent: 'save', provider: 'openai', model: 'gpt-4', apiKey: 'sk-needle-in-a-key' }
  await (await post(server(), '/admin/api', key, cookie)).text()
  const chat = await fetch(`${url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ message: 'needle-in-a-question', page: '/' }),
    headers: { 'content-type': 'application/json', origin: url },
  })
  await chat.text()
  await (await fetch(`${url}/blog/search?q=needle-in-a-query`)).text()
  await (await fetch(`${url}/no/such%0d%0apage`)).text()
  expect(server().output()).toContain('"path":"/api/chat"')
  expect(server().output()).not.toContain('needle')
  for (const line of server().output().trim().split('\n')) expect(line).toMatch(/^(?:\{.*\}|Site |Admin )/)
})

test.runIf(testEngine === 'sqlite')(
  'a folder whose database is put back to an older state erases again at its start',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-privacy-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const env = {
      DATA_DIR: join(folder, 'data'),
      APP_SECRET: testSecret,
      ADMIN_EMAIL: testOwner.email,
      ADMIN_PASSWORD: testOwner.password,
    }
    const database = join(env.DATA_DIR, 'foyer.sqlite')
    const first = await startAppServer(env)
    await inquire(first, 'ann@example.com')
    await first.stop()
    await cp(database, join(folder, 'older'))

    const second = await startAppServer(env)
    const cookie = await signInByHttp(second.url)
    await post(second, '/admin/privacy', { intent: 'erase', address: 'ann@example.com' }, cookie)
    await eventually(() => access(join(env.DATA_DIR, 'erasures.jsonl')))
    await second.stop()
    await cp(join(folder, 'older'), database)

    const third = await startAppServer(env)
    onTestFinished(async () => void (await third.stop()))
    await eventually(() => expect(third.output()).toContain('privacy.erasures_replayed'))
    const again = await signInByHttp(third.url)
    const held = await post(third, '/admin/privacy/export', { address: 'ann@example.com' }, again)
    expect(await held.json()).toMatchObject({ inquiries: [], mails: [] })
  },
)

import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { startS3Server } from '#tests/fakes/s3-server.ts'
import { startSmtpServer } from '#tests/fakes/smtp-server.ts'
import { converse, eventsIn, postChat, readUntil, storeProviderKey } from '#tests/support/chat-server.ts'
import { whyNoProxy } from '#tests/support/proxies.ts'
import { killOneInstance } from '#tests/support/kill-one-instance.ts'
import { fetchFormToken } from '#tests/support/send-inquiry.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { createTestAiProvider } from '#tests/support/test-ai-provider.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'
import { startTwoInstances, type TwoInstances } from '#tests/support/two-instances.ts'
import { inquiryFields } from '#tests/factories/inquiry.ts'

/** One second, plus the delay of other tests on the machine. */
const SOON = { timeout: 3000, interval: 20 }

/** Pages that list posts; each instance caches them until it is told of a change. */
const pages = ['/blog', '/blog/rss.xml', '/sitemap.xml', '/llms.txt']

const ownerEnv = {
  APP_SECRET: testSecret,
  ADMIN_EMAIL: testOwner.email,
  ADMIN_PASSWORD: testOwner.password,
}

beforeEach(({ skip }) => {
  const reason = whyNoProxy('haproxy')
  if (reason) skip(reason)
})

async function startTwo(...options: Parameters<typeof startTwoInstances>): Promise<TwoInstances> {
  const [variables, others] = options
  const two = await startTwoInstances({ ...ownerEnv, ...variables }, others)
  onTestFinished(two.stop)
  return two
}

async function startTwoWithChat() {
  const fake = await createTestAiProvider()
  return { fake, ...(await startTwo(fake.env, { prepare: storeProviderKey })) }
}

function postAs(cookie: string, url: string, fields: Record<string, string> | FormData): Promise<Response> {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  return fetch(url, { method: 'POST', headers: { cookie, origin: new URL(url).origin }, body })
}

/** Posts a form from an address of this machine, which HAProxy takes for the visitor's, and returns the status. */
async function statusFrom(
  address: string,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sending = request(url, {
    method: 'POST',
    localAddress: address,
    // Every address of 127.0.0.0/8 belongs to this machine.
    host: '127.0.0.1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  sending.once('error', reject)
  sending.once('response', (response) => void text(response).then(() => resolve(response.statusCode), reject))
  sending.end(new URLSearchParams(fields).toString())
  return promise
}

const onPostgres = test.runIf(testEngine === 'postgres')

onPostgres(
  'what one instance publishes and takes back, the other shows and hides within a second',
  async () => {
    const { first, second } = await startTwo({})
    // A session is valid on both instances.
    const cookie = await signInByHttp(second.url)
    const read = async (path: string) => (await fetch(second.url + path)).text()
    const all = async () => Promise.all(pages.map(read))
    for (const page of [...(await all()), ...(await all())]) expect(page).not.toContain('from-the-first')

    const post = { intent: 'save', title: 'From the first', content: 'Text', published: 'on' }
    expect((await postAs(cookie, `${first.url}/admin/blog`, post)).status).toBe(200)
    await vi.waitFor(async () => {
      for (const page of await all()) expect(page).toContain('from-the-first')
    }, SOON)
    expect(await read('/blog/from-the-first')).toContain('From the first')

    const list = await (await fetch(`${first.url}/admin/blog`, { headers: { cookie } })).text()
    const id = /\/admin\/blog\/([0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
    expect((await postAs(cookie, `${first.url}/admin/blog`, { intent: 'unpublish', id })).status).toBe(200)
    await vi.waitFor(async () => {
      for (const page of await all()) expect(page).not.toContain('from-the-first')
      expect((await fetch(`${second.url}/blog/from-the-first`)).status).toBe(404)
    }, SOON)
  },
)

onPostgres(
  'a page that one instance publishes, moves and takes back is so on the other within a second',
  async () => {
    const { first, second } = await startTwo({})
    const cookie = await signInByHttp(first.url)
    const details = `${first.url}/admin/pages/about/details`
    const change = async (fields: Record<string, string>) => {
      expect((await postAs(cookie, details, fields)).status).toBe(200)
    }
    const at = async (path: string) => {
      const response = await fetch(second.url + path, { redirect: 'manual' })
      return `${response.status} ${response.headers.get('location') ?? (await response.text())}`
    }
    // The other instance caches the page.
    for (let n = 0; n < 2; n += 1) expect(await at('/about')).toMatch(/^200 /)
    await change({ intent: 'save', version: '1', name: 'About', metaTitle: 'From the first' })
    await change({ intent: 'publish' })
    await vi.waitFor(async () => expect(await at('/about')).toContain('From the first'), SOON)
    await change({ intent: 'move', path: '/us' })
    await vi.waitFor(async () => expect(await at('/about')).toBe('301 /us'), SOON)
    await change({ intent: 'unpublish' })
    await vi.waitFor(async () => expect(await at('/us')).toMatch(/^404 /), SOON)
  },
)

onPostgres(
  'when one instance is killed under load, nothing acknowledged is lost and visitors hardly notice',
  async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const two = await startTwo({ LIMITS: 'off', SMTP_URL: smtp.url, LOG_LEVEL: 'fatal' })
    const held = await killOneInstance(two, smtp)
    expect(held).toMatchObject({ lost: [], doubled: 0, mailsMissing: 0, mailsTwice: 0, sessionHeld: true })
    expect(held.acknowledged).toBeGreaterThan(200)
  },
)

onPostgres(
  'a visitor is counted by their own address behind the proxy, on both instances together',
  async () => {
    const { proxy } = await startTwo({})
    const inquire = async (address: string, headers?: Record<string, string>) => {
      const fields = { ...inquiryFields(), token: await fetchFormToken(proxy.url) }
      return statusFrom(address, `${proxy.url}/api/inquiries`, fields, headers)
    }
    // The proxy alternates between the instances; the address that a visitor claims is not believed.
    for (let n = 0; n < 20; n += 1)
      expect(await inquire('127.0.0.2', { 'x-forwarded-for': `198.51.100.${n}` })).toBe(200)
    expect(await inquire('127.0.0.2')).toBe(429)
    expect(
      await inquire('127.0.0.2', { 'x-forwarded-for': '198.51.100.200', forwarded: 'for=198.51.100.200' }),
    ).toBe(429)
    expect(await inquire('127.0.0.3')).toBe(200)
  },
)

onPostgres('a session ends on both, and failed sign-ins count on both', async () => {
  const { first, second } = await startTwo({})
  const cookie = await signInByHttp(first.url)
  const statusOn = async ({ url }: { url: string }) =>
    (await fetch(`${url}/admin/leads`, { headers: { cookie }, redirect: 'manual' })).status
  expect([await statusOn(first), await statusOn(second)]).toEqual([200, 200])
  await postAs(cookie, `${second.url}/admin/logout`, {})
  expect([await statusOn(first), await statusOn(second)]).toEqual([302, 302])

  const wrong = { email: testOwner.email, password: 'not the phrase at all' }
  const signIn = async ({ url }: { url: string }) => statusFrom('127.0.0.1', `${url}/admin/login`, wrong)
  const statuses: (number | undefined)[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await signIn(first), await signIn(second))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

onPostgres('a visitor’s chat that is taken over on one instance is live on the other', async () => {
  const { first, second, proxy, fake } = await startTwoWithChat()
  fake.behave({ kind: 'reply', text: 'Hello.' })
  const { id, token } = await converse(first.url, 'Hello?')
  const events = await fetch(`${first.url}/api/chat/${id}/events`, {
    headers: { 'x-conversation-token': token },
  })
  const heard = readUntil(events, 'I am Ada.')
  const cookie = await signInByHttp(second.url)
  const conversation = `${second.url}/admin/conversations/${id}`
  expect((await postAs(cookie, conversation, { intent: 'take-over' })).status).toBe(200)
  expect((await postAs(cookie, conversation, { intent: 'write', message: 'I am Ada.' })).status).toBe(200)
  expect(eventsIn(await heard)).toMatchObject([
    { type: 'speaker', speaker: 'assistant' },
    { type: 'speaker', speaker: 'owner' },
    { type: 'message', message: { author: 'owner', text: 'I am Ada.' } },
  ])
  // Whichever instance receives it, the next message is for the owner and not for the assistant.
  const calls = fake.requests.length
  for (let n = 0; n < 2; n += 1) {
    const answer = await postChat(proxy.url, { conversationId: id, message: 'Ada?' }, { token })
    expect(eventsIn(await answer.text()).at(-1)).toMatchObject({ type: 'speaker', speaker: 'owner' })
  }
  expect(fake.requests).toHaveLength(calls)
})

onPostgres(
  'a reply streams through the proxy word by word, and ends upstream when its visitor leaves',
  async () => {
    const { proxy, fake } = await startTwoWithChat()
    fake.behave({ kind: 'hang', text: 'Half a' })
    const leaving = new AbortController()
    const body = { conversationId: null, message: 'Hello?' }
    const response = await postChat(proxy.url, body, { signal: leaving.signal })
    await readUntil(response, 'Half')
    const leftAt = performance.now()
    leaving.abort()
    const closed = await fake.requests[0]?.closed
    expect(closed?.byClient).toBe(true)
    // If the proxy hid the disconnect, the reply would continue for up to two heartbeats.
    expect((closed?.at ?? Infinity) - leftAt).toBeLessThan(5000)
  },
)

onPostgres('what is deleted from the knowledge of one instance is not cited by the other', async () => {
  const { first, second, fake } = await startTwoWithChat()
  fake.behave({ kind: 'reply', text: 'It is 42 months [1].' })
  const cookie = await signInByHttp(first.url)
  const added = { intent: 'text', title: 'Warranty', text: 'The warranty of a gearbox lasts 42 months.' }
  expect((await postAs(cookie, `${first.url}/admin/knowledge`, added)).status).toBe(200)
  const cited = async (url: string) => {
    const { events } = await converse(url, 'How long does the warranty of a gearbox last?')
    return events
      .flatMap((event) => (event.type === 'sources' ? event.sources : []))
      .map(({ title }) => title)
  }
  await vi.waitFor(async () => expect(await cited(second.url)).toEqual(['Warranty']), {
    timeout: 10_000,
    interval: 300,
  })
  const list = await fetch(`${first.url}/admin/knowledge/readings`, { headers: { cookie } })
  const { readings } = (await list.json()) as { readings: { id: string; title: string }[] }
  const id = readings.find(({ title }) => title === 'Warranty')?.id ?? ''
  expect((await postAs(cookie, `${first.url}/admin/knowledge`, { intent: 'delete', id })).status).toBe(200)
  expect(await cited(second.url)).not.toContain('Warranty')
  expect(JSON.stringify(fake.requests.at(-1)?.body)).not.toContain('42 months')
})

onPostgres('a picture that is uploaded on one instance is shown by the other, from the bucket', async () => {
  const key = { id: 'AKIDEXAMPLE', secret: 'a secret of the tests' }
  const bucket = await startS3Server(key)
  onTestFinished(() => bucket.close())
  const { first, second } = await startTwo({
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
  })
  const cookie = await signInByHttp(first.url)
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'teal.png', { type: 'image/png' }))
  const uploaded = await postAs(cookie, `${first.url}/admin/images`, form)
  expect(uploaded.status).toBe(200)
  const path = /\/images\/[\w./-]+/.exec(await uploaded.text())?.[0] ?? ''
  expect(bucket.objects.size).toBeGreaterThan(1)
  const shown = await fetch(second.url + path)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

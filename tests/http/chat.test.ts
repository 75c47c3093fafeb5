import { expect, onTestFinished, test } from 'vitest'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import type { FakeAiProvider } from '#tests/fakes/ai-provider/server.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { converse, eventsIn, postChat, readUntil, storeProviderKey } from '#tests/support/chat-server.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { createTestAiProvider } from '#tests/support/test-ai-provider.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'

type Chat = { server: AppServer; fake: FakeAiProvider }
type Rest = Parameters<typeof postChat> extends [string, ...infer Others] ? Others : never

async function startChat(variables: Record<string, string> = {}): Promise<Chat> {
  const fake = await createTestAiProvider()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = { APP_SECRET: testSecret, ...database.env, ...fake.env, ...variables }
  await storeProviderKey(env)
  const server = await startAppServer(env)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return { server, fake }
}

const post = ({ server }: Chat, ...args: Rest) => postChat(server.url, ...args)

/** Joins the text, because the number of pieces varies. */
function textOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

test('a message is answered as an event stream with every header, and kept for a reload', async () => {
  const chat = await startChat()
  chat.fake.behave({ kind: 'slow', text: ['Hello ', 'there'], pause: 50 })
  const { response, events, id, token } = await converse(chat.server.url, 'Hello?')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(textOf(events)).toBe('Hello there')
  expect(events.at(-1)).toEqual({ type: 'done', end: 'whole' })
  const history = (given: string) =>
    fetch(`${chat.server.url}/api/chat/${id}`, { headers: { 'x-conversation-token': given } })
  expect(await (await history(token)).json()).toMatchObject({
    id,
    replyUnderWay: false,
    messages: [
      { author: 'visitor', text: 'Hello?' },
      { author: 'assistant', text: 'Hello there', end: 'whole' },
    ],
  })
  for (const wrong of ['', 'wrong', `${token}x`]) expect((await history(wrong)).status).toBe(404)
  expect((await post(chat, { conversationId: id, message: 'Mine?' }, { token: 'wrong' })).status).toBe(404)
})

test('the public settings of the assistant are sent, and no others', async () => {
  const { server } = await startChat()
  expect(await (await fetch(`${server.url}/api/chat`)).json()).toEqual({
    botName: 'Lumivox Assistant',
    welcomeMessage: "Hello! I'm your AI assistant. How can I help you learn about our services today?",
    linkDomains: [],
    questions: ['What services do you offer?', 'How much does it cost?', 'How do we get started?'],
    language: null,
  })
})

test('an invalid message is refused with a sentence, and no provider is called', async () => {
  const chat = await startChat()
  const message = 'Hello'
  const cases: [status: number, answer: Promise<Response>][] = [
    [400, post(chat, '{')],
    [400, post(chat, { conversationId: null, message, model: 'gpt-5' })],
    [400, post(chat, { conversationId: null, message: 'x'.repeat(2001) })],
    [400, post(chat, `${'['.repeat(8000)}${']'.repeat(8000)}`)],
    [413, post(chat, { conversationId: null, message: 'x'.repeat(1_000_000) })],
    [
      415,
      post(chat, 'message=Hello', { headers: { 'content-type': 'text/plain', origin: chat.server.url } }),
    ],
    [403, post(chat, { conversationId: null, message }, { headers: { origin: 'https://other.example' } })],
  ]
  for (const [status, answer] of cases) {
    const response = await answer
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('    at ')
  }
  expect(chat.fake.requests).toEqual([])
})

test('a visitor who closes the tab ends the upstream call', async () => {
  const chat = await startChat()
  chat.fake.behave({ kind: 'hang', text: 'Half a' })
  const leaving = new AbortController()
  const response = await post(chat, { conversationId: null, message: 'Hello?' }, { signal: leaving.signal })
  await readUntil(response, 'Half')
  leaving.abort()
  const closed = await chat.fake.requests[0]?.closed
  expect(closed?.byClient).toBe(true)
})

test('Stop and joining work over HTTP', async () => {
  const chat = await startChat()
  chat.fake.behave({ kind: 'hang', text: 'Half a' })
  const response = await post(chat, { conversationId: null, message: 'Hello?' })
  const [begin] = eventsIn(await readUntil(response, 'Half'))
  if (begin?.type !== 'begin') throw new Error('The stream did not begin.')
  const url = `${chat.server.url}/api/chat/${begin.conversationId}/reply`
  const headers = { 'x-conversation-token': begin.token ?? '', origin: chat.server.url }
  const joined = await fetch(url, { headers })
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200)
  const events = eventsIn(await joined.text())
  expect(textOf(events)).toBe('Half a')
  expect(events.at(-1)).toEqual({ type: 'done', end: 'stopped' })
  expect((await fetch(url, { headers })).status).toBe(404)
})

test('a visitor who follows hears the owner until the shutdown', async () => {
  const chat = await startChat({ ADMIN_EMAIL: testOwner.email, ADMIN_PASSWORD: testOwner.password })
  chat.fake.behave({ kind: 'reply', text: 'Hello.' })
  const { id, token } = await converse(chat.server.url, 'Hello?')
  const url = `${chat.server.url}/api/chat/${id}/events`
  expect((await fetch(url)).status).toBe(404)
  const response = await fetch(url, { headers: { 'x-conversation-token': token } })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const text = response.text()

  const cookie = await signInByHttp(chat.server.url)
  for (const fields of ['intent=take-over', 'intent=write&message=I am Ada.']) {
    const written = await fetch(`${chat.server.url}/admin/conversations/${id}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie, origin: chat.server.url },
    })
    expect(written.status).toBe(200)
  }
  expect(await chat.server.stop('SIGTERM')).toBe(0)
  expect(eventsIn(await text)).toMatchObject([
    { type: 'speaker', speaker: 'assistant' },
    { type: 'speaker', speaker: 'owner' },
    { type: 'message', message: { author: 'owner', text: 'I am Ada.' } },
  ])
})

/** The test lasts as long as streams may, and does not depend on the database. */
test.runIf(testEngine === 'sqlite')(
  'a shutdown sends followers away at once, ends twenty streams with an event, and the process with 0',
  async () => {
    const chat = await startChat({ LIMITS: 'off' })
    chat.fake.behave({ kind: 'reply', text: 'Hello.' })
    const { id, token } = await converse(chat.server.url, 'Hello?')
    const following = await fetch(`${chat.server.url}/api/chat/${id}/events`, {
      headers: { 'x-conversation-token': token },
    })
    chat.fake.behave({ kind: 'hang', text: 'Half a' })
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => post(chat, { conversationId: null, message: 'Hello?' })),
    )
    const texts = streams.map((response) => response.text())
    const endings = [
      following.text().then(() => 'follower'),
      ...texts.map((text) => text.then(() => 'reply')),
    ]
    const code = chat.server.stop('SIGTERM')
    expect(await Promise.race(endings)).toBe('follower')
    for (const text of texts) expect(eventsIn(await text).at(-1)).toEqual({ type: 'done', end: 'cut' })
    expect(await code).toBe(0)
  },
)

test('who asks too often is told so in the browser’s language', async () => {
  const chat = await startChat()
  const headers = { 'accept-language': 'de', 'content-type': 'application/json', origin: chat.server.url }
  const send = () => post(chat, { conversationId: null, message: 'Hallo?' }, { headers })
  for (let sent = 0; sent < 100; sent += 1) {
    const response = await send()
    if (response.status !== 429) {
      await response.text()
      continue
    }
    const { error } = (await response.json()) as { error: string }
    expect(error).toMatch(
      /^Das waren zu viele Versuche\. Bitte versuchen Sie es nach einer Wartezeit von \d+ (?:Sek|Min)/,
    )
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    return
  }
  throw new Error('Nobody was refused.')
})

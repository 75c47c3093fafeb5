import { expect, test } from 'vitest'

import { ask, endpointOf, quiet, textOf } from '#tests/support/chat-calls.ts'
import { createTestAiProvider, fakeApis, testKey } from '#tests/support/test-ai-provider.ts'

import { streamReply } from './stream-reply.server.ts'

const shortly = { firstByte: 1500, idle: 1000, whole: 10_000 }
const fallback = { kind: 'reply', text: 'From the other.' } as const

test('a passing fault is tried once more, and the reply is then whole', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'error', status: 503 }, { kind: 'reply', text: 'Here I am.' })
  const events = await ask(endpointOf(fake, 'openai'))
  expect(textOf(events)).toBe('Here I am.')
  expect(events.at(-1)).toMatchObject({ type: 'done', isWhole: true })
  expect(fake.requests).toHaveLength(2)
})

test.each([
  [{ kind: 'error', status: 401 }],
  [{ kind: 'error', status: 429 }],
  [{ kind: 'error', status: 500 }],
  [{ kind: 'refuse' }],
  [{ kind: 'hang-first-byte' }],
  [{ kind: 'html' }],
  [{ kind: 'empty' }],
] as const)('before visible text the fallback takes over: %j', async (behaviour) => {
  const fake = await createTestAiProvider()
  fake.behaveAs('openai', behaviour)
  fake.behaveAs('claude', fallback)
  const events = await ask(endpointOf(fake, 'openai'), {
    fallback: endpointOf(fake, 'claude'),
    patience: shortly,
  })
  expect(textOf(events)).toBe('From the other.')
  expect(events.at(-1)).toMatchObject({ type: 'done', by: { provider: 'claude' } })
  expect(fake.requests.map((request) => request.api)).toEqual(['openai', 'claude'])
})

test.each([
  [{ kind: 'hang', text: 'Half a' }],
  [{ kind: 'reset', text: 'Half a' }],
  [{ kind: 'malformed', text: 'Half a' }],
] as const)('after visible text it never does: %j', async (behaviour) => {
  const fake = await createTestAiProvider()
  fake.behaveAs('openai', behaviour)
  fake.behaveAs('claude', fallback)
  const events = await ask(endpointOf(fake, 'openai'), {
    fallback: endpointOf(fake, 'claude'),
    patience: shortly,
  })
  expect(textOf(events)).toBe('Half a')
  expect(events.at(-1)).toMatchObject({ type: 'failed', by: { provider: 'openai' } })
  expect(fake.requests).toHaveLength(1)
})

test('when the fallback fails too, its failure is told', async () => {
  const fake = await createTestAiProvider()
  fake.behaveAs('openai', { kind: 'error', status: 500 })
  fake.behaveAs('gemini', { kind: 'error', status: 429 })
  const events = await ask(endpointOf(fake, 'openai'), { fallback: endpointOf(fake, 'gemini') })
  expect(events).toMatchObject([{ type: 'failed', kind: 'rate-limited', by: { provider: 'gemini' } }])
  expect(fake.requests).toHaveLength(2)
})

for (const api of fakeApis)
  test(`${api}: the visitor's abort ends the upstream call`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'hang', text: 'Half a' })
    const visitor = new AbortController()
    const events = await ask(endpointOf(fake, api), {
      signal: visitor.signal,
      onEvent: () => visitor.abort(),
    })
    expect(events).toMatchObject([
      { type: 'text', text: 'Half a' },
      { type: 'failed', kind: 'aborted' },
    ])
    const closed = await fake.requests[0]?.closed
    expect(closed?.byClient).toBe(true)
  })

test('a reader who stops reading ends the upstream call', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'hang', text: 'Half a' })
  const request = { instructions: '', turns: [{ role: 'user' as const, content: 'Hello?' }] }
  const options = { signal: new AbortController().signal }
  for await (const event of streamReply(
    quiet,
    { primary: endpointOf(fake, 'openai'), fallback: null },
    request,
    options,
  ))
    if (event.type === 'text') break
  expect((await fake.requests[0]?.closed)?.byClient).toBe(true)
})

test('a slow reply is whole while bytes come, however long it is within its time', async () => {
  const fake = await createTestAiProvider()
  const text = Array.from({ length: 12 }, (_, n) => `${n} `)
  fake.behave({ kind: 'slow', text, pause: 150 })
  const events = await ask(endpointOf(fake, 'claude'), { patience: { firstByte: 1500, idle: 1500 } })
  expect(textOf(events)).toBe(text.join(''))
  expect(events.at(-1)).toMatchObject({ type: 'done' })
})

test('a reply that exceeds its time ends with the text so far', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'slow', text: Array.from({ length: 100 }, () => 'on and '), pause: 50 })
  const events = await ask(endpointOf(fake, 'openai'), { patience: { whole: 2000 } })
  expect(textOf(events)).toMatch(/^on and/)
  expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'timeout' })
  expect((await fake.requests[0]?.closed)?.byClient).toBe(true)
})

test('a flood is cut off', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'flood' })
  const events = await ask(endpointOf(fake, 'openai'))
  expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'flood' })
  expect(textOf(events).length).toBeLessThan(2 * 1024 * 1024)
  expect((await fake.requests[0]?.closed)?.byClient).toBe(true)
})

test('a reply at its token limit is marked as such', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'reply', text: 'Long', finish: 'length' })
  for (const api of fakeApis)
    expect((await ask(endpointOf(fake, api))).at(-1)).toMatchObject({ type: 'done', isWhole: false })
})

test('a tool call is an event of its own, in every API', async () => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'tool-call', name: 'offer_form', input: { reason: 'asked' } })
  const request = {
    instructions: '',
    turns: [{ role: 'user' as const, content: 'Call me' }],
    tools: [
      { name: 'offer_form', description: 'Offers the form.', inputs: { reason: ['asked', 'unknown'] } },
    ],
  }
  for (const api of fakeApis) {
    const events = []
    const endpoints = { primary: endpointOf(fake, api), fallback: null }
    const options = { signal: new AbortController().signal }
    for await (const event of streamReply(quiet, endpoints, request, options)) events.push(event)
    expect(events).toMatchObject([
      { type: 'toolCall', name: 'offer_form', input: { reason: 'asked' } },
      { type: 'done', isWhole: true },
    ])
  }
})

test("the provider's own words are kept, with the key masked however it is written", async () => {
  const fake = await createTestAiProvider()
  fake.behave({
    kind: 'error',
    status: 401,
    message: `Incorrect API key provided: ${testKey}. Bearer ${testKey} and ?key=AIzaSyA1234567890 and sk-proj-ab****yz`,
  })
  for (const api of fakeApis) {
    const [event] = await ask(endpointOf(fake, api))
    expect(event).toMatchObject({
      type: 'failed',
      message: 'Incorrect API key provided: ••••. Bearer •••• and ?key=•••• and ••••',
    })
  }
})

test('a model that knows no tools is asked again without them', async () => {
  const fake = await createTestAiProvider()
  fake.behave(
    { kind: 'error', status: 400, message: 'registry/small does not support tools' },
    { kind: 'reply', text: 'Without.' },
  )
  const request = {
    instructions: '',
    turns: [{ role: 'user' as const, content: 'Hello' }],
    tools: [{ name: 'offer_form', description: 'Offers the form.', inputs: {} }],
  }
  const events = []
  const endpoints = { primary: endpointOf(fake, 'openai'), fallback: null }
  const options = { signal: new AbortController().signal }
  for await (const event of streamReply(quiet, endpoints, request, options)) events.push(event)
  expect(textOf(events)).toBe('Without.')
  expect(fake.requests[0]?.body).toHaveProperty('tools')
  expect(fake.requests[1]?.body).not.toHaveProperty('tools')
})

import { expect, test } from 'vitest'

import type { FakeApi } from '#tests/fakes/ai-provider/server.ts'
import { ask, endpointOf, quiet, textOf } from '#tests/support/chat-calls.ts'
import { createTestAiProvider, fakeApis } from '#tests/support/test-ai-provider.ts'

import type { ReplyEvent, ReplyRequest } from './model-call.ts'
import { streamReply } from './stream-reply.server.ts'

/** One model of each API that always thinks. */
const thinkers: Record<FakeApi, string> = {
  openai: 'gpt-5-mini',
  deepseek: 'deepseek-reasoner',
  claude: 'claude-opus-5-5',
  gemini: 'gemini-2.5-pro',
}

async function askFor(endpoint: ReturnType<typeof endpointOf>, request: ReplyRequest): Promise<ReplyEvent[]> {
  const events: ReplyEvent[] = []
  const options = { signal: new AbortController().signal }
  for await (const event of streamReply(quiet, { primary: endpoint, fallback: null }, request, options))
    events.push(event)
  return events
}

for (const api of fakeApis) {
  test(`${api}: a model that thinks has room for its reply, and only that is shown`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'reasoner', text: 'It costs $299.', tokens: 3000 })
    const events = await ask(endpointOf(fake, api, thinkers[api]))
    expect(textOf(events)).toBe('It costs $299.')
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      isWhole: true,
      usage: { input: 12, output: 3007, reasoning: 3000 },
    })
    expect(fake.requests).toHaveLength(1)
  })

  test(`${api}: an unknown model that thinks is given more room, and both calls are counted`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'reasoner', text: 'Here.', tokens: 2000 })
    const events = await ask(endpointOf(fake, api, 'brand-new'))
    expect(textOf(events)).toBe('Here.')
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      usage: { output: 2007 },
      earlier: [{ by: { model: 'brand-new' }, usage: { output: 1000, reasoning: 1000 } }],
    })
    expect(fake.requests).toHaveLength(2)
  })

  test(`${api}: a model that thinks without end fails, with the reason`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'reasoner', text: 'Never.', tokens: 100_000 })
    const events = await ask(endpointOf(fake, api, thinkers[api]))
    expect(textOf(events)).toBe('')
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'no-room' })
    expect(fake.requests).toHaveLength(1)
  })

  test(`${api}: thoughts are not shown, and thoughts alone are an empty reply`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'reply', text: ['Yes', '.'], thoughts: ['Is it? ', 'It is.'] })
    expect(textOf(await ask(endpointOf(fake, api, thinkers[api])))).toBe('Yes.')
    fake.behave({ kind: 'reply', text: [], thoughts: ['Is it? ', 'It is.'] })
    const events = await ask(endpointOf(fake, api, thinkers[api]))
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'empty' })
  })

  test(`${api}: cached tokens are counted separately`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'reply', text: 'Hi.', usage: { input: 9000, output: 20, cacheRead: 8000 } })
    const events = await ask(endpointOf(fake, api))
    expect(events.at(-1)).toMatchObject({ usage: { input: 9000, output: 20, cacheRead: 8000 } })
  })

  test(`${api}: a request that is too long is sent once more with less`, async () => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'too-long' }, { kind: 'reply', text: 'It fits.' })
    const turns = Array.from({ length: 9 }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `turn ${at} `.repeat(100),
    }))
    const request: ReplyRequest = {
      instructions: 'Be kind.',
      knowledge: 'All that is known. '.repeat(1000),
      turns,
      shorter: () => ({ instructions: 'Be kind.', turns }),
    }
    const events = await askFor(endpointOf(fake, api), request)
    expect(textOf(events)).toBe('It fits.')
    const [first, second] = fake.requests.map(({ body }) => JSON.stringify(body))
    expect(first).toContain('All that is known.')
    expect(second).not.toContain('All that is known.')
    expect(second).toContain('turn 8')
    fake.behave({ kind: 'too-long' })
    expect((await askFor(endpointOf(fake, api), request)).at(-1)).toMatchObject({
      type: 'failed',
      kind: 'too-long',
    })
    expect(fake.requests).toHaveLength(4)
  })
}

test('a conversation longer than the model’s window loses its oldest turns', async () => {
  const fake = await createTestAiProvider()
  const turns = Array.from({ length: 7 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `turn ${at} ${'x'.repeat(3000)}`,
  }))
  await askFor({ ...endpointOf(fake, 'openai'), window: 5000 }, { instructions: '', turns })
  const body = JSON.stringify(fake.requests[0]?.body)
  expect(body).not.toContain('turn 3')
  for (const turn of ['turn 4', 'turn 5', 'turn 6']) expect(body).toContain(turn)
})

test('settings for thinking that a model refuses are left out', async () => {
  const fake = await createTestAiProvider()
  fake.behave(
    { kind: 'error', status: 400, message: "Unsupported parameter: 'reasoning_effort' is not supported." },
    { kind: 'reply', text: 'Without.' },
  )
  expect(textOf(await ask(endpointOf(fake, 'openai', 'gpt-6-luna')))).toBe('Without.')
  expect(fake.requests[1]?.body).not.toHaveProperty('reasoning_effort')
  fake.behave(
    {
      kind: 'error',
      status: 400,
      message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    },
    { kind: 'reply', text: 'Renamed.' },
  )
  expect(textOf(await ask(endpointOf(fake, 'openai', 'brand-new')))).toBe('Renamed.')
  expect(fake.requests[3]?.body).toMatchObject({ max_completion_tokens: 1000 })
})

test('knowledge stands before the first turn, where Claude keeps it in its cache', async () => {
  const fake = await createTestAiProvider()
  const turns = [{ role: 'user' as const, content: 'Hi' }]
  for (const api of fakeApis)
    await askFor(endpointOf(fake, api), { instructions: 'Be.', knowledge: 'All.', turns })
  expect(fake.requests.find(({ api }) => api === 'claude')?.body).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'All.', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
  })
  for (const { body } of fake.requests) {
    const text = JSON.stringify(body)
    expect(text.indexOf('All.')).toBeLessThan(text.indexOf('Hi'))
  }
})

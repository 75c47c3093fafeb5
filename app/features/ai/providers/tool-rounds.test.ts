import { expect, test } from 'vitest'

import { endpointOf, quiet } from '#tests/support/chat-calls.ts'
import { createTestAiProvider, fakeApis } from '#tests/support/test-ai-provider.ts'

import type { ReplyEvent, ReplyRequest } from './model-call.ts'
import { createMemory } from './said-parts.server.ts'
import { streamReply } from './stream-reply.server.ts'

const schema = { type: 'object', properties: { about: { type: 'string' } }, required: ['about'] }
const tools = [{ name: 'find_page', description: 'Finds pages.', schema }]

type Fake = Awaited<ReturnType<typeof createTestAiProvider>>

async function hear(fake: Fake, api: (typeof fakeApis)[number], more: Partial<ReplyRequest> = {}) {
  const request = { instructions: '', turns: [{ role: 'user' as const, content: 'Where?' }], tools, ...more }
  const events: ReplyEvent[] = []
  const options = { signal: new AbortController().signal }
  const endpoints = { primary: endpointOf(fake, api), fallback: null }
  for await (const event of streamReply(quiet, endpoints, request, options)) events.push(event)
  return events
}

const twoCalls = [
  { name: 'find_page', input: { about: 'prices' } },
  { name: 'find_page', input: { about: 'contact' } },
]

test.each(fakeApis)(
  '%s: calls side by side come whole, and their results go back in its own shape',
  async (api) => {
    const fake = await createTestAiProvider()
    fake.behave(
      { kind: 'tool-calls', calls: twoCalls, text: 'One moment.' },
      { kind: 'reply', text: 'There.' },
    )
    const events = await hear(fake, api)
    expect(events).toMatchObject([
      { type: 'text', text: 'One moment.' },
      { type: 'toolCall', ...twoCalls[0] },
      { type: 'toolCall', ...twoCalls[1] },
      { type: 'done', isWhole: true },
    ])
    const last = events.at(-1)
    const said = last?.type === 'done' ? last.said : undefined
    const results = events.flatMap((event) =>
      event.type === 'toolCall' ? [{ id: event.id, name: event.name, text: `/${event.id}` }] : [],
    )
    await hear(fake, api, { rounds: [{ said: said ?? [], results }] })
    const sent = JSON.stringify(fake.requests.at(-1)?.body)
    for (const { id } of results) expect(sent).toContain(`/${id}`)
    expect(sent.indexOf('Where?')).toBeLessThan(sent.indexOf('One moment.'))
    expect(sent).toMatch(shapes[api])
  },
)

const shapes: Record<(typeof fakeApis)[number], RegExp> = {
  openai: /"tool_calls":\[.*"role":"tool","tool_call_id":"call_fake_0".*"tool_call_id":"call_fake_1"/,
  deepseek: /"tool_calls":\[.*"role":"tool","tool_call_id":"call_fake_0".*"tool_call_id":"call_fake_1"/,
  claude: /"type":"tool_use","id":"toolu_fake_0".*"type":"tool_result","tool_use_id":"toolu_fake_0"/,
  gemini: /"functionCall":\{.*"functionResponse":\{/,
}

test.each(['openai', 'deepseek', 'claude'] as const)(
  '%s: arguments that are no JSON are told',
  async (api) => {
    const fake = await createTestAiProvider()
    fake.behave({ kind: 'tool-calls', calls: [{ name: 'find_page', input: '{"about": ' }] })
    const events = await hear(fake, api)
    expect(events).toMatchObject([
      { type: 'toolCall', name: 'find_page', input: undefined },
      { type: 'done' },
    ])
    const last = events.at(-1)
    expect(last?.type === 'done' && last.said).toMatchObject([{ type: 'tool-call', input: {} }])
  },
)

test.each(fakeApis)('%s: a call is dropped if the connection breaks after it', async (api) => {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'tool-calls', calls: twoCalls, reset: true }, { kind: 'reply', text: 'Here it is.' })
  const events = await hear(fake, api)
  expect(events.filter(({ type }) => type === 'toolCall')).toEqual([])
  expect(events).toMatchObject([{ type: 'text' }, { type: 'text' }, { type: 'text' }, { type: 'done' }])
  expect(fake.requests).toHaveLength(2)
})

test('thoughts with their signature go back before the calls that followed them', () => {
  const memory = createMemory()
  memory.keep({ type: 'reasoning-start', id: '0' })
  memory.keep({ type: 'reasoning-delta', id: '0', delta: 'Hm.' })
  const providerMetadata = { anthropic: { signature: 'signed' } }
  memory.keep({ type: 'reasoning-delta', id: '0', delta: '', providerMetadata })
  memory.keep({ type: 'text-start', id: '1' })
  memory.keep({ type: 'tool-call', toolCallId: 'a', toolName: 'find_page', input: '{}' })
  expect(memory.said()).toEqual([
    { type: 'reasoning', text: 'Hm.', providerOptions: providerMetadata },
    { type: 'tool-call', toolCallId: 'a', toolName: 'find_page', input: {} },
  ])
})

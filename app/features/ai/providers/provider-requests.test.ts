import { expect, test } from 'vitest'

import { endpointOf, quiet } from '#tests/support/chat-calls.ts'
import { createTestAiProvider, testKey } from '#tests/support/test-ai-provider.ts'

import type { ReplyEvent } from './model-call.ts'
import { streamReply } from './stream-reply.server.ts'

const request = {
  instructions: 'You are the assistant of Lumivox.',
  turns: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello! How can I help?' },
    { role: 'user', content: 'What do voice agents cost?' },
  ],
} as const

const conversation = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello! How can I help?' },
  { role: 'user', content: 'What do voice agents cost?' },
]

async function send(api: 'openai' | 'deepseek' | 'claude' | 'gemini', model: string) {
  const fake = await createTestAiProvider()
  fake.behave({ kind: 'reply', text: ['Hel', 'lo'], usage: { input: 41, output: 2 } })
  const events: ReplyEvent[] = []
  const endpoint = endpointOf(fake, api, model)
  const options = { signal: new AbortController().signal }
  for await (const event of streamReply(quiet, { primary: endpoint, fallback: null }, request, options))
    events.push(event)
  expect(events).toEqual([
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo' },
    {
      type: 'done',
      usage: { input: 41, output: 2 },
      isWhole: true,
      by: { provider: api, model },
      earlier: [],
    },
  ])
  expect(fake.requests).toHaveLength(1)
  const [sent] = fake.requests
  if (!sent) throw new Error('Nothing was sent.')
  // Some servers refuse bodies in chunks of unknown total length.
  expect(sent.headers['content-length']).toMatch(/^\d+$/)
  expect(sent.headers).not.toHaveProperty('transfer-encoding')
  return sent
}

test('openai is sent chat completions with a bearer key', async () => {
  const sent = await send('openai', 'gpt-4')
  expect(sent).toMatchObject({ method: 'POST', path: '/openai/v1/chat/completions' })
  expect(sent.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
  })
  expect(sent.body).toEqual({
    model: 'gpt-4',
    max_tokens: 1000,
    messages: [{ role: 'system', content: request.instructions }, ...conversation],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('a model that reasons is sent the least effort, room for it, and its limit by its own name', async () => {
  const sent = await send('openai', 'gpt-5-mini')
  expect(sent.body).toEqual({
    model: 'gpt-5-mini',
    max_completion_tokens: 5000,
    reasoning_effort: 'minimal',
    messages: [{ role: 'developer', content: request.instructions }, ...conversation],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('deepseek is sent the same shape at its own address', async () => {
  const sent = await send('deepseek', 'deepseek-chat')
  expect(sent).toMatchObject({ method: 'POST', path: '/deepseek/chat/completions' })
  expect(sent.headers).toMatchObject({ authorization: `Bearer ${testKey}` })
  expect(sent.body).toEqual({
    model: 'deepseek-chat',
    max_tokens: 1000,
    messages: [{ role: 'system', content: request.instructions }, ...conversation],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('claude is sent messages with the system prompt apart', async () => {
  const sent = await send('claude', 'claude-sonnet-4-5')
  expect(sent).toMatchObject({ method: 'POST', path: '/claude/v1/messages' })
  expect(sent.headers).toMatchObject({ 'x-api-key': testKey, 'anthropic-version': '2023-06-01' })
  expect(sent.headers).not.toHaveProperty('authorization')
  expect(sent.body).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 1000,
    system: [{ type: 'text', text: request.instructions }],
    messages: conversation.map(({ role, content }) => ({ role, content: [{ type: 'text', text: content }] })),
    stream: true,
  })
})

test('gemini is sent contents, with the key in a header and not in the address or body', async () => {
  const sent = await send('gemini', 'gemini-2.5-flash')
  expect(sent).toMatchObject({
    method: 'POST',
    path: '/gemini/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  })
  expect(sent.headers).toMatchObject({ 'x-goog-api-key': testKey })
  expect(JSON.stringify([sent.path, sent.body])).not.toContain(testKey)
  expect(sent.body).toEqual({
    systemInstruction: { parts: [{ text: request.instructions }] },
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello! How can I help?' }] },
      { role: 'user', parts: [{ text: 'What do voice agents cost?' }] },
    ],
    generationConfig: { maxOutputTokens: 1000, thinkingConfig: { thinkingBudget: 0 } },
  })
})

test.each([
  ['openai', 'gpt-4o-mini', { max_tokens: 1000 }],
  ['openai', 'o3', { max_completion_tokens: 5000, reasoning_effort: 'low' }],
  ['openai', 'gpt-6-luna', { max_completion_tokens: 1000, reasoning_effort: 'none' }],
  ['openai', 'gpt-6.1-sol', { max_completion_tokens: 5000, reasoning_effort: 'low' }],
  ['openai', 'gpt-5.4-pro', { max_completion_tokens: 5000 }],
  ['deepseek', 'deepseek-flash', { max_tokens: 1000, thinking: { type: 'disabled' } }],
  ['deepseek', 'deepseek-reasoner', { max_tokens: 5000 }],
  ['claude', 'claude-haiku-5-5', { max_tokens: 1000, thinking: { type: 'disabled' } }],
  ['claude', 'claude-sonnet-5-5', { max_tokens: 5000, thinking: { type: 'between_tools' } }],
  ['claude', 'claude-opus-5-5', { max_tokens: 5000, output_config: { effort: 'low' } }],
  [
    'gemini',
    'gemini-3.5-flash-lite',
    { generationConfig: { maxOutputTokens: 5000, thinkingConfig: { thinkingLevel: 'minimal' } } },
  ],
  [
    'gemini',
    'gemini-2.5-pro',
    { generationConfig: { maxOutputTokens: 5000, thinkingConfig: { thinkingBudget: 128 } } },
  ],
  ['gemini', 'gemini-2.0-flash', { generationConfig: { maxOutputTokens: 1000 } }],
] as const)('%s %s is asked for as little thinking as it takes: %j', async (api, model, body) => {
  const sent = await send(api, model)
  expect(sent.body).toMatchObject(body)
  if (!JSON.stringify(body).match(/effort|thinking/))
    expect(JSON.stringify(sent.body)).not.toMatch(/effort|thinking/)
})

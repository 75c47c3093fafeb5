import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ask, endpointOf, textOf } from '#tests/support/chat-calls.ts'
import { thirdPartyFolder } from '#tests/support/corpora.ts'
import { createTestAiProvider } from '#tests/support/test-ai-provider.ts'

import type { FakeApi } from '#tests/fakes/ai-provider/server.ts'

const streamOf = (events: readonly unknown[], end = 'data: [DONE]\n\n') =>
  new TextEncoder().encode(
    events
      .map((event) => {
        const { type } = event as { type?: string }
        return `${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`
      })
      .join('') + end,
  )

async function hear(api: FakeApi, bytes: Uint8Array, model?: string) {
  const fake = await createTestAiProvider()
  for (const pieceSize of [undefined, 5]) {
    fake.behave({ kind: 'recorded', bytes, ...(pieceSize ? { pieceSize } : {}) })
    const events = await ask(endpointOf(fake, api, model))
    if (pieceSize) return { events, text: textOf(events), last: events.at(-1) }
  }
  throw new Error('unreachable')
}

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const stop = chunk({}, 'stop')

test.each([
  ['a message instead of a delta', [{ choices: [{ message: { content: 'Hi' } }] }, stop], 'Hi'],
  ['a text instead of a delta', [{ choices: [{ text: 'Hi' }] }, stop], 'Hi'],
  ['parts', [chunk({ content: [{ type: 'text', text: 'Hi' }, { type: 'image_url' }] }), stop], 'Hi'],
  [
    'thoughts as parts',
    [
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      chunk({ content: 'Hi' }),
      stop,
    ],
    'Hi',
  ],
  [
    'reasoning fields',
    [
      chunk({ reasoning: 'hm' }),
      chunk({ reasoning_content: 'hm', content: null }),
      chunk({ content: 'Hi', reasoning_details: [{ text: 'hm' }] }),
      stop,
    ],
    'Hi',
  ],
  [
    'nulls and odd types',
    [
      {
        id: null,
        created: '1',
        model: 5,
        choices: [
          {
            index: '0',
            delta: { role: 'bot', content: 'Hi', tool_calls: null, annotations: [1] },
            logprobs: 'x',
            finish_reason: null,
          },
        ],
      },
      stop,
    ],
    'Hi',
  ],
  [
    'an empty first chunk of a content filter',
    [{ choices: [], prompt_filter_results: [{}] }, chunk({ content: 'Hi' }), stop],
    'Hi',
  ],
  [
    'events of other kinds',
    [{ type: 'ping' }, { object: 'x.status', status: 'queued' }, chunk({ content: 'Hi' }), stop],
    'Hi',
  ],
  ['an unknown reason to finish', [chunk({ content: 'Hi' }, 'eos'), stop], 'Hi'],
  ['no reason to finish', [chunk({ content: 'Hi' })], 'Hi'],
  [
    'usage in an odd place',
    [chunk({ content: 'Hi' }), { ...stop, x_groq: { usage: { prompt_tokens: 3, completion_tokens: 4 } } }],
    'Hi',
  ],
])('an answer with %s is read', async (_, events, text) => {
  const heard = await hear('openai', streamOf(events))
  expect(heard.text).toBe(text)
  expect(heard.last).toMatchObject({ type: 'done' })
})

test('a whole answer to a stream is read, and its tools too', async () => {
  const whole = {
    choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  }
  const bytes = new TextEncoder().encode(JSON.stringify(whole, null, 2))
  expect(await hear('openai', bytes)).toMatchObject({
    text: 'Hi',
    last: { type: 'done', usage: { input: 1, output: 2 } },
  })
  const call = { id: 'c', function: { name: 'offer', arguments: { reason: 'x' } } }
  const calls = { choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }] }
  const { events } = await hear('openai', new TextEncoder().encode(JSON.stringify(calls)))
  expect(events).toContainEqual({ type: 'toolCall', id: 'c', name: 'offer', input: { reason: 'x' } })
})

test.each([
  ['an error as the first chunk', streamOf([{ error: { message: 'Model is loading', code: 503 } }])],
  ['an error as a text', streamOf([{ error: 'Model is loading' }])],
  ['an error as a plain answer', new TextEncoder().encode('{"error":"Model is loading"}')],
  ['a detail', new TextEncoder().encode('{"detail":[{"msg":"Model is loading"}]}')],
  ['an error beside choices', streamOf([{ ...chunk({}, 'error'), error: { message: 'Model is loading' } }])],
])('%s fails with its words', async (_, bytes) => {
  const { text, last } = await hear('openai', bytes)
  expect(text).toBe('')
  expect(last).toMatchObject({ type: 'failed', message: 'Model is loading' })
})

test('thoughts that nobody counted are part of the cost', async () => {
  const { last } = await hear('openai', streamOf([chunk({ content: '<think>1234567890</think>Hi' }), stop]))
  expect(last).toMatchObject({ type: 'done', hidden: '<think>1234567890</think>'.length })
  const apart = await hear(
    'openai',
    streamOf([chunk({ reasoning: '1234567890' }), chunk({ content: 'Hi' }), stop]),
  )
  expect(apart.last).toMatchObject({ type: 'done', hidden: 10 })
})

test('a reply of thoughts alone fails', async () => {
  const { text, last } = await hear('openai', streamOf([chunk({ content: '<think>hm' }), stop]))
  expect(text).toBe('')
  expect(last).toMatchObject({ type: 'failed', kind: 'empty' })
})

const claude = (...blocks: object[]) =>
  streamOf(
    [
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'c',
          content: [],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: 'brand_new_event', x: 1 },
      ...blocks.flatMap((block, index) => [
        {
          type: 'content_block_start',
          index,
          content_block: { type: 'brand_new_block', text: 'secret', ...block },
        },
        ...('text' in block
          ? [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text: 'Hi' } }]
          : [{ type: 'content_block_delta', index, delta: { type: 'brand_new_delta', text: 'secret' } }]),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', brand_new: 1 },
        usage: { output_tokens: 2 },
      },
      { type: 'message_stop' },
    ],
    '',
  )

test('blocks, events and parts that are not known yet are skipped', async () => {
  expect(await hear('claude', claude({}, { type: 'text', text: '' }))).toMatchObject({
    text: 'Hi',
    last: { type: 'done' },
  })
  const gemini = {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ brandNew: { a: 1 } }, { text: 5 }, { text: 'hm', thought: true }, { text: 'Hi' }],
        },
        finishReason: 'STOP',
        brandNewField: [1],
        safetyRatings: 'odd',
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, odd: 'x' },
  }
  expect(await hear('gemini', streamOf([gemini], ''))).toMatchObject({ text: 'Hi', last: { type: 'done' } })
})

const cases = join(thirdPartyFolder, 'real-files', 'streams.json')

type Case = { name: string; api: 'openai' | 'claude'; shown: string; chunks?: object[]; events?: string[] }

const listed = existsSync(cases) ? (JSON.parse(readFileSync(cases, 'utf8')) as Case[]) : []

test.skipIf(listed.length === 0).each(listed)(
  '$name: the visitor sees $shown',
  async ({ api, chunks, shown }) => {
    if (!chunks) return
    for (const model of [undefined, 'qwen3:8b'])
      expect((await hear(api, streamOf(chunks), model)).text).toBe(shown)
  },
)

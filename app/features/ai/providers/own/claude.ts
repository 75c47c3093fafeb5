import { z } from 'zod'

import { errorOf, isObject, type Json, type OnThoughts, type Reading, wordsIn } from '../answer-reading.ts'
import { modelId, type Provider, tokenCount } from '../provider.ts'

const page = z.object({
  data: z.array(z.object({ id: modelId, max_input_tokens: tokenCount.nullish().catch(null) })),
  has_more: z.boolean().default(false),
  last_id: z.string().nullish(),
})

const events: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
])
const blocks: ReadonlySet<unknown> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'compaction',
  'fallback',
])
const deltas: ReadonlySet<unknown> = new Set([
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'compaction_delta',
])

export const claude: Provider = {
  priceList: 'anthropic',
  load: async () => (await import('@ai-sdk/anthropic')).createAnthropic,
  readAnswer,
  hasVariousErrors: false,
  list: {
    path: '/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    parse(body) {
      const { data, has_more: hasMore, last_id: last } = page.parse(body)
      const models = data.map((one) => ({ id: one.id, window: one.max_input_tokens ?? undefined }))
      return { models, next: hasMore && last ? `&after_id=${encodeURIComponent(last)}` : null }
    },
  },
  models: ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5'],
  sizes: { small: /(^|-)haiku(-|$)/, middle: /(^|-)sonnet(-|$)/, large: /(^|-)opus(-|$)/ },
  thinking: [
    [/^claude-([23]|instant|(opus|sonnet|haiku)-4)/, 'plain'],
    [/^claude-(fable|mythos|opus-5-5|sonnet-5-5)/, 'least'],
    [/^claude-(opus|sonnet|haiku)-5/, 'off'],
    [/^claude-/, 'least'],
  ],
  ends: { 'claude-3-5-haiku': '2026-02-19' },
  newerPrices: `
claude-haiku-5-5 | 0.1 0.5 0.01 0.125 | 1000000
claude-sonnet-5-5 | 2 10 0.1 2.5 | 1000000`,
  /** Caches the prompt up to here for five minutes. */
  cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  /** Claude also streams a summary of its input as text. */
  isAside: (metadata) => metadata?.['anthropic']?.['type'] === 'compaction',
}

function readAnswer(onThoughts: OnThoughts): Reading {
  const skipped = new Set<unknown>()
  function event(read: Json): Json[] {
    const { type, index, content_block: block, delta } = read
    if (type === 'error') return [read]
    if (!events.has(type)) return []
    if (type === 'content_block_start') {
      if (!isObject(block) || !blocks.has(block['type'])) {
        skipped.add(index)
        return []
      }
      skipped.delete(index)
      return [read]
    }
    if (type === 'content_block_delta') {
      if (skipped.has(index) || !isObject(delta) || !deltas.has(delta['type'])) return []
      if (delta['type'] === 'thinking_delta') onThoughts(wordsIn(delta['thinking']).length)
      return [read]
    }
    return type === 'content_block_stop' && skipped.has(index) ? [] : [read]
  }
  return {
    event,
    /** Converts a message without a stream to the events that its stream would have had. */
    whole(read) {
      if (read['type'] !== 'message' || !Array.isArray(read['content']))
        return event({ type: 'error', ...errorOf(read) })
      const { content, stop_reason: reason, usage } = read
      return [
        { type: 'message_start', message: { ...read, content: [] } },
        ...(content as unknown[]).filter(isObject).flatMap((block, index): Json[] => {
          const { type, text, input } = block
          const delta =
            type === 'text'
              ? { type: 'text_delta', text }
              : { type: 'input_json_delta', partial_json: JSON.stringify(input ?? {}) }
          if (type !== 'text' && type !== 'tool_use') return []
          return [
            {
              type: 'content_block_start',
              index,
              content_block: type === 'text' ? { type, text: '' } : { ...block, input: {} },
            },
            { type: 'content_block_delta', index, delta },
            { type: 'content_block_stop', index },
          ]
        }),
        { type: 'message_delta', delta: { stop_reason: reason }, usage },
        { type: 'message_stop' },
      ]
    },
  }
}

import { errorOf, isObject, type Json, type OnThoughts, type Reading, wordsIn } from './answer-reading.ts'

const claudeEvents: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
])
const claudeBlocks: ReadonlySet<unknown> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'compaction',
  'fallback',
])
const claudeDeltas: ReadonlySet<unknown> = new Set([
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'compaction_delta',
])

export function readClaude(onThoughts: OnThoughts): Reading {
  const skipped = new Set<unknown>()
  function event(read: Json): Json[] {
    const { type, index, content_block: block, delta } = read
    if (type === 'error') return [read]
    if (!claudeEvents.has(type)) return []
    if (type === 'content_block_start') {
      if (!isObject(block) || !claudeBlocks.has(block['type'])) {
        skipped.add(index)
        return []
      }
      skipped.delete(index)
      return [read]
    }
    if (type === 'content_block_delta') {
      if (skipped.has(index) || !isObject(delta) || !claudeDeltas.has(delta['type'])) return []
      if (delta['type'] === 'thinking_delta') onThoughts(wordsIn(delta['thinking']).length)
      return [read]
    }
    return type === 'content_block_stop' && skipped.has(index) ? [] : [read]
  }
  return {
    event,
    /** A whole message becomes the events of its stream. */
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

export function readGemini(onThoughts: OnThoughts): Reading {
  function event(read: Json): Json[] {
    if (read['error'] !== undefined) return [read]
    const { candidates, usageMetadata, promptFeedback, responseId, modelVersion } = read
    const first = Array.isArray(candidates) ? candidates.filter(isObject).slice(0, 1) : []
    return [
      {
        ...(typeof responseId === 'string' && { responseId }),
        ...(typeof modelVersion === 'string' && { modelVersion }),
        candidates: first.map(({ content, finishReason }) => ({
          content: { parts: partsOf(content, onThoughts) },
          ...(typeof finishReason === 'string' && { finishReason }),
        })),
        ...(isObject(usageMetadata) && { usageMetadata: numbersOf(usageMetadata) }),
        ...(isObject(promptFeedback) &&
          typeof promptFeedback['blockReason'] === 'string' && {
            promptFeedback: { blockReason: promptFeedback['blockReason'] },
          }),
      },
    ]
  }
  return { event, whole: event }
}

/** Only texts and calls of functions are read; newer kinds of parts are left out. */
function partsOf(content: unknown, onThoughts: OnThoughts): Json[] {
  if (!isObject(content) || !Array.isArray(content['parts'])) return []
  return content['parts'].filter(isObject).flatMap((part): Json[] => {
    const { text, thought, thoughtSignature, functionCall } = part
    const signed = typeof thoughtSignature === 'string' ? { thoughtSignature } : {}
    if (isObject(functionCall) && typeof functionCall['name'] === 'string') {
      const { id, name, args } = functionCall
      return [{ functionCall: { ...(typeof id === 'string' && { id }), name, args: args ?? {} }, ...signed }]
    }
    if (typeof text !== 'string') return []
    if (thought === true) onThoughts(text.length)
    return [{ text, ...(thought === true && { thought }), ...signed }]
  })
}

function numbersOf(values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'))
}

import { errorOf, isObject, type Json, type OnThoughts, type Reading, wordsIn } from './answer-reading.ts'

/** @param keepsThoughts whether the library reads `reasoning_content` */
export function readCompletions(onThoughts: OnThoughts, keepsThoughts: boolean): Reading {
  let hasText = false
  let hasEnded = false
  const calls = new Map<string, number>()
  const base = { id: 'reply', created: 0, model: 'unknown' }

  const chunk = (choices: Json[], more: Json = {}): Json => ({ ...base, choices, ...more })

  function read(event: Json): Json[] {
    const error = errorOf(event)
    if (error) return [error]
    const { choices, usage, x_groq: groq, id, created, model } = event
    if (typeof id === 'string') base.id = id
    if (typeof created === 'number') base.created = Math.trunc(created)
    if (typeof model === 'string') base.model = model
    const counted = usageOf(isObject(usage) ? usage : isObject(groq) ? groq['usage'] : null)
    const listed = Array.isArray(choices) ? choices.filter(isObject).slice(0, 1) : []
    if (listed.length === 0) return counted ? [chunk([], { usage: counted })] : []
    return [chunk(listed.map(readChoice), counted ? { usage: counted } : {})]
  }

  function readChoice(choice: Json): Json {
    const said = isObject(choice['delta'])
      ? choice['delta']
      : isObject(choice['message'])
        ? choice['message']
        : {}
    const content = textOf(said['content'] ?? choice['text'], onThoughts)
    const thoughts = thoughtsIn(said)
    if (thoughts !== '' && !keepsThoughts) onThoughts(thoughts.length)
    const finish = choice['finish_reason']
    if (content !== '') hasText = true
    if (typeof finish === 'string' && finish !== '') hasEnded = true
    const tools = Array.isArray(said['tool_calls']) ? said['tool_calls'].filter(isObject) : []
    return {
      index: 0,
      delta: {
        ...(content !== '' && { content }),
        ...(keepsThoughts && thoughts !== '' && { reasoning_content: thoughts }),
        ...(tools.length > 0 && { tool_calls: tools.map(readCall) }),
      },
      finish_reason: typeof finish === 'string' && finish !== '' ? finish : null,
    }
  }

  function readCall(call: Json, n: number): Json {
    const named = isObject(call['function']) ? call['function'] : call
    const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : null
    const given = call['index']
    // Without an index, a call with an id is a new one, and one without continues the last.
    if (id !== null && !calls.has(id)) calls.set(id, calls.size)
    const own = id === null ? Math.max(calls.size - 1, n) : (calls.get(id) ?? n)
    const index = typeof given === 'number' ? given : own
    const { name, arguments: input } = named
    return {
      index,
      type: 'function',
      ...(id !== null || typeof name === 'string' ? { id: id ?? `call-${index}` } : {}),
      function: {
        ...(typeof name === 'string' && name !== '' && { name }),
        arguments: typeof input === 'string' ? input : isObject(input) ? JSON.stringify(input) : '',
      },
    }
  }

  return {
    event: read,
    whole: read,
    // Some servers close the stream without a reason.
    end: () => (hasEnded || !hasText ? [] : [chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])]),
  }
}

function usageOf(usage: unknown): Json | null {
  if (!isObject(usage)) return null
  const numbers = (names: readonly string[], from: Json) =>
    Object.fromEntries(names.flatMap((name) => (typeof from[name] === 'number' ? [[name, from[name]]] : [])))
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage
  return {
    ...numbers(
      [
        'prompt_tokens',
        'completion_tokens',
        'total_tokens',
        'prompt_cache_hit_tokens',
        'prompt_cache_miss_tokens',
      ],
      usage,
    ),
    ...(isObject(input) && {
      prompt_tokens_details: numbers(['cached_tokens', 'cache_write_tokens'], input),
    }),
    ...(isObject(output) && { completion_tokens_details: numbers(['reasoning_tokens'], output) }),
  }
}

/** Reads a text, or a list of parts, of which only texts are shown. */
function textOf(content: unknown, onThoughts: OnThoughts): string {
  if (typeof content === 'string') return content
  if (isObject(content)) return textOf([content], onThoughts)
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      if (!isObject(part)) return ''
      const { type, text } = part
      if (type === undefined || type === 'text' || type === 'output_text' || type === 'text_delta')
        return typeof text === 'string' ? text : ''
      onThoughts(wordsIn(part['thinking'] ?? part['reasoning'] ?? text).length)
      return ''
    })
    .join('')
}

/** The names under which compatible servers send thoughts. */
function thoughtsIn(said: Json): string {
  for (const name of ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text', 'reasoning_details'])
    if (said[name] !== undefined && said[name] !== null) return wordsIn(said[name])
  return ''
}

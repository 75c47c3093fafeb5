import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

import { toCallFailure } from './call-failure.server.ts'
import type {
  CallFailure,
  Endpoint,
  Picture,
  ReplyEvent,
  ReplyRequest,
  Said,
  TokenUsage,
  ToolOffer,
  ToolRound,
} from './model-call.ts'
import { normalAnswers } from './normal-answer.server.ts'
import { fetchFrom } from './provider-fetch.server.ts'
import { providerTable } from './provider-table.server.ts'
import type { ThoughtHabits } from './thought-habits.ts'
import { createVisibleText, type Shown, type VisibleText } from './visible-text.ts'
import { createMemory, parseInput } from './said-parts.server.ts'
import type { Thinking } from './reasoning.ts'
import { type Patience, watchCall } from './watch-call.server.ts'

export type Call = {
  endpoint: Endpoint
  request: ReplyRequest
  effort: Thinking['effort']
  maxTokens: number
  /** Sends the limit as max_completion_tokens, even if the library does not know that this model requires it. */
  isLimitRenamed: boolean
}

/** The finish reasons of a complete reply; any other means that it was cut off. */
const endings: Readonly<Record<string, 'whole' | 'short'>> = {
  stop: 'whole',
  'tool-calls': 'whole',
  length: 'short',
  'content-filter': 'short',
}

type Ending = {
  finish: string | null
  usage: TokenUsage | null
  failure: CallFailure | null
  said: Said | null
  /** Characters of thoughts that came apart from the text. */
  thoughts: number
}

/**
 * Makes one call and closes the connection at the end. Throws nothing: the last event is `done` or `failed`, because
 * the library reports errors in its stream, as exceptions or by ending early.
 */
export async function* streamOnce(
  call: Call,
  { patience, habits, signal: visitor }: { patience: Patience; habits: ThoughtHabits; signal: AbortSignal },
): AsyncGenerator<ReplyEvent> {
  const { endpoint } = call
  const { key: apiKey, baseUrl: baseURL } = endpoint
  const provider = providerTable[endpoint.provider]
  const createClient = await provider.load()
  const watch = watchCall(patience, visitor, fetchFrom(endpoint))
  const ending: Ending = { finish: null, usage: null, failure: null, said: null, thoughts: 0 }
  const visible = createVisibleText({ holds: habits.mayThinkAloud(endpoint) })
  let [isEmpty, hasText] = [true, false]
  try {
    const fetch = normalAnswers(watch.fetch, provider, (characters) => {
      ending.thoughts += characters
      if (characters > 0) visible.release()
    })
    const { stream } = await createClient({ apiKey, baseURL, fetch })(endpoint.model).doStream({
      ...toCallOptions(call),
      abortSignal: watch.signal,
    })
    for await (const event of readParts(stream, { ending, visible, endpoint })) {
      isEmpty = event.type === 'restart'
      hasText = event.type === 'text' || (hasText && event.type !== 'restart')
      yield event
    }
  } catch (error) {
    ending.failure = toCallFailure(error, [apiKey])
  } finally {
    watch.end()
  }
  const by = { provider: endpoint.provider, model: endpoint.model }
  const { finish, usage, said } = ending
  const unseen = visible.hidden + ending.thoughts
  const hidden = unseen > 0 && { hidden: unseen }
  const failure = watch.failure() ?? ending.failure ?? faultOfEnding(finish, isEmpty)
  if (finish !== null || visible.hasThoughts) habits.note(endpoint, visible.hasThoughts)
  if (failure?.kind === 'unreachable' && hasText)
    yield { type: 'failed', ...failure, kind: 'cut', usage, by, earlier: [], ...hidden }
  else if (failure) yield { type: 'failed', ...failure, usage, by, earlier: [], ...hidden }
  else {
    const isWhole = finish !== null && endings[finish] === 'whole'
    const counted = usage ?? { input: null, output: null }
    yield { type: 'done', usage: counted, isWhole, by, earlier: [], ...hidden, ...(said && { said }) }
  }
}

type TextDelta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' }>

/** Yields visible texts and tool calls, and records in `ending` how the stream ended. */
async function* readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { ending, visible, endpoint }: { ending: Ending; visible: VisibleText; endpoint: Endpoint },
): AsyncGenerator<ReplyEvent> {
  const { isAside } = providerTable[endpoint.provider]
  const asides = new Set<string>()
  const memory = createMemory()
  let lastText: TextDelta | null = null
  const said = function* ({ text, isRestart }: Shown, part: TextDelta): Generator<ReplyEvent> {
    if (isRestart) yield { type: 'restart' }
    memory.keep({ ...part, delta: text })
    if (text !== '') yield { type: 'text', text }
  }
  for await (const part of stream) {
    if (part.type === 'text-start' && isAside?.(part.providerMetadata)) asides.add(part.id)
    if ('id' in part && asides.has(String(part.id))) continue
    if (part.type === 'text-delta') {
      lastText = part
      yield* said(visible.push(part.delta), part)
      continue
    }
    memory.keep(part)
    if (part.type === 'tool-call' && !part.providerExecuted) {
      yield { type: 'toolCall', id: part.toolCallId, name: part.toolName, input: parseInput(part.input) }
    } else if (part.type === 'finish') {
      if (lastText) yield* said(visible.end(), lastText)
      const { inputTokens, outputTokens } = part.usage
      ending.finish = part.finishReason.unified
      ending.said = memory.said()
      ending.usage = {
        input: inputTokens.total ?? null,
        output: outputTokens.total ?? null,
        cacheRead: inputTokens.cacheRead || undefined,
        cacheWrite: inputTokens.cacheWrite || undefined,
        reasoning: outputTokens.reasoning || undefined,
      }
    } else if (part.type === 'error') {
      ending.failure = toCallFailure(part.error, [endpoint.key])
      return
    }
  }
}

/** Calls the model directly: the library's upper layer took 0.4 MB per open reply and delayed the first word. */
function toCallOptions(call: Call): LanguageModelV4CallOptions {
  const { endpoint, request, effort, maxTokens, isLimitRenamed } = call
  const { instructions, knowledge, turns, rounds = [], tools, picture } = request
  return {
    prompt: [
      ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...(knowledge === undefined ? [] : [toSharedTurn(knowledge, endpoint)]),
      ...turns.map(({ role, content }, at) => ({
        role,
        content: [
          { type: 'text' as const, text: content },
          ...(picture && at === turns.length - 1 ? [toFilePart(picture)] : []),
        ],
      })),
      ...rounds.flatMap(toMessages),
    ],
    maxOutputTokens: maxTokens,
    ...(effort && { reasoning: effort }),
    ...(isLimitRenamed && { providerOptions: { openai: { forceReasoning: true } } }),
    ...(tools ? { tools: tools.map(toFunctionTool), toolChoice: { type: 'auto' } } : {}),
  }
}

function toSharedTurn(text: string, { provider }: Endpoint) {
  const { cacheMark: providerOptions } = providerTable[provider]
  return { role: 'user' as const, content: [{ type: 'text' as const, text, providerOptions }] }
}

function toFilePart({ bytes, type }: Picture) {
  return { type: 'file' as const, mediaType: type, data: { type: 'data' as const, data: bytes } }
}

function toMessages({ said, results }: ToolRound): LanguageModelV4Message[] {
  return [
    { role: 'assistant', content: said },
    {
      role: 'tool',
      content: results.map(({ id, name, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: text },
      })),
    },
  ]
}

function toFunctionTool(offer: ToolOffer): LanguageModelV4FunctionTool {
  const { name, description } = offer
  if ('schema' in offer) return { type: 'function', name, description, inputSchema: offer.schema }
  const { inputs } = offer
  const properties = Object.fromEntries(
    Object.entries(inputs).map(([key, values]) => [key, { type: 'string' as const, enum: [...values] }]),
  )
  const required = Object.keys(inputs)
  const inputSchema = { type: 'object' as const, properties, required, additionalProperties: false }
  return { type: 'function', name, description, inputSchema }
}

function faultOfEnding(finish: string | null, isEmpty: boolean): CallFailure | null {
  if (finish === null || !(finish in endings))
    return { kind: 'cut', message: 'The stream ended before the reply did.' }
  if (!isEmpty) return null
  if (finish === 'content-filter')
    return { kind: 'filtered', message: 'The provider’s content filter withheld the reply.' }
  return finish === 'length'
    ? { kind: 'no-room', message: 'The model used all its tokens for thinking and sent no text.' }
    : { kind: 'empty', message: 'The model sent no text.' }
}

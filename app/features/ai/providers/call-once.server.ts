import { createAnthropic } from '@ai-sdk/anthropic'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

import { toCallFailure } from './call-failure.server.ts'
import {
  type CallFailure,
  type Endpoint,
  MAX_OUTPUT_TOKENS,
  type Picture,
  type ReplyEvent,
  type ReplyRequest,
  type TokenUsage,
  type ToolOffer,
} from './model-call.ts'
import { type Patience, usualPatience, watchCall } from './watch-call.server.ts'

/** The finish reasons of a reply that ended; with any other reason it broke off. */
const endings: Readonly<Record<string, 'whole' | 'short'>> = {
  stop: 'whole',
  'tool-calls': 'whole',
  length: 'short',
  'content-filter': 'short',
}

type Ending = { finish: string | null; usage: TokenUsage | null; failure: CallFailure | null }

/**
 * Makes one call and closes the connection at the end. The last event is `done` or `failed`, and nothing is thrown: the
 * library reports some errors in its stream, some as exceptions and some by ending early.
 */
export async function* streamOnce(
  endpoint: Endpoint,
  request: ReplyRequest,
  patience: Patience,
  visitor: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  const watch = watchCall(patience, visitor)
  const ending: Ending = { finish: null, usage: null, failure: null }
  let isEmpty = true
  try {
    const { stream } = await resolveModel(endpoint, watch.fetch).doStream({
      ...toCallOptions(request),
      abortSignal: watch.signal,
    })
    for await (const event of readParts(stream, ending, endpoint.key)) {
      isEmpty = false
      yield event
    }
  } catch (error) {
    ending.failure = toCallFailure(error, [endpoint.key])
  } finally {
    watch.end()
  }
  const by = { provider: endpoint.provider, model: endpoint.model }
  const { finish, usage } = ending
  const failure = watch.failure() ?? ending.failure ?? faultOfEnding(finish, isEmpty)
  if (failure?.kind === 'unreachable' && !isEmpty)
    yield { type: 'failed', ...failure, kind: 'cut', usage, by }
  else if (failure) yield { type: 'failed', ...failure, usage, by }
  else {
    const isWhole = finish !== null && endings[finish] === 'whole'
    yield { type: 'done', usage: usage ?? { input: null, output: null }, isWhole, by }
  }
}

/** Passes on texts and tool calls, and notes in `ending` how the stream ended. */
async function* readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  ending: Ending,
  key: string,
): AsyncGenerator<ReplyEvent> {
  const asides = new Set<string>()
  for await (const part of stream) {
    if (part.type === 'text-start' && isAside(part.providerMetadata)) asides.add(part.id)
    else if (part.type === 'text-delta' && part.delta !== '' && !asides.has(part.id))
      yield { type: 'text', text: part.delta }
    else if (part.type === 'tool-call' && !part.providerExecuted) {
      const input = parseInput(part.input)
      if (input !== undefined) yield { type: 'toolCall', name: part.toolName, input }
    } else if (part.type === 'finish') {
      const { inputTokens, outputTokens } = part.usage
      ending.finish = part.finishReason.unified
      ending.usage = { input: inputTokens.total ?? null, output: outputTokens.total ?? null }
    } else if (part.type === 'error') {
      ending.failure = toCallFailure(part.error, [key])
      return
    }
  }
}

/** For the model's own interface: the library's layer above it took 0.4 MB per open reply and delayed the first word. */
function toCallOptions({ instructions, turns, tools, picture }: ReplyRequest): LanguageModelV4CallOptions {
  return {
    prompt: [
      { role: 'system', content: instructions },
      ...turns.map(({ role, content }, at) => ({
        role,
        content: [
          { type: 'text' as const, text: content },
          ...(picture && at === turns.length - 1 ? [toFilePart(picture)] : []),
        ],
      })),
    ],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    ...(tools ? { tools: tools.map(toFunctionTool), toolChoice: { type: 'auto' } } : {}),
  }
}

function toFilePart({ bytes, type }: Picture) {
  return { type: 'file' as const, mediaType: type, data: { type: 'data' as const, data: bytes } }
}

function toFunctionTool({ name, description, inputs }: ToolOffer): LanguageModelV4FunctionTool {
  const properties = Object.fromEntries(
    Object.entries(inputs).map(([key, values]) => [key, { type: 'string' as const, enum: [...values] }]),
  )
  const required = Object.keys(inputs)
  const inputSchema = { type: 'object' as const, properties, required, additionalProperties: false }
  return { type: 'function', name, description, inputSchema }
}

/** Undefined when the text is not JSON; such a call is ignored. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown
  } catch {
    return undefined
  }
}

/** Claude streams a summary of its input as text too; visitors must not see it. */
function isAside(metadata: Readonly<Record<string, unknown>> | undefined): boolean {
  const anthropic = metadata?.['anthropic']
  return typeof anthropic === 'object' && anthropic !== null && 'type' in anthropic
    ? anthropic.type === 'compaction'
    : false
}

function faultOfEnding(finish: string | null, isEmpty: boolean): CallFailure | null {
  if (finish === null || !(finish in endings))
    return { kind: 'cut', message: 'The stream ended before the reply did.' }
  if (!isEmpty) return null
  return finish === 'content-filter'
    ? { kind: 'filtered', message: 'The provider’s content filter withheld the reply.' }
    : { kind: 'empty', message: 'The reply contained no text.' }
}

export async function askOnce(
  endpoint: Endpoint,
  message: string,
  patience: Patience = usualPatience,
): Promise<CallFailure | null> {
  const watch = watchCall(patience, new AbortController().signal)
  try {
    await resolveModel(endpoint, watch.fetch).doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      abortSignal: watch.signal,
    })
    return null
  } catch (error) {
    return watch.failure() ?? toCallFailure(error, [endpoint.key])
  } finally {
    watch.end()
  }
}

/** OpenAI is called by chat completions, because compatible servers offer them too. */
function resolveModel(endpoint: Endpoint, fetch: typeof globalThis.fetch): LanguageModelV4 {
  const { model, key: apiKey, baseUrl: baseURL } = endpoint
  switch (endpoint.provider) {
    case 'openai':
      return createOpenAI({ apiKey, baseURL, fetch }).chat(model)
    case 'deepseek':
      return createDeepSeek({ apiKey, baseURL, fetch })(model)
    case 'claude':
      return createAnthropic({ apiKey, baseURL, fetch })(model)
    case 'gemini':
      return createGoogle({ apiKey, baseURL, fetch })(model)
  }
}

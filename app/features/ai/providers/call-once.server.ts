import { createAnthropic } from '@ai-sdk/anthropic'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
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

/** What the library's finish reasons mean for us; all others are a reply that broke off. */
const endings: Readonly<Record<string, 'whole' | 'short'>> = {
  stop: 'whole',
  'tool-calls': 'whole',
  length: 'short',
  'content-filter': 'short',
}

/**
 * One call, ended upstream however it ends here. The last event is `done` or `failed`; nothing is thrown, for the
 * library reports some faults in its stream, some by an exception and some by ending early.
 */
export async function* streamOnce(
  endpoint: Endpoint,
  request: ReplyRequest,
  patience: Patience,
  visitor: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  const watch = watchCall(patience, visitor)
  let usage: TokenUsage | null = null
  let finish: string | null = null
  let failure: CallFailure | null = null
  let isEmpty = true
  try {
    const { stream } = await resolveModel(endpoint, watch.fetch).doStream({
      ...toCallOptions(request),
      abortSignal: watch.signal,
    })
    const asides = new Set<string>()
    for await (const part of stream) {
      if (part.type === 'text-start' && isAside(part.providerMetadata)) asides.add(part.id)
      else if (part.type === 'text-delta' && part.delta !== '' && !asides.has(part.id)) {
        isEmpty = false
        yield { type: 'text', text: part.delta }
      } else if (part.type === 'tool-call' && !part.providerExecuted) {
        const input = parseInput(part.input)
        if (input === undefined) continue
        isEmpty = false
        yield { type: 'toolCall', name: part.toolName, input }
      } else if (part.type === 'finish') {
        finish = part.finishReason.unified
        usage = {
          input: part.usage.inputTokens.total ?? null,
          output: part.usage.outputTokens.total ?? null,
        }
      } else if (part.type === 'error') {
        failure = toCallFailure(part.error, [endpoint.key])
        break
      }
    }
  } catch (error) {
    failure = toCallFailure(error, [endpoint.key])
  } finally {
    watch.end()
  }
  failure = watch.failure() ?? failure ?? faultOfEnding(finish, isEmpty)
  if (failure?.kind === 'unreachable' && !isEmpty) failure = { ...failure, kind: 'cut' }
  const by = { provider: endpoint.provider, model: endpoint.model }
  if (failure) yield { type: 'failed', ...failure, usage, by }
  else
    yield {
      type: 'done',
      usage: usage ?? { input: null, output: null },
      isWhole: endings[finish ?? ''] === 'whole',
      by,
    }
}

/**
 * The providers' own interface is called, without the framework above it: that took 0.4 MB for each open reply and most of
 * what the relay added to the first word.
 */
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

/** Undefined for what is no JSON: a call that cannot be read is none. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown
  } catch {
    return undefined
  }
}

/** Claude's summary of what it was sent arrives among the text, but is not said to the visitor. */
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
    ? { kind: 'filtered', message: 'The provider held the reply back.' }
    : { kind: 'empty', message: 'The reply held no text.' }
}

/** Sends one user message and waits for the whole answer; null when it came, whatever it says. */
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

/** The library's model for an endpoint. OpenAI is called by chat completions, which compatible servers speak too. */
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

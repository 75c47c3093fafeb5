import type { FakeApi, FakeUsage } from './behaviour.ts'

type Finish = 'stop' | 'length' | 'tool'

/** One API's shapes; each function returns what is sent. */
export type Wire = {
  /** Paths of the API's calls, relative to its base address. */
  calls: RegExp
  /** Events before any text. */
  open(model: string, usage: FakeUsage): string
  /** The same, with thoughts before the text. */
  think(model: string, usage: FakeUsage, thoughts: readonly string[]): string
  text(piece: string, isAfterThoughts?: boolean): string
  /** `at` counts the calls of one response. */
  toolCall(name: string, input: object | string, at?: number): string
  /** Events after all text. */
  close(usage: FakeUsage, finish: Finish, isAfterThoughts?: boolean): string
  whole(model: string, text: string, usage: FakeUsage): object
  error(status: number, message: string): object
  tooLong(): object
}

export const wires: Record<FakeApi, Wire> = {
  openai: chatCompletions({ showsThoughts: false }),
  deepseek: chatCompletions({ showsThoughts: true }),
  claude: anthropicMessages(),
  gemini: generateContent(),
}

const asJson = (input: object | string) => (typeof input === 'string' ? input : JSON.stringify(input))

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const named = (event: { type: string }) => `event: ${event.type}\n${data(event)}`

function chatCompletions({ showsThoughts }: { showsThoughts: boolean }): Wire {
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    data({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_764_656_316,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    })
  const counted = ({ input, output, cacheRead = 0, cacheWrite, reasoning }: FakeUsage) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(showsThoughts
      ? { prompt_cache_hit_tokens: cacheRead, prompt_cache_miss_tokens: input - cacheRead }
      : { prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } }),
    completion_tokens_details: { reasoning_tokens: reasoning ?? 0 },
  })
  const open = () => chunk({ role: 'assistant', content: '' })
  const finishes = { stop: 'stop', length: 'length', tool: 'tool_calls' }
  return {
    calls: /^\/(chat\/completions|embeddings)$/,
    open,
    think: (_model, _usage, thoughts) =>
      open() +
      (showsThoughts
        ? thoughts.map((thought) => chunk({ content: null, reasoning_content: thought })).join('')
        : ''),
    text: (content) => chunk({ content }),
    toolCall: (name, input, at = 0) =>
      chunk({
        tool_calls: [
          {
            index: at,
            id: `call_fake_${at}`,
            type: 'function',
            function: { name, arguments: asJson(input) },
          },
        ],
      }),
    close: (usage, finish) =>
      `${chunk({}, finishes[finish])}${data({
        id: 'chatcmpl-fake',
        object: 'chat.completion.chunk',
        created: 1_764_656_316,
        model: 'fake',
        choices: [],
        usage: counted(usage),
      })}data: [DONE]\n\n`,
    whole: (model, content, usage) => ({
      id: 'chatcmpl-fake',
      object: 'chat.completion',
      created: 1_764_656_316,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: counted(usage),
    }),
    error: (status, message) => ({
      error: { message, type: 'fake_error', param: null, code: status === 401 ? 'invalid_api_key' : null },
    }),
    tooLong: () => ({
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    }),
  }
}

function anthropicMessages(): Wire {
  const counted = ({ input, output, cacheRead = 0, cacheWrite = 0, reasoning }: FakeUsage) => ({
    input_tokens: input - cacheRead - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
  })
  const deltaOf = (index: number, change: object) =>
    named({ type: 'content_block_delta', index, delta: change } as { type: string })
  const message = (model: string, usage: FakeUsage, content: object[]) => ({
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: counted(usage),
  })
  const textStart = (index: number) =>
    named({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } } as {
      type: string
    })
  const start = (model: string, usage: FakeUsage) =>
    named({
      type: 'message_start',
      message: message(model, { ...usage, output: 1 }, []),
    } as { type: string })
  const block = (index: number, content: object, delta: object) =>
    named({ type: 'content_block_start', index, content_block: content } as { type: string }) +
    named({ type: 'content_block_delta', index, delta } as { type: string }) +
    named({ type: 'content_block_stop', index } as { type: string })
  const reasons = { stop: 'end_turn', length: 'max_tokens', tool: 'tool_use' }
  return {
    calls: /^\/messages$/,
    open: (model, usage) => start(model, usage) + textStart(0) + named({ type: 'ping' }),
    think: (model, usage, thoughts) =>
      start(model, usage) +
      named({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      } as { type: string }) +
      thoughts.map((thinking) => deltaOf(0, { type: 'thinking_delta', thinking })).join('') +
      deltaOf(0, { type: 'signature_delta', signature: 'fake' }) +
      named({ type: 'content_block_stop', index: 0 } as { type: string }) +
      textStart(1),
    text: (text, isAfterThoughts) => deltaOf(isAfterThoughts ? 1 : 0, { type: 'text_delta', text }),
    toolCall: (name, input, at = 0) =>
      block(
        at + 1,
        { type: 'tool_use', id: `toolu_fake_${at}`, name, input: {} },
        { type: 'input_json_delta', partial_json: asJson(input) },
      ),
    close: (usage, finish, isAfterThoughts) =>
      named({ type: 'content_block_stop', index: isAfterThoughts ? 1 : 0 } as { type: string }) +
      named({
        type: 'message_delta',
        delta: { stop_reason: reasons[finish], stop_sequence: null },
        usage: counted(usage),
      } as { type: string }) +
      named({ type: 'message_stop' }),
    whole: (model, text, usage) => ({
      ...message(model, usage, [{ type: 'text', text }]),
      stop_reason: 'end_turn',
    }),
    error: (status, errorMessage) => ({
      type: 'error',
      error: { type: status === 529 ? 'overloaded_error' : 'fake_error', message: errorMessage },
    }),
    tooLong: () => ({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'prompt is too long: 200001 tokens > 200000 maximum',
      },
    }),
  }
}

function generateContent(): Wire {
  const counted = ({ input, output, cacheRead, reasoning = 0 }: FakeUsage) => ({
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
  })
  const candidate = (parts: object[], more: object = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  })
  const reasons = { stop: 'STOP', length: 'MAX_TOKENS', tool: 'STOP' }
  return {
    calls:
      /^\/models\/[^/]+:(streamGenerateContent\?alt=sse|generateContent|embedContent|batchEmbedContents)$/,
    open: () => '',
    think: (_model, _usage, thoughts) =>
      thoughts.map((text) => data(candidate([{ text, thought: true }]))).join(''),
    text: (text) => data(candidate([{ text }])),
    toolCall: (name, input) => data(candidate([{ functionCall: { name, args: input } }])),
    close: (usage, finish) =>
      data({
        ...candidate([{ text: '' }], { finishReason: reasons[finish] }),
        usageMetadata: counted(usage),
      }),
    whole: (model, text, usage) => ({
      ...candidate([{ text }], { finishReason: 'STOP' }),
      usageMetadata: counted(usage),
      modelVersion: model,
    }),
    error: (status, message) => ({
      error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'UNAVAILABLE' },
    }),
    tooLong: () => ({
      error: {
        code: 400,
        message: 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    }),
  }
}

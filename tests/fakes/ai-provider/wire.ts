import type { FakeApi, FakeUsage } from './behaviour.ts'

type Finish = 'stop' | 'length' | 'tool'

/** One API's shapes: each function returns what goes on the wire. */
export type Wire = {
  /** Events before any text. */
  open(model: string, usage: FakeUsage): string
  text(piece: string): string
  toolCall(name: string, input: object): string
  /** Events after all text. */
  close(usage: FakeUsage, finish: Finish): string
  whole(model: string, text: string, usage: FakeUsage): object
  error(status: number, message: string): object
}

export const wires: Record<FakeApi, Wire> = {
  openai: chatCompletions(),
  deepseek: chatCompletions(),
  claude: anthropicMessages(),
  gemini: generateContent(),
}

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const named = (event: { type: string }) => `event: ${event.type}\n${data(event)}`

function chatCompletions(): Wire {
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    data({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_764_656_316,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    })
  const counted = ({ input, output }: FakeUsage) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
  })
  const finishes = { stop: 'stop', length: 'length', tool: 'tool_calls' }
  return {
    open: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    toolCall: (name, input) =>
      chunk({
        tool_calls: [
          {
            index: 0,
            id: 'call_fake',
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
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
  }
}

function anthropicMessages(): Wire {
  const message = (model: string, usage: FakeUsage, content: object[]) => ({
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  })
  const block = (content: object, delta: object) =>
    named({ type: 'content_block_start', index: 1, content_block: content } as { type: string }) +
    named({ type: 'content_block_delta', index: 1, delta } as { type: string }) +
    named({ type: 'content_block_stop', index: 1 } as { type: string })
  const reasons = { stop: 'end_turn', length: 'max_tokens', tool: 'tool_use' }
  return {
    open: (model, usage) =>
      named({
        type: 'message_start',
        message: message(model, { ...usage, output: 1 }, []),
      } as { type: string }) +
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as {
        type: string
      }) +
      named({ type: 'ping' }),
    text: (text) =>
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as {
        type: string
      }),
    toolCall: (name, input) =>
      block(
        { type: 'tool_use', id: 'toolu_fake', name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ),
    close: (usage, finish) =>
      named({ type: 'content_block_stop', index: 0 } as { type: string }) +
      named({
        type: 'message_delta',
        delta: { stop_reason: reasons[finish], stop_sequence: null },
        usage: { output_tokens: usage.output },
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
  }
}

function generateContent(): Wire {
  const counted = ({ input, output }: FakeUsage) => ({
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  })
  const candidate = (parts: object[], more: object = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  })
  const reasons = { stop: 'STOP', length: 'MAX_TOKENS', tool: 'STOP' }
  return {
    open: () => '',
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
  }
}

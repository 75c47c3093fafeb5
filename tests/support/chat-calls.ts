import type { Endpoint, ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import { streamReply } from '#app/features/ai/providers/stream-reply.server.ts'
import { type Patience, usualPatience } from '#app/features/ai/providers/watch-call.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { FakeAiProvider, FakeApi } from '#tests/fakes/ai-provider/server.ts'

import { testKey } from './test-ai-provider.ts'

export const quiet = { log: createLog({ level: 'silent' }) }

export const models: Record<FakeApi, string> = {
  openai: 'gpt-4',
  deepseek: 'deepseek-chat',
  claude: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
}

export function endpointOf(fake: FakeAiProvider, api: FakeApi, model = models[api]): Endpoint {
  return { provider: api, model, key: testKey, baseUrl: fake.baseUrls[api] }
}

/** Asks an endpoint one visitor's question, and returns the reply's events in order. */
export async function ask(
  primary: Endpoint,
  options: {
    fallback?: Endpoint
    patience?: Partial<Patience>
    signal?: AbortSignal
    onEvent?: (event: ReplyEvent) => void
  } = {},
): Promise<ReplyEvent[]> {
  const request = { instructions: 'Be kind.', turns: [{ role: 'user' as const, content: 'Hello?' }] }
  const events: ReplyEvent[] = []
  const stream = streamReply(quiet, { primary, fallback: options.fallback ?? null }, request, {
    signal: options.signal ?? new AbortController().signal,
    patience: { ...usualPatience, ...options.patience },
  })
  for await (const event of stream) {
    events.push(event)
    options.onEvent?.(event)
  }
  return events
}

/** The text that is left at the end. */
export function textOf(events: readonly ReplyEvent[]): string {
  const from = events.findLastIndex((event) => event.type === 'restart') + 1
  return events
    .slice(from)
    .map((event) => (event.type === 'text' ? event.text : ''))
    .join('')
}

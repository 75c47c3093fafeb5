import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { sendMessage } from '#app/features/chat/replies/send-message.server.ts'
import { type FakeAiProvider, type FakeApi } from '#tests/fakes/ai-provider/server.ts'

import { models } from './chat-calls.ts'
import { createTestAiProvider, testKey } from './test-ai-provider.ts'
import { asOwner, createTestCtx, type TestCtx } from './test-ctx.ts'

/** Creates a context whose assistant uses a fake provider of the test's own. */
export async function createChatCtx(
  options: { provider?: FakeApi; fallback?: FakeApi; env?: Record<string, string> } = {},
): Promise<{ ctx: TestCtx; fake: FakeAiProvider }> {
  const { provider = 'openai', fallback, env } = options
  const fake = await createTestAiProvider()
  const ctx = await createTestCtx({ env: { ...fake.env, ...env } })
  const owner = asOwner(ctx)
  if (fallback)
    await saveApiConfig(owner, { provider: fallback, model: models[fallback], apiKey: `${testKey}-2` })
  await saveApiConfig(owner, {
    provider,
    model: models[provider],
    apiKey: testKey,
    ...(fallback ? { fallbackProvider: fallback, fallbackModel: models[fallback] } : {}),
  })
  return { ctx, fake }
}

export type Visit = { conversationId?: string | null; token?: string | null; address?: string }

/** Starts a reply to a message, or to a whole request body. */
export function begin(ctx: TestCtx, message: string | object, visit: Visit = {}) {
  const { conversationId = null, token = null, address = '203.0.113.7' } = visit
  return sendMessage(ctx, {
    body: typeof message === 'string' ? { conversationId, message } : message,
    token,
    clientAddress: address,
    page: '/contact',
  })
}

export type Heard = { conversationId: string; token: string; events: ChatEvent[]; text: string }

/** Sends a message and awaits its whole reply; the result is the input of the next message. */
export async function say(ctx: TestCtx, message: string | object, visit: Visit = {}): Promise<Heard> {
  const { begin: begun, reply } = await begin(ctx, message, visit)
  const events: ChatEvent[] = []
  for await (const event of reply.follow(new AbortController().signal)) events.push(event)
  return {
    conversationId: begun.conversationId,
    token: begun.token ?? visit.token ?? '',
    events,
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
  }
}

export async function messagesOf(ctx: TestCtx) {
  return ctx.db.selectFrom('chat_message').selectAll().orderBy('id').execute()
}

import { onTestFinished } from 'vitest'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { followConversation } from '#app/features/chat/replies/follow-conversation.server.ts'

import type { TestCtx } from './test-ctx.ts'

export type Listener = { events: ChatEvent[]; leave(): void; ended: Promise<void> }

/** Collects the events of a conversation, as a visitor's open panel does, until it leaves or the test ends. */
export async function listen(
  ctx: TestCtx,
  visit: { conversationId: string; token: string | null; after?: string | null; address?: string },
): Promise<Listener> {
  const { conversationId: id, token, after = null, address = '203.0.113.7' } = visit
  const tell = await followConversation(ctx, { id, token, after, clientAddress: address })
  const leaving = new AbortController()
  const events: ChatEvent[] = []
  const ended = (async () => {
    for await (const event of tell(leaving.signal)) events.push(event)
  })()
  const leave = () => leaving.abort()
  onTestFinished(async () => {
    leave()
    await ended
  })
  return { events, leave, ended }
}

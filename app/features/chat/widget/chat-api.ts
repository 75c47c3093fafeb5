import {
  type ChatEvent,
  type ChatHistory,
  CONVERSATION_TOKEN_HEADER,
} from '#app/features/chat/chat-events.ts'
import type { ChatAppearance } from '#app/features/chat/settings/chat-appearance.ts'
import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { ask, readEvents, RequestRefused } from '#app/lib/event-stream-reader.ts'

import type { StoredChat } from './stored-chat.ts'

export type Conversation = NonNullable<StoredChat['conversation']>

export async function fetchAppearance(): Promise<ChatAppearance> {
  return (await (await ask('/api/chat')).json()) as ChatAppearance
}

/** @throws {RequestRefused} not-found, when the conversation is gone. */
export async function fetchHistory({ id, token }: Conversation): Promise<ChatHistory> {
  return (await (await ask(`/api/chat/${id}`, { headers: proof(token) })).json()) as ChatHistory
}

/** Sends a message, or asks for another reply to the last where `message` is null. @throws {RequestRefused} */
export async function* sendMessage(
  conversation: Conversation | null,
  message: string | null,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const conversationId = conversation?.id ?? null
  const body = message === null ? { conversationId, retry: true } : { conversationId, message }
  const headers = { 'content-type': 'application/json', ...(conversation && proof(conversation.token)) }
  yield* readEvents(await ask('/api/chat', { method: 'POST', body: JSON.stringify(body), headers, signal }))
}

/** The reply under way, from its first word. @throws {RequestRefused} */
export async function* joinReply(
  { id, token }: Conversation,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  yield* readEvents(await ask(`/api/chat/${id}/reply`, { headers: proof(token), signal }))
}

/** Who speaks and what the owner writes after the message `after`, until `signal`. @throws {RequestRefused} */
export async function* followConversation(
  { id, token }: Conversation,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const query = after === null ? '' : `?after=${after}`
  yield* readEvents(await ask(`/api/chat/${id}/events${query}`, { headers: proof(token), signal }))
}

export async function stopReply({ id, token }: Conversation): Promise<void> {
  await ask(`/api/chat/${id}/reply`, { method: 'DELETE', headers: proof(token) })
}

export function inquiryTargetOf({ id, token }: Conversation): InquiryTarget {
  return { path: `/api/chat/${id}/inquiry`, headers: proof(token) }
}

function proof(token: string): Record<string, string> {
  return { [CONVERSATION_TOKEN_HEADER]: token }
}

const SECOND = 1000
const LONGEST_PAUSE = 30 * SECOND

/**
 * Keeps one connection to a stream of events, made again after ever longer pauses when it ends, until `signal`; one that
 * is refused for good, as a deleted conversation is, ends it too.
 */
export async function followSteadily(
  open: () => AsyncGenerator<ChatEvent>,
  hear: (event: ChatEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = SECOND; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      for await (const event of open()) {
        hear(event)
        pause = SECOND
      }
    } catch (error) {
      if (error instanceof RequestRefused && error.code === 'not-found') return
    }
    // Not all at once, when a server comes back.
    await sleep(pause * (0.5 + Math.random() / 2), signal)
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

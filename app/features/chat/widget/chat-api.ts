import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { ask, readEvents } from '#app/lib/event-stream-reader.ts'

import { type ChatEvent, type ChatHistory, CONVERSATION_TOKEN_HEADER } from '../chat-events.ts'
import type { ChatAppearance } from '../settings/chat-appearance.ts'

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

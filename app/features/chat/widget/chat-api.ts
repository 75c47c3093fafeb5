import {
  type ChatEvent,
  type ChatHistory,
  CONVERSATION_TOKEN_HEADER,
  type ReplyRating,
} from '#app/features/chat/chat-events.ts'
import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { ask, readEvents, RequestRefused } from '#app/lib/event-stream-reader.ts'

import type { Panel } from './panel-texts.ts'
import { assistantHeaders, spokenOn } from './speaking-as.ts'
import type { StoredChat } from './stored-chat.ts'

export type Conversation = NonNullable<StoredChat['conversation']>

const SECOND = 1000
const LONGEST_PAUSE = 30 * SECOND

export async function fetchPanel(): Promise<Panel> {
  const page = new URLSearchParams({ page: location.pathname })
  return (await (await ask(`/api/chat?${page}`, { headers: assistantHeaders() })).json()) as Panel
}

/** @throws {RequestRefused} not-found if the conversation is gone. */
export async function fetchHistory({ id, token }: Conversation): Promise<ChatHistory> {
  return (await (await ask(`/api/chat/${id}`, { headers: proof(token) })).json()) as ChatHistory
}

/** What the visitor says. `person` asks for a person; null requests another reply to the last message. */
export type Said = { message: string; person?: true } | null

/** @throws {RequestRefused} */
export async function* sendMessage(
  conversation: Conversation | null,
  said: Said,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const conversationId = conversation?.id ?? null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const host = spokenOn()
  const visit = { zone, ...(host && { host }) }
  const body =
    said === null ? { conversationId, retry: true, ...visit } : { conversationId, ...said, ...visit }
  const ours = conversation ? proof(conversation.token) : assistantHeaders()
  const headers = { 'content-type': 'application/json', ...ours }
  yield* readEvents(await ask('/api/chat', { method: 'POST', body: JSON.stringify(body), headers, signal }))
}

/** Streams the reply in flight from its start. @throws {RequestRefused} */
export async function* joinReply(
  { id, token }: Conversation,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  yield* readEvents(await ask(`/api/chat/${id}/reply`, { headers: proof(token), signal }))
}

/** Streams changes of speaker and the owner's messages after `newest`; reconnects until `signal` aborts. */
export async function* followConversation(
  { id, token }: Conversation,
  newest: () => string | null,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  for (let pause = SECOND; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const after = newest()
    const path = `/api/chat/${id}/events${after === null ? '' : `?after=${after}`}`
    try {
      for await (const event of readEvents<ChatEvent>(await ask(path, { headers: proof(token), signal }))) {
        yield event
        pause = SECOND
      }
    } catch (error) {
      if (error instanceof RequestRefused && error.code === 'not-found') return
    }
    // The pause is random, so that not all browsers reconnect at once after a restart.
    await sleep(pause * (0.5 + Math.random() / 2), signal)
  }
}

export async function stopReply({ id, token }: Conversation): Promise<void> {
  await ask(`/api/chat/${id}/reply`, { method: 'DELETE', headers: proof(token) })
}

/** Null removes the rating. @throws {RequestRefused} */
export async function rateReply(
  { id, token }: Conversation,
  replyId: string,
  rated: ReplyRating | null,
): Promise<void> {
  const body = JSON.stringify({ replyId, ...(rated ?? { rating: null, comment: '' }) })
  const headers = { 'content-type': 'application/json', ...proof(token) }
  await ask(`/api/chat/${id}/rating`, { method: 'POST', headers, body })
}

export function cardTargetOf({ id, token }: Conversation, card: string): InquiryTarget {
  return { path: `/api/chat/${id}/cards/${card}`, headers: proof(token) }
}

export function inquiryTargetOf({ id, token }: Conversation): InquiryTarget {
  return { path: `/api/chat/${id}/inquiry`, headers: proof(token) }
}

function proof(token: string): Record<string, string> {
  return { ...assistantHeaders(), [CONVERSATION_TOKEN_HEADER]: token }
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

/** A link below a reply, to a page of this site. */
export type ChatLink = { label: string; path: string }

/** A passage that a reply cites as `[number]`. */
export type ChatSource = {
  number: number
  title: string
  /** Of a PDF, from 1. */
  page: number | null
  /** Where it is published: a path of this site or a URL; null where the passage itself is all there is. */
  href: string | null
  /** The passage, or its beginning. */
  text: string
}

/** How a reply ended: whole, broken off, ended by the visitor, or in demo mode. */
export type ReplyEnd = 'whole' | 'cut' | 'stopped' | 'demo'

/** Who answers in a conversation: the assistant, or the owner who took it over. */
export type Speaker = 'assistant' | 'owner'

/**
 * What POST /api/chat and GET /api/chat/:id/reply send, each as one `data:` line of JSON; lines that begin with a colon
 * are heartbeats. `begin` comes first (not when a reply is joined), `done` or `failed` last; where a person answers, the
 * message is stored and `speaker` takes the reply's place.
 *
 * GET /api/chat/:id/events sends `speaker` and `message` alone, for as long as it is listened to.
 */
export type ChatEvent =
  /**
   * `token` is given once, when the conversation is new: it is the visitor's proof from then on. Without a `replyId` a
   * person answers, in their own time.
   */
  | { type: 'begin'; conversationId: string; token: string | null; replyId: string | null }
  /** Who speaks from here on. */
  | { type: 'speaker'; speaker: Speaker }
  /** What the owner wrote. */
  | { type: 'message'; message: HistoryMessage }
  | { type: 'text'; text: string }
  | { type: 'links'; links: readonly ChatLink[] }
  /** All that the reply cites so far; comes before the words that cite it. */
  | { type: 'sources'; sources: readonly ChatSource[] }
  /** The assistant asks for the contact form to be shown. */
  | { type: 'offer-form' }
  | { type: 'done'; end: ReplyEnd }
  /** The reply, as far as it was shown, is replaced by this text; `toast` is shown where there is one. */
  | { type: 'failed'; text: string; toast: string | null }

/** The header that carries the conversation's token. */
export const CONVERSATION_TOKEN_HEADER = 'x-conversation-token'

export const MAX_MESSAGE_LENGTH = 2000

/** What a script reads of a conversation after a reload. */
export type ChatHistory = {
  id: string
  messages: readonly HistoryMessage[]
  speaker: Speaker
  /** A reply to be joined at /api/chat/:id/reply; its message is not among the others. */
  replyUnderWay: boolean
}

export type HistoryMessage = {
  id: string
  author: 'visitor' | 'assistant' | 'owner'
  text: string
  /** Milliseconds UTC. */
  at: number
  /** Of replies: as in the events; failed where the text stands for a failure. */
  end: ReplyEnd | 'failed' | null
  links: readonly ChatLink[]
  sources: readonly ChatSource[]
}

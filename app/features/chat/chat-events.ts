import type { VisitorCard } from '#app/lib/visitor-card.ts'

/** The key of the assistant of another site; without it, the site's own is meant. */
export const ASSISTANT_HEADER = 'x-assistant'

export type ChatLink = { label: string; path: string }

export type ChatSource = {
  number: number
  title: string
  /** The page of a PDF, counted from 1. */
  page: number | null
  /** The published source: a path of this site or a URL; null if visitors can read only `text`. */
  href: string | null
  text: string
}

export type ReplyEnd = 'whole' | 'cut' | 'stopped' | 'demo'

/** What a visitor who asked for a person can expect. */
export type Handover = {
  /** Whether a member is signed in and active. */
  isPresent: boolean
  isOpen: boolean
  /** Milliseconds UTC, while it is closed; null if unknown. */
  opensAt: number | null
}

/** A card of a reply; `done` is the text that its button's action returned. */
export type ChatCard = VisitorCard & { id: string; done: string | null }

export type Speaker = 'assistant' | 'owner'

/**
 * Streamed by POST /api/chat, by GET /api/chat/:id/reply without `begin`, and by GET /api/chat/:id/events, which sends
 * only `speaker` and `message`. A reply ends with `done` or `failed`, or with `speaker` if a person answers instead.
 */
export type ChatEvent =
  /** `token` is set only for a new conversation, as the visitor's proof. Without a `replyId`, a person will answer. */
  | { type: 'begin'; conversationId: string; token: string | null; replyId: string | null }
  | { type: 'speaker'; speaker: Speaker }
  | { type: 'message'; message: HistoryMessage }
  | { type: 'text'; text: string }
  /** Replaces the text and the sources of the reply so far, because a model's thoughts had come as text. */
  | { type: 'restart'; text: string; sources: readonly ChatSource[] }
  | { type: 'links'; links: readonly ChatLink[] }
  /** All that the reply cites so far, sent before the text that cites it. */
  | { type: 'sources'; sources: readonly ChatSource[] }
  | { type: 'offer-form' }
  | { type: 'card'; card: ChatCard }
  /** The owner has been notified that the visitor asks for a person. */
  | { type: 'handover'; handover: Handover }
  | { type: 'done'; end: ReplyEnd }
  /** The text replaces what was shown of the reply. */
  | { type: 'failed'; text: string; toast: string | null }

export const CONVERSATION_TOKEN_HEADER = 'x-conversation-token'

export const MAX_MESSAGE_LENGTH = 2000
export const MAX_COMMENT_LENGTH = 1000

/** A visitor's rating of a finished reply. */
export type ReplyRating = { rating: 'helpful' | 'unhelpful'; comment: string }

export type ChatHistory = {
  id: string
  messages: readonly HistoryMessage[]
  speaker: Speaker
  /** Whether a reply can be joined at /api/chat/:id/reply; it is not in `messages` yet. */
  replyUnderWay: boolean
  replyId: string | null
  /** Null unless the visitor waits for a person. */
  handover: Handover | null
}

export type HistoryMessage = {
  id: string
  author: 'visitor' | 'assistant' | 'owner'
  text: string
  /** Milliseconds UTC. */
  at: number
  rating: ReplyRating | null
  /** Null for messages of people; `failed` if `text` is shown instead of the reply. */
  end: ReplyEnd | 'failed' | null
  links: readonly ChatLink[]
  sources: readonly ChatSource[]
  cards?: readonly ChatCard[]
}

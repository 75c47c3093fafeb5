import type { Speaker } from '../chat-events.ts'

import { isRatingFilter, type RatingFilter, replyOutcomes } from './conversation-labels.ts'

/** The filters of the list. They are part of its URL, so that a link shows the same list. */
export type ConversationListQuery = {
  q: string
  outcome: (typeof replyOutcomes)[number] | null
  speaker: Speaker | null
  rating: RatingFilter | null
  isWaiting: boolean
  isMarked: boolean
  page: number
}

export function readConversationListQuery(params: URLSearchParams): ConversationListQuery {
  const page = Number(params.get('page') ?? 1)
  const speaker = params.get('speaker')
  const rating = params.get('rating')
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    outcome: replyOutcomes.find((outcome) => outcome === params.get('outcome')) ?? null,
    speaker: speaker === 'assistant' || speaker === 'owner' ? speaker : null,
    rating: isRatingFilter(rating) ? rating : null,
    isWaiting: params.get('waiting') === '1',
    isMarked: params.get('marked') === '1',
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Returns the list's URL after a change; starts at page 1 unless the change sets a page. */
export function conversationListPath(
  query: ConversationListQuery,
  change: Partial<ConversationListQuery>,
): string {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.outcome) params.set('outcome', next.outcome)
  if (next.speaker) params.set('speaker', next.speaker)
  if (next.rating) params.set('rating', next.rating)
  if (next.isWaiting) params.set('waiting', '1')
  if (next.isMarked) params.set('marked', '1')
  if (next.page !== 1) params.set('page', String(next.page))
  return params.size > 0 ? `/admin/conversations?${params}` : '/admin/conversations'
}

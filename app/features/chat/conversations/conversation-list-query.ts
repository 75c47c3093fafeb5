import { defineListQuery, flag, languageTag, oneOf, recordId, words } from '#app/lib/list-query.ts'

import { type RatingFilter, ratingFilters, replyOutcomes } from './conversation-labels.ts'

export const { read: readConversationListQuery, pathOf: conversationListPath } = defineListQuery(
  '/admin/conversations',
  {
    q: words,
    outcome: oneOf(replyOutcomes),
    speaker: oneOf(['assistant', 'owner']),
    rating: oneOf(Object.keys(ratingFilters) as RatingFilter[]),
    isWaiting: flag('waiting'),
    isMarked: flag('marked'),
    language: languageTag,
    assistant: recordId,
  },
)

export type ConversationListQuery = ReturnType<typeof readConversationListQuery>

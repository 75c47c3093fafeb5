import { z } from 'zod'

import { getConversation } from '#app/features/chat/conversations/get-conversation.server.ts'

import { defineAction } from '../define-action.ts'
import { id, isoTime, isoTimeOrNull, time } from '../fields.ts'

import { conversationRecord } from './list-conversations.action.server.ts'

const MOST_MESSAGES = 200

const message = z.object({ id: z.string(), at: time, author: z.string(), text: z.string() })

export const getConversationAction = defineAction({
  name: 'get_conversation',
  title: 'Read a conversation',
  description: `Reads a conversation with its latest ${MOST_MESSAGES} messages, the oldest first.`,
  input: z.strictObject({ id }),
  output: conversationRecord.extend({ messages: z.array(message) }),
  permission: 'conversations.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/conversations/{id}' },
  async run(ctx, input) {
    const { conversation, messages } = await getConversation(ctx, input.id)
    return {
      id: conversation.id,
      createdAt: isoTime(conversation.created_at),
      updatedAt: isoTime(conversation.updated_at),
      page: conversation.page,
      answeredBy: conversation.speaker,
      waitingSince: isoTimeOrNull(conversation.waiting_since),
      leadId: conversation.lead_id,
      language: conversation.language,
      assistant: conversation.assistant,
      messages: messages
        .slice(-MOST_MESSAGES)
        .map((each) => ({ id: each.id, at: isoTime(each.created_at), author: each.author, text: each.text })),
    }
  },
})

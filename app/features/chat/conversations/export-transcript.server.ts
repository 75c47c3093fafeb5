import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { outcomeNames } from './conversation-outcome.ts'
import { conversationSubject } from './conversation-subject.ts'
import { type ConversationDetail, getConversation } from './get-conversation.server.ts'

type Message = ConversationDetail['messages'][number]

const authorNames: Record<Message['author'], string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  owner: 'Team',
}

/** A conversation to be read: who said what and when, in UTC. @throws {AppError} not-found */
export async function exportTranscriptAsText(ctx: Ctx, id: string): Promise<string> {
  const { conversation, messages } = await takeOut(ctx, id)
  const head = `Conversation ${id}\nBegun ${timeOf(conversation.created_at)}${onPage(conversation.page)}\n`
  return [head, ...messages.map(paragraph)].join('\n')
}

/** The same with all that is known of each message, for other programs. @throws {AppError} not-found */
export async function exportTranscriptAsJson(ctx: Ctx, id: string): Promise<string> {
  const { conversation, messages } = await takeOut(ctx, id)
  const readable = {
    id,
    begun: timeOf(conversation.created_at),
    page: conversation.page,
    speaker: conversation.speaker,
    messages: messages.map((message) => ({
      id: message.id,
      at: timeOf(message.created_at),
      author: message.author,
      text: message.text,
      page: message.page,
      ...(message.author === 'assistant' && {
        outcome: message.outcome,
        provider: message.provider,
        model: message.model,
        inputTokens: message.input_tokens,
        outputTokens: message.output_tokens,
        costInUsDollars: message.cost_micros / 1_000_000,
        failure: message.failure,
      }),
    })),
  }
  return `${JSON.stringify(readable, null, 2)}\n`
}

async function takeOut(ctx: Ctx, id: string): Promise<ConversationDetail> {
  return withTransaction(ctx, async (ctx) => {
    const detail = await getConversation(ctx, id)
    await recordChange(ctx, { what: 'conversation.exported', subject: conversationSubject(id) })
    return detail
  })
}

function paragraph({ author, created_at, page, outcome, text }: Message): string {
  const how = author === 'assistant' && outcome !== 'whole' ? ` (${outcomeNames[outcome]})` : ''
  return `${timeOf(created_at)} ${authorNames[author]}${onPage(page)}${how}:\n${text}\n`
}

function onPage(page: string | null): string {
  return page ? ` on ${page}` : ''
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

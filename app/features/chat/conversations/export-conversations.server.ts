import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { CsvColumn } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'
import { outcomeNames, ratingNames } from './conversation-labels.ts'
import { type ConversationDetail, conversationSubject, getConversation } from './get-conversation.server.ts'
import { conversationList } from './conversation-search.server.ts'
import { readConversationRecords } from './list-conversations.server.ts'

type Row = Awaited<ReturnType<typeof readConversationRecords>>[number]

const columns: readonly CsvColumn<Row>[] = [
  ['Id', (conversation) => conversation.id],
  ['Started', (conversation) => new Date(conversation.created_at).toISOString()],
  ['Last message', (conversation) => new Date(conversation.updated_at).toISOString()],
  ['Page', (conversation) => conversation.page],
  ['Who answers', (conversation) => conversation.speaker],
  ['Marked', (conversation) => (conversation.marked === 1 ? 'yes' : '')],
  ['Messages of the visitor', (conversation) => conversation.turns],
  ['Outcome of the last reply', (conversation) => conversation.outcome],
  ['Input tokens', (conversation) => conversation.inputTokens],
  ['Output tokens', (conversation) => conversation.outputTokens],
  ['Cost in US dollars', (conversation) => conversation.costMicros / 1_000_000],
  ['Replies rated helpful', (conversation) => conversation.helpful],
  ['Replies rated not helpful', (conversation) => conversation.unhelpful],
  ['Waiting for a person', (conversation) => (conversation.waiting_since === null ? '' : 'yes')],
  ['Lead', (conversation) => conversation.lead_id],
  ['First message', (conversation) => conversation.opening],
  ['Language', (conversation) => conversation.language],
  ['Assistant', (conversation) => conversation.assistant],
]

export async function exportConversations(
  ctx: Ctx,
  query: ConversationListQuery,
): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'conversations.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'conversation.exported' }))
  // By creation: in the list's order, a conversation that becomes active during the export would be missed.
  return conversationList.csv(ctx, query, 'newest', { columns, read: readConversationRecords })
}

type Message = ConversationDetail['messages'][number]
type Call = ConversationDetail['calls'][number]

const authorNames: Record<Message['author'], string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  owner: 'Team',
}

/** Returns a readable transcript with times in UTC. @throws {AppError} not-found */
export async function exportTranscriptAsText(ctx: Ctx, id: string): Promise<string> {
  const { conversation, messages, calls } = await readTranscript(ctx, id)
  const head = `Conversation ${id}\nStarted ${timeOf(conversation.created_at)}${onPage(conversation.page)}\n`
  return [head, ...messages.map((message) => paragraph(message, calls))].join('\n')
}

/** Returns the transcript with all details as JSON, for other programs. @throws {AppError} not-found */
export async function exportTranscriptAsJson(ctx: Ctx, id: string): Promise<string> {
  const { conversation, messages, calls } = await readTranscript(ctx, id)
  const readable = {
    id,
    begun: timeOf(conversation.created_at),
    page: conversation.page,
    language: conversation.language,
    assistant: conversation.assistant,
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
        rating: message.rating,
        comment: message.rating_comment,
        tools: callsOf(message, calls).map(({ at, name, outcome, input, result, pressedAt, done }) => ({
          at: timeOf(at),
          name,
          outcome,
          input,
          result,
          confirmed: pressedAt === null || done === null ? null : timeOf(pressedAt),
          done,
        })),
      }),
    })),
  }
  return `${JSON.stringify(readable, null, 2)}\n`
}

async function readTranscript(ctx: Ctx, id: string): Promise<ConversationDetail> {
  return withTransaction(ctx, async (ctx) => {
    const detail = await getConversation(ctx, id)
    await recordChange(ctx, { what: 'conversation.exported', subject: conversationSubject(id) })
    return detail
  })
}

function callsOf({ id }: Message, calls: readonly Call[]): readonly Call[] {
  return calls.filter(({ messageId }) => messageId === id)
}

function paragraph(message: Message, calls: readonly Call[]): string {
  const { author, created_at, page, outcome, text, rating, rating_comment } = message
  const used = callsOf(message, calls).map(
    ({ name, input, done }) => `[Tool ${name} ${input}${done === null ? '' : `: ${done}`}]\n`,
  )
  const how = author === 'assistant' && outcome !== 'whole' ? ` (${outcomeNames[outcome]})` : ''
  const comment = rating_comment === null ? '' : `: ${rating_comment}`
  const rated = rating === null ? '' : `[Rated ${ratingNames[rating].toLowerCase()}${comment}]\n`
  return `${timeOf(created_at)} ${authorNames[author]}${onPage(page)}${how}:\n${used.join('')}${text}\n${rated}`
}

function onPage(page: string | null): string {
  return page ? ` on ${page}` : ''
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

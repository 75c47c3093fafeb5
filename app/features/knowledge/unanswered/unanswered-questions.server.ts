import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { addText } from '../items/add-item.server.ts'
import type { AddedItem } from '../items/create-item.server.ts'
import { readTerms } from '../search/terms.ts'

/** Only the newest are read; an older question that matters is asked again. */
const MOST_QUESTIONS = 1000
const MOST_GROUPS = 50
/** The least share of common terms (Jaccard) of two similar questions. */
const ALIKE = 0.5

export type QuestionGroup = {
  id: string
  text: string
  times: number
  /** Milliseconds UTC. */
  lastAskedAt: number
  /** Null if the conversation was deleted. */
  conversationId: string | null
  /** The name of the assistant; null if it was deleted. */
  assistant: string | null
}

export async function listQuestions(ctx: Ctx): Promise<QuestionGroup[]> {
  const groups = await groupQuestions(ctx)
  return groups
    .map(({ newest, ids }) => ({
      id: newest.id,
      text: newest.text,
      times: ids.length,
      lastAskedAt: newest.asked_at,
      conversationId: newest.conversation_id,
      assistant: newest.assistant,
    }))
    .sort((a, b) => b.times - a.times || b.lastAskedAt - a.lastAskedAt)
    .slice(0, MOST_GROUPS)
}

export async function findQuestion(ctx: Ctx, id: string): Promise<{ id: string; text: string } | null> {
  requireActor(ctx, 'knowledge.read')
  const found = await ctx.db
    .selectFrom('unanswered_question')
    .select(['id', 'text'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

export async function dropQuestion(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    if (await deleteGroupOf(ctx, id))
      await recordChange(ctx, { what: 'knowledge.question_dropped', subject: { id } })
  })
}

async function deleteGroupOf(ctx: Ctx, id: string): Promise<boolean> {
  const group = (await groupQuestions(ctx)).find(({ ids }) => ids.includes(id))
  if (!group) return false
  await ctx.db.deleteFrom('unanswered_question').where('id', 'in', group.ids).execute()
  return true
}

async function groupQuestions(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  const rows = await ctx.db
    .selectFrom('unanswered_question')
    .leftJoin('assistant', 'assistant.id', 'unanswered_question.assistant_id')
    .select(['unanswered_question.id', 'asked_at', 'text', 'terms', 'conversation_id', 'assistant_id'])
    .select('assistant.name as assistant')
    .orderBy('unanswered_question.id', 'desc')
    .limit(MOST_QUESTIONS)
    .execute()
  const questions = rows.map((row) => ({ row, terms: new Set(readTerms(row.terms).map(([term]) => term)) }))
  return groupByLikeness(questions).map((group) => ({
    newest: group[0].row,
    ids: group.map(({ row }) => row.id),
  }))
}

export async function answerQuestion(
  ctx: Ctx,
  { id, title, text }: { id: string; title: string; text: string },
): Promise<AddedItem> {
  return withTransaction(ctx, async (ctx) => {
    const added = await addText(ctx, { title, text, collection: await collectionFor(ctx, id) })
    await deleteGroupOf(ctx, id)
    return added
  })
}

/** The answer belongs where the assistant that was asked finds it. */
async function collectionFor(ctx: Ctx, questionId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('unanswered_question')
    .innerJoin(
      'assistant_collection',
      'assistant_collection.assistant_id',
      'unanswered_question.assistant_id',
    )
    .select('collection_id')
    .where('id', '=', questionId)
    .orderBy('collection_id')
    .executeTakeFirst()
  return row?.collection_id
}

type Comparable = { row: { assistant_id: string }; terms: ReadonlySet<string> }

function groupByLikeness<One extends Comparable>(all: readonly One[]): [One, ...One[]][] {
  const groups: [One, ...One[]][] = []
  for (const one of all) {
    const isAlike = ([first]: [One, ...One[]]) =>
      first.row.assistant_id === one.row.assistant_id && likeness(first.terms, one.terms) >= ALIKE
    const group = groups.find(isAlike)
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length
  const together = a.size + b.size - shared
  return together === 0 ? 0 : shared / together
}

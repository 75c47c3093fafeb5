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
    .selectAll()
    .orderBy('id', 'desc')
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
    const added = await addText(ctx, { title, text })
    await deleteGroupOf(ctx, id)
    return added
  })
}

type Comparable = { terms: ReadonlySet<string> }

function groupByLikeness<One extends Comparable>(all: readonly One[]): [One, ...One[]][] {
  const groups: [One, ...One[]][] = []
  for (const one of all) {
    const group = groups.find(([first]) => likeness(first.terms, one.terms) >= ALIKE)
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

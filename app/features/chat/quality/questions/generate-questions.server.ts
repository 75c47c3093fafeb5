import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { readSections } from '#app/features/knowledge/passages/section.ts'
import { foldForSearch, readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { RunEnded } from '../runs/test-spending.server.ts'

import { lockQuestions, storeQuestion, tooMany } from './add-test-question.server.ts'
import { sourceOf } from './find-sources.server.ts'
import { questionsByModel } from './questions-by-model.server.ts'
import { type MadeQuestion, questionsByRule, type QuestionSection } from './questions-by-rule.ts'
import { askedKey, MOST_QUESTIONS } from './test-question.ts'

const MOST_ITEMS = 60
/** Characters of an item's stored sections; parsing more would block other requests. */
const MOST_OF_ITEM = 200_000
const AT_ONCE = 30

export type Generated = { added: number; by: 'model' | 'rule' }

/**
 * Adds up to 30 questions about what this site's assistant knows: by a small model if there is a provider, else from
 * headings, FAQs, prices and times. @throws {AppError} conflict if no new question is found.
 */
export async function generateQuestions(ctx: Ctx, leaving: AbortSignal): Promise<Generated> {
  requireActor(ctx, 'knowledge.write')
  const items = await readItems(ctx)
  if (items.length === 0)
    throw new AppError('conflict', 'There are no pages or knowledge items to ask about yet.')
  const asked = new Set((await readAsked(ctx)).map(({ search }) => search))
  if (asked.size >= MOST_QUESTIONS) throw tooMany()
  const written = await writeQuestions(ctx, items, { asked, leaving })
  const byRule = items.map((sections) => sections.flatMap(questionsByRule))
  const rest = inTurns(byRule.map((made) => made.toSorted((a, b) => b.facts.length - a.facts.length)))
  const by = written === null || written.length === 0 ? 'rule' : 'model'
  const added = await store(ctx, by === 'model' && written ? written : rest)
  if (added > 0) return { added, by }
  const more = by === 'model' ? await store(ctx, rest) : 0
  if (more === 0)
    throw new AppError(
      'conflict',
      'All questions that can be generated from the site have already been added.',
    )
  return { added: more, by: 'rule' }
}

/** Reads the sections of each item: the site's pages first, then the newest items. */
async function readItems(ctx: Ctx): Promise<QuestionSection[][]> {
  const rows = await ctx.db
    .selectFrom('knowledge_item as item')
    .innerJoin('knowledge_text as text', 'text.item_id', 'item.id')
    .select(['item.id', 'item.kind', 'item.source', 'item.language', 'text.sections'])
    .where('item.enabled', '=', 1)
    .where('item.revision', 'is not', null)
    .where('item.id', 'in', (items) =>
      items
        .selectFrom('knowledge_collection_item as member')
        .innerJoin('assistant_collection as own', 'own.collection_id', 'member.collection_id')
        .select('member.item_id')
        .where('own.assistant_id', '=', siteAssistant.id),
    )
    .where((where) => where(where.fn<number>('length', ['text.sections']), '<=', MOST_OF_ITEM))
    .orderBy((order) => order.case().when('item.kind', '=', 'site').then(0).else(1).end())
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id')
    .limit(MOST_ITEMS)
    .execute()
  const items: QuestionSection[][] = []
  for (const row of rows) {
    const sections = readSections(row.sections).filter(({ text }) => text.trim() !== '')
    const { language } = row
    items.push(sections.map(({ headings, text }) => ({ source: sourceOf(row), language, headings, text })))
    await yieldToOthers()
  }
  return items.filter((sections) => sections.length > 0)
}

async function readAsked(ctx: Ctx) {
  return ctx.db.selectFrom('test_question').select(['search', 'sources']).execute()
}

/** Gives the model sections from all items in turn; a second run starts where the first ended. */
async function writeQuestions(
  ctx: Ctx,
  items: readonly QuestionSection[][],
  { asked, leaving }: { asked: ReadonlySet<string>; leaving: AbortSignal },
): Promise<MadeQuestion[] | null> {
  const long = items.map((sections) => sections.filter(({ text }) => text.length >= 60))
  const sections = inTurns(long)
  const from = sections.length === 0 ? 0 : asked.size % sections.length
  try {
    return await questionsByModel(ctx, [...sections.slice(from), ...sections.slice(0, from)], leaving)
  } catch (error) {
    if (error instanceof RunEnded) return null
    throw error
  }
}

/** Interleaves lists: the first of each, then the second of each, and so on. */
function inTurns<One>(lists: readonly (readonly One[])[]): One[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)))
  return rounds.flat()
}

const keyOf = (line: string) => askedKey(siteAssistant.id, foldForSearch(line))

async function store(ctx: Ctx, questions: readonly MadeQuestion[]): Promise<number> {
  return withTransaction(ctx, async (ctx) => {
    const asked = new Set(await lockQuestions(ctx))
    let added = 0
    for (const { text, facts, source } of questions) {
      const line = readableLine(text)
      if (added >= AT_ONCE || asked.size >= MOST_QUESTIONS) break
      if (line === null || asked.has(keyOf(line))) continue
      asked.add(keyOf(line))
      const question = {
        text: line,
        assistantId: siteAssistant.id,
        facts,
        sources: [source],
        shouldKnow: true,
      }
      await storeQuestion(ctx, { ...question, origin: 'site', conversationId: null })
      added += 1
    }
    if (added > 0)
      await recordChange(ctx, {
        what: 'quality.questions_generated',
        subject: { id: 'quality', path: '/admin/quality/questions' },
      })
    return added
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { factsOf } from '#app/features/ai/models/model-facts.ts'
import { builtInDefault } from '#app/features/ai/models/newer-models.ts'
import { providerIds } from '#app/features/ai/providers/provider-list.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import { costMicros } from '#app/features/ai/spending/price-table.ts'
import { findGrounds, groundedTurns, wholeBlock } from '#app/features/chat/grounding/grounds.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { fillKnowledge } from './fill-knowledge.ts'

type Question = { text: string; answer: string }

/** By what the model is given: how often the answer is in it, how often first, and how long it is on average. */
export type OwnSite = { answered: number; first: number; prefix: number; rest: number }

const folder = 'tests/corpora/retrieval/own-site'
/** The owner's prompt, its rules and tools are about so long. */
const INSTRUCTIONS = 4500
const REPLY_TOKENS = 200

function records<Record>(name: string): Record[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Record)
}

/** What the assistant is given for questions about the site itself: by search alone, and with all knowledge. */
export async function measureOwnSite(ctx: Ctx): Promise<Record<'search' | 'whole', OwnSite>> {
  const pages = records<{ _id: string; title: string; text: string }>('corpus.jsonl')
  await fillKnowledge(
    ctx,
    pages.map(({ _id: id, title, text }) => ({ id, title, text })),
  )
  const questions = records<Question>('queries.jsonl')
  return { search: await measure(ctx, questions, null), whole: await measure(ctx, questions, 1_000_000) }
}

async function measure(ctx: Ctx, questions: readonly Question[], window: number | null): Promise<OwnSite> {
  const sum: OwnSite = { answered: 0, first: 0, prefix: 0, rest: 0 }
  for (const { text, answer } of questions) {
    const turns = [{ role: 'user' as const, content: text }]
    const grounds = await findGrounds(ctx, { question: text, turns }, window)
    const given = [...grounds.passages, ...grounds.whole]
    if (given.some((passage) => passage.text.includes(answer))) sum.answered += 1
    if (grounds.passages[0]?.text.includes(answer)) sum.first += 1
    const whole = wholeBlock(grounds.whole)
    sum.prefix += INSTRUCTIONS + (whole === undefined ? 0 : whole.length)
    sum.rest += groundedTurns(turns, grounds.passages).reduce((all, { content }) => all + content.length, 0)
  }
  return {
    answered: sum.answered,
    first: sum.first,
    prefix: sum.prefix / questions.length,
    rest: sum.rest / questions.length,
  }
}

/** Hundredths of a cent for one reply by each provider's default model, with the prefix read anew and from the cache. */
export function costsOf({ prefix, rest }: OwnSite, at: number): string[] {
  return providerIds.map((provider) => {
    const model = builtInDefault(provider)
    const price = factsOf(provider, model, at)?.price
    if (!price) throw new Error(`The price of ${model} is not known.`)
    const tokens = { input: estimateTokens(prefix + rest), output: REPLY_TOKENS }
    const cacheRead = estimateTokens(prefix)
    const [anew, cached] = [costMicros(price, tokens), costMicros(price, { ...tokens, cacheRead })]
    return `${model} ${(anew / 100).toFixed(1)} / ${(cached / 100).toFixed(1)}`
  })
}

import { readFileSync } from 'node:fs'

import { factsOf } from '#app/features/ai/models/model-facts.ts'
import { builtInDefault } from '#app/features/ai/models/newer-models.ts'
import { providerIds } from '#app/features/ai/providers/provider-list.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import { costMicros } from '#app/features/ai/spending/price-table.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { findGrounds, groundedTurns, wholeBlock } from '#app/features/chat/grounding/grounds.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { withOwnInstallation } from './own-installation.ts'

type QuestionSet = 'tune' | 'report' | 'typos' | 'languages' | 'unanswerable'

type Question = { set: QuestionSet; text: string; before?: string[]; answer?: string }

/** By what the model is given: how often the answer is in it, how often first, and how long it is on average. */
export type OwnSite = {
  answered: number
  first: number
  prefix: number
  rest: number
  milliseconds: number[]
}

export type OwnSiteFigures = {
  whole: Record<QuestionSet, OwnSite>
  search: Record<QuestionSet, OwnSite>
  /** By a model that does as it is told: it answers what a passage in its prompt answers, and refuses the rest. */
  refused: { unanswerable: number; answerable: number }
}

const file = 'tests/corpora/retrieval/own-site/questions.jsonl'
/** The owner's prompt, its rules and tools are about so long. */
const INSTRUCTIONS = 4500
const REPLY_TOKENS = 200
const WINDOW = 1_000_000

const questions = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Question)

export function ofSet(set: QuestionSet): Question[] {
  return questions.filter((question) => question.set === set)
}

/** What the assistant is given for questions about the site itself: by search alone, and with all knowledge. */
export async function measureOwnSite(): Promise<OwnSiteFigures> {
  return withOwnInstallation(async (ctx) => {
    const whole = await measureSets(ctx, WINDOW)
    const { report, typos, languages, unanswerable } = whole
    const answered = [report, typos, languages].reduce((sum, set) => sum + set.answered, 0)
    const answerable = [report, typos, languages].reduce((sum, set) => sum + set.milliseconds.length, 0)
    return {
      whole,
      search: await measureSets(ctx, null),
      refused: {
        unanswerable: unanswerable.milliseconds.length - unanswerable.answered,
        answerable: answerable - answered,
      },
    }
  })
}

async function measureSets(ctx: Ctx, window: number | null): Promise<Record<QuestionSet, OwnSite>> {
  const measured = (set: QuestionSet) => measure(ctx, ofSet(set), window)
  return {
    tune: await measured('tune'),
    report: await measured('report'),
    typos: await measured('typos'),
    languages: await measured('languages'),
    unanswerable: await measured('unanswerable'),
  }
}

async function measure(ctx: Ctx, asked: readonly Question[], window: number | null): Promise<OwnSite> {
  const sum: OwnSite = { answered: 0, first: 0, prefix: 0, rest: 0, milliseconds: [] }
  for (const { text, before = [], answer } of asked) {
    const turns: Turn[] = [
      ...before.flatMap((content): Turn[] => [
        { role: 'user', content },
        { role: 'assistant', content: 'Yes, gladly.' },
      ]),
      { role: 'user', content: text },
    ]
    const begun = performance.now()
    const grounds = await findGrounds(ctx, { question: text, turns }, window)
    sum.milliseconds.push(performance.now() - begun)
    const holds = (passage: { text: string } | undefined) =>
      answer !== undefined && passage !== undefined && passage.text.includes(answer)
    if ([...grounds.passages, ...grounds.whole].some(holds)) sum.answered += 1
    if (holds(grounds.passages[0])) sum.first += 1
    const whole = wholeBlock(grounds.whole)
    sum.prefix += INSTRUCTIONS + (whole === undefined ? 0 : whole.length)
    sum.rest += groundedTurns(turns, grounds.passages).reduce((all, { content }) => all + content.length, 0)
  }
  return { ...sum, prefix: sum.prefix / asked.length, rest: sum.rest / asked.length }
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

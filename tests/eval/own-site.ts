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

type Reporting = 'report' | 'typos' | 'languages' | 'unanswerable' | 'blind'
/** Those whose names begin with “tune” are for tuning; nothing is tuned by the others. “Blind” ones were written unmeasured. */
export type QuestionSet =
  | Reporting
  | 'blind-unanswerable'
  | 'tune'
  | 'tune-typos'
  | 'tune-languages'
  | 'tune-unanswerable'

/** `english` is what a misspelt question or one in another language means, as a model would understand it. */
export type Question = {
  set: QuestionSet
  text: string
  before?: string[]
  answer?: string
  english?: string
}

/** By what the model is given: how often the answer is in it, how often first, and how long it is on average. */
export type OwnSite = {
  answered: number
  first: number
  prefix: number
  rest: number
  milliseconds: number[]
}

export type OwnSiteFigures = {
  whole: Record<Reporting, OwnSite>
  search: Record<Reporting, OwnSite>
}

const files = ['questions.jsonl', 'blind-questions.jsonl']
/** The owner's prompt, its rules and tools are about so long. */
const INSTRUCTIONS = 4500
const REPLY_TOKENS = 200
const WINDOW = 1_000_000

const questions = files
  .flatMap((file) => readFileSync(`tests/corpora/retrieval/own-site/${file}`, 'utf8').split('\n'))
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Question)

export function ofSet(set: QuestionSet): Question[] {
  return questions.filter((question) => question.set === set)
}

/** What the assistant is given for questions about the site itself: by search alone, and with all knowledge. */
export async function measureOwnSite(): Promise<OwnSiteFigures> {
  return withOwnInstallation(async (ctx) => ({
    whole: await measureSets(ctx, WINDOW),
    search: await measureSets(ctx, null),
  }))
}

async function measureSets(ctx: Ctx, window: number | null): Promise<Record<Reporting, OwnSite>> {
  const measured = (set: Reporting) => measure(ctx, ofSet(set), window)
  return {
    report: await measured('report'),
    typos: await measured('typos'),
    languages: await measured('languages'),
    unanswerable: await measured('unanswerable'),
    blind: await measured('blind'),
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
    const whole = wholeBlock(ctx, grounds.whole)
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

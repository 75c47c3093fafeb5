import { readFileSync } from 'node:fs'

import { factsOf } from '#app/features/ai/models/model-facts.ts'
import { builtInDefault } from '#app/features/ai/models/choose-model.ts'
import { providerIds } from '#app/platform/ai-provider-list.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import { costMicros } from '#app/features/ai/spending/price-table.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { findGrounds, groundedTurns, wholeBlock } from '#app/features/chat/grounding/grounds.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { withOwnInstallation } from './own-installation.ts'

type Reporting = 'report' | 'typos' | 'languages' | 'unanswerable' | 'blind'
/** Sets named “tune…” are for tuning, the others never are. The “blind” ones were written before any measurement. */
export type QuestionSet =
  | Reporting
  | 'blind-unanswerable'
  | 'tune'
  | 'tune-typos'
  | 'tune-languages'
  | 'tune-unanswerable'

/** `english` is the meaning of a misspelt or foreign question in English, as a model would understand it. */
export type Question = {
  set: QuestionSet
  text: string
  before?: string[]
  answer?: string
  english?: string
}

/** How often the model is given the answer, how often it is first, and the average lengths in characters. */
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
/** Approximate length of the owner's prompt, its rules and tools. */
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

/** Measures what the assistant is given for questions about the site itself, by search only and with all knowledge. */
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

/** Returns each default model's cost of a reply in hundredths of a cent, with the prefix uncached and cached. */
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

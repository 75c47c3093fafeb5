import { existsSync } from 'node:fs'

import type { Collection } from './collection.ts'
import type { Citations } from './citations.ts'
import { measureFollowUps, measureRanking, measureRefusal } from './figures.ts'
import { fillKnowledge } from './fill-knowledge.ts'
import { withFreshCtx } from './fresh-ctx.ts'
import { type OwnSiteFigures, ofSet } from './own-site.ts'
import type { measureMisbehaviour } from './misbehaviour.ts'

export type Row = { what: string; result: string; target: string; isMet: boolean | null }

type Reader = { path: (name: string) => string; read: (folder: string) => Collection; isHere: boolean }

const languages = { de: 0.955, zh: 0.966, ar: 0.95, ru: 0.955 }
const OWN_REFUSED = 0.03
const lastTurn = { all: 0.8, followUps: 0.83 }
const FIRST_WORD = 15

/** Returns the row for questions that were written from the site's content before any result was known. */
export function blindRow({ whole, search }: OwnSiteFigures): Row {
  const results = [whole.blind, search.blind].map(({ answered, first }) => `${answered} / ${first}`)
  return {
    what: `Own site, ${ofSet('blind').length} questions written unmeasured: right passage given / first`,
    result: `${results.join(' (search alone ')})`,
    target: 'none',
    isMet: null,
  }
}

/** Returns the rows for what the product answers for, however clever the model is. */
export function citationRows(
  { asked, cited, shown, held, visible }: Citations,
  misbehaviour: Awaited<ReturnType<typeof measureMisbehaviour>>,
): Row[] {
  const hidden = misbehaviour.asked - misbehaviour.faults.length
  return [
    {
      what: `Own site over HTTP, citations in replies to ${asked} questions: source is a passage / of a document that says it`,
      result: `${shown} / ${held} of ${cited}`,
      target: 'all / all',
      isMet: cited > 0 && shown === cited && held === cited,
    },
    {
      what: 'The same: all quoted words are in the 600 characters that the source shows',
      result: String(visible),
      target: 'none',
      isMet: null,
    },
    {
      what: 'Own site over HTTP, ways to cite wrongly of which no number without a passage and no address is seen',
      result: `${hidden} of ${misbehaviour.asked}`,
      target: 'all',
      isMet: hidden === misbehaviour.asked,
    },
  ]
}

export function ownSiteRows({ whole, search }: OwnSiteFigures): Row[] {
  const count = (set: 'report' | 'typos' | 'languages') => ofSet(set).length
  const { report, typos, languages: foreign } = whole
  const times = Object.values(whole)
    .flatMap(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    {
      what: `Own site, ${count('report')} questions (14 follow-ups): right passage given / first`,
      result: `${report.answered} / ${report.first} (search alone ${search.report.answered} / ${search.report.first})`,
      target: '40 / 38',
      isMet: report.answered >= 40 && report.first >= 38,
    },
    {
      what: 'Own site: 10 with typos / 12 in six languages, right passage given',
      result: `${typos.answered} / ${foreign.answered} (search alone ${search.typos.answered} / ${search.languages.answered})`,
      target: '10 / 12',
      isMet: typos.answered === 10 && foreign.answered === 12,
    },
    {
      what: 'Added to the first word by finding passages, without an extra call',
      result: `${p95.toFixed(1)} ms p95`,
      target: `under ${FIRST_WORD} ms p95`,
      isMet: p95 < FIRST_WORD,
    },
  ]
}

const ownSets = ['library-de', 'clinic-zh', 'travel-ar', 'repair-ru']

/** Measures the project's own small sets, which are easy: they show regressions but prove no quality. */
export async function ownSetRows({ path, read }: Omit<Reader, 'isHere'>): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of ownSets) {
    const { result } = await measureSet(read(path(name)), 0)
    const what = `The project’s own ${name}, 16 questions: nDCG@10 / own questions refused`
    rows.push({ what, result, target: 'none', isMet: null })
  }
  const turns = read(path('gym-turns'))
  const { alone, followUps } = await withFreshCtx(null, async (ctx) =>
    measureFollowUps(ctx, turns, await fillKnowledge(ctx, turns.documents)),
  )
  const what =
    'The project’s own gym-turns, nDCG@10: last turn alone / 7 follow-ups with what was asked before'
  return [
    ...rows,
    { what, result: `${alone.toFixed(3)} / ${followUps.toFixed(3)}`, target: 'none', isMet: null },
  ]
}

/** Measures the public sets by words only; a set that is not on this machine gets a row with the reason. */
export async function publicRows({ path, read, isHere }: Reader): Promise<Row[]> {
  const rows: Row[] = []
  const missing = (name: string) => (isHere && existsSync(path(name)) ? null : `skipped: no folder ${name}`)
  for (const [language, target] of Object.entries(languages)) {
    const what = `XQuAD ${language}: nDCG@10 / own questions refused`
    const reason = missing(`xquad-${language}`)
    const targets = `${target} / at most ${OWN_REFUSED}`
    if (reason) rows.push({ what, result: reason, target: targets, isMet: null })
    else rows.push({ what, target: targets, ...(await measureSet(read(path(`xquad-${language}`)), target)) })
  }
  const what = 'MTRAG-UN, nDCG@10: last turn alone / follow-ups with what was asked before'
  const target = `${lastTurn.all.toFixed(3)} / ${lastTurn.followUps.toFixed(3)}`
  const reason = missing('mtrag-un')
  if (reason) return [...rows, { what, result: reason, target, isMet: null }]
  const collection = read(path('mtrag-un'))
  const { alone, followUps } = await withFreshCtx(null, async (ctx) =>
    measureFollowUps(ctx, collection, await fillKnowledge(ctx, collection.documents)),
  )
  const isMet = alone >= lastTurn.all && followUps >= lastTurn.followUps
  return [...rows, { what, target, result: `${alone.toFixed(3)} / ${followUps.toFixed(3)}`, isMet }]
}

async function measureSet(collection: Collection, target: number): Promise<Pick<Row, 'result' | 'isMet'>> {
  return withFreshCtx(null, async (ctx) => {
    const { ndcg } = await measureRanking(ctx, collection, await fillKnowledge(ctx, collection.documents))
    const refused = await measureRefusal(ctx, collection.questions)
    return {
      result: `${ndcg.toFixed(3)} / ${refused.toFixed(3)}`,
      isMet: ndcg >= target && refused <= OWN_REFUSED,
    }
  })
}

export function lineOf({ what, result, target, isMet }: Row): string {
  return `| ${what} | ${result} | ${target} | ${isMet === null ? '' : isMet ? 'met' : 'MISSED'} |`
}

/**
 * `npm run eval`: how well the knowledge base finds and refuses on public sets of questions, beside a reference BM25
 * (k1 1.2, b 0.75), and on the project's own small ones, and whether citations hold. Exits with 1 when a figure is missed.
 */
import { corporaOf, thirdPartyFolder } from '#tests/support/corpora.ts'

import { startThrowawayPostgres } from '../../scripts/throwaway-postgres.ts'

import { measureCitations } from './citations.ts'
import { type Collection, readCollection } from './collection.ts'
import { measureRanking, measureRefusal } from './figures.ts'
import { fillKnowledge } from './fill-knowledge.ts'
import { withFreshCtx } from './fresh-ctx.ts'
import {
  blindRow,
  citationRows,
  lineOf,
  ownSetRows,
  ownSiteRows,
  publicRows,
  type Row,
} from './issue-table.ts'
import { measureMisbehaviour } from './misbehaviour.ts'
import { costsOf, measureOwnSite } from './own-site.ts'
import { printPdfWords } from './pdf-words.ts'

type SetName = keyof typeof sets

/** By set: whether it is our own, the reference's nDCG@10, and the set whose questions it cannot answer. */
const sets = {
  'harbour-en': { isOwn: true, reference: 0.95, foreign: 'bakery-de' },
  'bakery-de': { isOwn: true, reference: 0.95, foreign: 'harbour-en' },
  stackfaq: { isOwn: false, reference: 0.831, foreign: 'xquad-en' },
  'xquad-en': { isOwn: false, reference: 0.968, foreign: 'stackfaq' },
  'xquad-es': { isOwn: false, reference: 0.948, foreign: 'stackfaq' },
} as const
/** Shares of refused foreign and own questions; in our sets of twelve, two questions are a sixth. */
const refusal = { atLeast: 0.85, atMost: 0.05, atMostOfOwn: 0.2 }

const askedOverHttp = ['report', 'typos', 'languages', 'unanswerable', 'blind', 'blind-unanswerable'] as const

const collections = new Map<string, Collection>()
for (const { isOwn, isHere, path } of corporaOf('retrieval')) {
  if (!isHere)
    console.error(`ONLY THE OWN SETS ARE EVALUATED: there are no public ones in ${thirdPartyFolder}.`)
  for (const name of Object.keys(sets) as SetName[])
    if (isHere && sets[name].isOwn === isOwn) collections.set(name, readCollection(path(name)))
}
const given = process.env['TEST_DATABASE_URL']
const postgres = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres()
if (!postgres) console.error('No PostgreSQL was found: SQLITE ALONE IS EVALUATED.')
let isMet = true
console.log(
  '| Set | Engine | nDCG@10 | Reference | recall@5 | hit@1 | Foreign questions refused | Own questions refused | |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const url of [null, ...(postgres ? [postgres.url] : [])])
  for (const name of collections.keys()) console.log(await evaluate(name as SetName, url))
await printFigures()
isMet = (await printPdfWords()) && isMet
await postgres?.stop()
process.exit(isMet ? 0 : 1)

async function evaluate(name: SetName, url: string | null): Promise<string> {
  const own = collectionOf(name)
  const { isOwn, reference, foreign } = sets[name]
  return withFreshCtx(url, async (ctx) => {
    const ranking = await measureRanking(ctx, own, await fillKnowledge(ctx, own.documents))
    const refused = await measureRefusal(ctx, collectionOf(foreign).questions)
    const lost = await measureRefusal(ctx, own.questions)
    const ok =
      ranking.ndcg >= reference &&
      refused >= refusal.atLeast &&
      lost <= (isOwn ? refusal.atMostOfOwn : refusal.atMost)
    isMet &&= ok
    const figures = [ranking.ndcg, reference, ranking.recall, ranking.hit, refused, lost]
    const cells = figures.map((figure) => figure.toFixed(3))
    return `| ${name} | ${ctx.engine.name} | ${cells.join(' | ')} | ${ok ? 'met' : 'MISSED'} |`
  })
}

/** Prints the figures that the assistant must meet, and what a reply costs by search only and with all knowledge. */
async function printFigures(): Promise<void> {
  const measured = await measureOwnSite()
  const [ours, others] = corporaOf('retrieval')
  const citations = await measureCitations(askedOverHttp)
  const misbehaviour = await measureMisbehaviour()
  for (const fault of [...citations.faults, ...misbehaviour.faults])
    console.error(`A citation without support: ${fault}`)
  const rows: Row[] = [...ownSiteRows(measured), ...citationRows(citations, misbehaviour), blindRow(measured)]
  if (ours) rows.push(...(await ownSetRows({ ...ours, read: readCollection })))
  if (others) rows.push(...(await publicRows({ ...others, read: readCollection })))
  console.log('\n| Figure | Result | Target | |\n| --- | --- | --- | --- |')
  for (const row of rows) console.log(lineOf(row))
  isMet &&= rows.every((row) => row.isMet !== false)
  console.log('\n| Own site | Characters | Hundredths of a cent, anew / cached |\n| --- | --- | --- |')
  for (const way of ['search', 'whole'] as const) {
    const site = measured[way].report
    console.log(
      `| ${way} | ${Math.round(site.prefix + site.rest)} | ${costsOf(site, Date.now()).join(', ')} |`,
    )
  }
}

function collectionOf(name: string): Collection {
  const collection = collections.get(name)
  if (!collection) throw new Error(`There is no set ${name}.`)
  return collection
}

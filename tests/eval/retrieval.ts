/**
 * `npm run eval`: how well the knowledge base finds and refuses, on public sets of questions (their owners' licences keep
 * them out of this repository: RETRIEVAL_SETS, or ../shared/corpora/retrieval), beside a reference BM25 (k1 1.2, b 0.75).
 * Exits with 1 when a figure is missed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { startThrowawayPostgres } from '../../scripts/throwaway-postgres.ts'

import { type Collection, readCollection } from './collection.ts'
import { measureRanking, measureRefusal } from './figures.ts'
import { fillKnowledge } from './fill-knowledge.ts'
import { withFreshCtx } from './fresh-ctx.ts'

const folder = process.env['RETRIEVAL_SETS'] ?? join(import.meta.dirname, '../../../shared/corpora/retrieval')
/** By set: the reference's nDCG@10, and the set whose questions have no answer in it. */
const sets = {
  stackfaq: { reference: 0.831, foreign: 'xquad-en' },
  'xquad-en': { reference: 0.968, foreign: 'stackfaq' },
  'xquad-es': { reference: 0.948, foreign: 'stackfaq' },
} as const
/** Of questions about something else, and of those that have an answer. */
const refusal = { atLeast: 0.85, atMost: 0.05 }

if (!existsSync(folder)) {
  console.error(`NOTHING EVALUATED: there are no sets in ${folder}. Set RETRIEVAL_SETS.`)
  process.exit(1)
}
const collections = new Map<string, Collection>(
  Object.keys(sets).map((name) => [name, readCollection(join(folder, name))]),
)
const given = process.env['TEST_DATABASE_URL']
const postgres = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres()
if (!postgres) console.error('No PostgreSQL was found: SQLITE ALONE IS EVALUATED.')
let isMet = true
console.log(
  '| Set | Engine | nDCG@10 | Reference | recall@5 | hit@1 | Foreign questions refused | Own questions refused | |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const url of [null, ...(postgres ? [postgres.url] : [])])
  for (const name of Object.keys(sets) as (keyof typeof sets)[]) console.log(await evaluate(name, url))
await postgres?.stop()
process.exit(isMet ? 0 : 1)

async function evaluate(name: keyof typeof sets, url: string | null): Promise<string> {
  const own = collectionOf(name)
  const { reference, foreign } = sets[name]
  return withFreshCtx(url, async (ctx) => {
    const ranking = await measureRanking(ctx, own, await fillKnowledge(ctx, own.documents))
    const refused = await measureRefusal(ctx, collectionOf(foreign).questions)
    const lost = await measureRefusal(ctx, own.questions)
    const ok = ranking.ndcg >= reference && refused >= refusal.atLeast && lost <= refusal.atMost
    isMet &&= ok
    const figures = [ranking.ndcg, reference, ranking.recall, ranking.hit, refused, lost]
    const cells = figures.map((figure) => figure.toFixed(3))
    return `| ${name} | ${ctx.engine.name} | ${cells.join(' | ')} | ${ok ? 'met' : 'MISSED'} |`
  })
}

function collectionOf(name: string): Collection {
  const collection = collections.get(name)
  if (!collection) throw new Error(`There is no set ${name}.`)
  return collection
}

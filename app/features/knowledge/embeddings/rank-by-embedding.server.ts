import { sql } from 'kysely'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { readCollections } from '../collections/read-collections.server.ts'
import { currentIndex } from '../search/current-index.server.ts'
import { isOneVersion, versionLanguage } from '../search/page-versions.server.ts'

import { embeddingSetting } from './embedding-setting.server.ts'
import { createVectorIndex, type NearPassage, toBytes, type VectorIndex } from './vector-index.ts'

/** The longest that a visitor waits for the provider. */
const PATIENCE = 1.5 * SECOND
/** Vectors per query, about half a megabyte. */
const BATCH = 500

/**
 * The lowest cosine of an answer, on a scale from the average (0) to the same meaning (1). Cosines of two models are
 * not comparable: by our estimate, unrelated texts have about 0.15 in one and 0.5 in the other.
 */
const NEARER = 0.2
/** Estimated average cosines of unrelated texts. While the collection is small, each counts as `count` passages. */
const unrelated = { count: 20, cosine: (model: string) => (model.startsWith('gemini') ? 0.5 : 0.15) }

type Vectors = {
  index: VectorIndex
  model: string
  revision: number
  /** The passages of pages that the visitor can read in a better fitting language, by language and collections. */
  others: Map<string, ReadonlySet<string>>
}

const createHeld = (): { vectors: Vectors | null } => ({ vectors: null })

/** Returns the best first; none if the provider does not answer in time. Call it outside transactions. */
export async function rankByEmbedding(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
): Promise<NearPassage[]> {
  if (!(await embeddingSetting.read(ctx))) return []
  const model = await ctx.embedder.model(ctx)
  if (model === null) return []
  const vectors = await vectorsOf(ctx, model)
  if (!vectors || vectors.index.size === 0) return []
  const { index } = vectors
  try {
    const [vector] = await ctx.embedder.embed(ctx, [query], { purpose: 'question', patience: PATIENCE })
    if (!vector) return []
    const asked = toBytes(vector)
    const floor = floorOf(index.meanCosine(asked), index.size, model)
    const [words, collections] = await Promise.all([currentIndex(ctx), readCollections(ctx)])
    const others = await otherVersions(ctx, vectors, collections)
    const isCollected = words.within(collections)
    return index
      .search(asked, limit, (id) => isCollected(id) && !others.has(id))
      .filter(({ cosine }) => cosine >= floor)
  } catch (error) {
    ctx.log.warn({ error }, 'knowledge.meaning_failed')
    return []
  }
}

async function vectorsOf(ctx: Ctx, model: string): Promise<Vectors | null> {
  const { revision } = await ctx.db.selectFrom('knowledge_index').select('revision').executeTakeFirstOrThrow()
  const held = ctx.state.of(createHeld)
  const known = held.vectors?.model === model ? held.vectors : null
  if (known && known.revision >= revision) return known
  const wanted = await ctx.db
    .selectFrom('knowledge_vector as vector')
    .innerJoin('knowledge_passage as passage', 'passage.id', 'vector.passage_id')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select('vector.passage_id as id')
    .where('vector.model', '=', model)
    .where('item.enabled', '=', 1)
    .execute()
  const ids = new Set(wanted.map(({ id }) => id))
  let index = known?.index ?? null
  if (known) for (const id of known.index.ids()) if (!ids.has(id)) known.index.remove(id)
  const missing = [...ids].filter((id) => !index?.has(id))
  for (let first = 0; first < missing.length; first += BATCH) {
    const rows = await ctx.db
      .selectFrom('knowledge_vector')
      .select(['passage_id', 'bytes'])
      .where('passage_id', 'in', missing.slice(first, first + BATCH))
      .execute()
    for (const { passage_id: id, bytes } of rows) {
      index ??= createVectorIndex(bytes.byteLength)
      index.add(id, new Int8Array(Uint8Array.from(bytes).buffer))
    }
  }
  if (index) held.vectors = { index, model, revision, others: new Map() }
  return held.vectors?.model === model ? held.vectors : null
}

async function otherVersions(
  ctx: Ctx,
  { others }: Vectors,
  collections: readonly string[],
): Promise<ReadonlySet<string>> {
  const language = await versionLanguage(ctx)
  const key = [String(language), ...collections].join(' ')
  const known = others.get(key)
  if (known) return known
  const rows = await ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select('passage.id')
    .where('item.version_of', 'is not', null)
    .where(sql<boolean>`not ${isOneVersion(language, collections)}`)
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  others.set(key, found)
  return found
}

function floorOf(mean: number, size: number, model: string): number {
  const { count } = unrelated
  const middle = (mean * size + unrelated.cosine(model) * count) / (size + count)
  return middle + (1 - middle) * NEARER
}

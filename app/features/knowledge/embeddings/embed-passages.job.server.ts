import { z } from 'zod'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { nextRevision } from '../search/current-index.server.ts'

import { embeddingSetting } from './embedding-setting.server.ts'
import { toBytes } from './vector-index.ts'

export const embedPassages = defineJob({
  name: 'embed-passages',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  run: (ctx, _payload, { signal }) => embedAll(ctx, signal),
})

/** Passages per call: about 40,000 tokens, well within the providers' limits. */
const BATCH = 64
const PATIENCE = 60 * SECOND

/** Stores each batch, so that a later run can continue after the provider failed or the spending cap was reached. */
async function embedAll(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (;;) {
    const model = (await embeddingSetting.read(ctx)) ? await ctx.embedder.model(ctx) : null
    if (model === null || signal.aborted) return
    const passages = await listWithout(ctx, model)
    if (passages.length === 0) return
    const texts = passages.map(({ title, headings, text }) => [title, ...headings, text].join('\n'))
    const vectors = await ctx.embedder.embed(ctx, texts, { purpose: 'document', patience: PATIENCE, signal })
    await store(
      ctx,
      model,
      passages.flatMap(({ id }, at) => (vectors[at] ? [{ id, vector: vectors[at] }] : [])),
    )
  }
}

async function listWithout(ctx: Ctx, model: string) {
  const rows = await ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .leftJoin('knowledge_vector as vector', (join) =>
      join.onRef('vector.passage_id', '=', 'passage.id').on('vector.model', '=', model),
    )
    .select(['passage.id', 'passage.headings', 'passage.text', 'item.title'])
    .where('vector.passage_id', 'is', null)
    .orderBy('passage.id')
    .limit(BATCH)
    .execute()
  return rows.map((row) => ({ ...row, headings: JSON.parse(row.headings) as string[] }))
}

async function store(ctx: Ctx, model: string, found: { id: string; vector: Float32Array }[]): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    const ids = found.map(({ id }) => id)
    const there = await ctx.db.selectFrom('knowledge_passage').select('id').where('id', 'in', ids).execute()
    const alive = new Set(there.map(({ id }) => id))
    const values = found
      .filter(({ id }) => alive.has(id))
      .map(({ id, vector }) => ({ passage_id: id, model, bytes: new Uint8Array(toBytes(vector).buffer) }))
    if (values.length === 0) return
    await ctx.db.deleteFrom('knowledge_vector').where('passage_id', 'in', ids).execute()
    await ctx.db.insertInto('knowledge_vector').values(values).execute()
    await nextRevision(ctx)
  })
}

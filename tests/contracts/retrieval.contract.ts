import { expect, test } from 'vitest'

import { readCollection } from '#tests/eval/collection.ts'
import { measureRanking, measureRefusal } from '#tests/eval/figures.ts'
import { fillKnowledge } from '#tests/eval/fill-knowledge.ts'
import { corporaOf } from '#tests/support/corpora.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

const sets = corporaOf('retrieval').filter(({ isOwn }) => isOwn)

test.each([
  ['harbour-en', 'bakery-de'],
  ['bakery-de', 'harbour-en'],
])('%s: its questions are answered, those of %s are refused', async (name, foreign) => {
  const ctx = await createTestCtx()
  const read = (set: string) => sets.map(({ path }) => readCollection(path(set)))
  for (const own of read(name)) {
    const ranking = await measureRanking(ctx, own, await fillKnowledge(ctx, own.documents))
    expect(ranking.ndcg).toBeGreaterThanOrEqual(0.95)
    expect(ranking.recall).toBe(1)
    // The German set loses two of its twelve questions to compounds and separable verbs.
    expect(await measureRefusal(ctx, own.questions)).toBeLessThanOrEqual(0.2)
  }
  for (const { questions } of read(foreign))
    expect(await measureRefusal(ctx, questions)).toBeGreaterThanOrEqual(0.85)
})

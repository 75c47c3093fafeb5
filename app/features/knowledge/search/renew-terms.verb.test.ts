import { expect, test } from 'vitest'

import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { renewOutdatedTerms } from './renew-terms.job.server.ts'
import { searchPassages } from './search-passages.server.ts'

test('items of an earlier version are found as before, and their terms are renewed after a start', async () => {
  const ctx = await createTestCtx()
  await createTexts(ctx, { Opening: 'The office is open. 東京の事務所は平日に営業しています。' })
  const current = await ctx.db.selectFrom('knowledge_passage').select('terms').executeTakeFirstOrThrow()
  await ctx.db.updateTable('knowledge_passage').set({ terms: 'offic 1 open 2' }).execute()
  await ctx.db.updateTable('knowledge_item').set({ terms_version: 0, title_terms: 'open 1' }).execute()
  const titles = async () =>
    (await searchPassages(ctx, { query: 'Is the office open?' })).map(({ title }) => title)
  expect(await titles()).toEqual(['Opening'])
  await renewOutdatedTerms(ctx)
  await readQueued(ctx)
  expect(await ctx.db.selectFrom('knowledge_passage').select('terms').execute()).toEqual([current])
  expect(await titles()).toEqual(['Opening'])
  await renewOutdatedTerms(ctx)
  const waiting = ctx.db.selectFrom('job').select('name').where('state', '=', 'waiting')
  expect(await waiting.execute()).toEqual([])
})

import { expect, test } from 'vitest'

import { createTestCtx } from '#tests/support/test-ctx.ts'

import { createCrawlerCounter } from './count-crawlers.server.ts'
import { listCrawlers } from './list-crawlers.server.ts'

const range = { name: 'today' as const, from: '2026-11-21', to: '2026-11-21' }
const gpt =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const claude = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'

test('pages that AI crawlers asked for are counted by crawler and by page, and nobody else', async () => {
  const ctx = await createTestCtx()
  const counter = createCrawlerCounter(ctx, { isPage: (path) => path !== '/nowhere' })
  for (const path of ['/', '/', '/about', '/nowhere']) counter.notice(path, gpt)
  counter.notice('/about', claude)
  counter.notice('/about', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36')
  await counter.flush()
  counter.notice('/', gpt)
  await counter.flush()
  await counter.flush()
  expect(await listCrawlers(ctx, range, [])).toEqual([
    { key: 'GPTBot', n: 4, pages: 2 },
    { key: 'ClaudeBot', n: 1, pages: 1 },
  ])
  expect(await listCrawlers(ctx, range, [{ by: 'page', key: '/about' }])).toHaveLength(2)
  expect(await listCrawlers(ctx, range, [{ by: 'crawler', key: 'GPTBot' }])).toEqual([
    { key: '/', n: 3, pages: 1 },
    { key: '/about', n: 1, pages: 1 },
  ])
  expect(await ctx.db.selectFrom('event').select('id').execute()).toEqual([])
})

test('made-up addresses fill neither the memory nor the table', async () => {
  const ctx = await createTestCtx()
  const counter = createCrawlerCounter(ctx, { isPage: () => true })
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 3000; n += 1) counter.notice(`/blog/made-up-${round}-${n}`, gpt)
    await counter.flush()
  }
  const rows = await ctx.db.selectFrom('crawl').select(['path', 'n']).execute()
  expect(rows.length).toBeLessThanOrEqual(5001)
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(12_000)
})

test('what could not be stored is counted by the next flush', async () => {
  const ctx = await createTestCtx()
  let isAway = true
  const site = ctx.site
  const failing: typeof ctx = {
    ...ctx,
    site: (of) => (isAway ? Promise.reject(new Error('The database is away.')) : site(of)),
  }
  const counter = createCrawlerCounter(failing, { isPage: () => true })
  counter.notice('/', gpt)
  await counter.flush()
  isAway = false
  counter.notice('/', gpt)
  await counter.flush()
  expect(await listCrawlers(ctx, range, [])).toEqual([{ key: 'GPTBot', n: 2, pages: 1 }])
})

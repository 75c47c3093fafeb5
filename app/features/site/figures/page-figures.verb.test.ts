import { expect, test } from 'vitest'

import { readContent } from '#app/features/content/site-content.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { pageHit, testCollector } from '#tests/factories/hit.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { withFigures } from './page-figures.server.ts'

async function pageAt(ctx: Ctx, path: string) {
  return assertDefined((await readContent(ctx)).pages.get(path), 'the starter has this page')
}

async function figuresOf(ctx: Ctx) {
  const { around } = await withFigures(ctx, await pageAt(ctx, '/services/website-development'))
  return around.figures
}

async function visit(ctx: Ctx, vitals: readonly object[]): Promise<void> {
  const collector = testCollector(ctx)
  for (const v of vitals) await collector.take(pageHit('/', { hit: { v } }))
  await collector.flush()
}

test('the figures are what three of four visits of the last 28 days stayed within, and are kept for a while', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  await visit(ctx, [{ l: 9000, c: 0, t: 900 }])
  ctx.clock.advance(28 * DAY)
  await visit(
    ctx,
    Array.from({ length: 40 }, (_, n) => ({ l: 100 * (n + 1), c: 0, ...(n < 20 && { t: 5 * (n + 1) }) })),
  )
  const first = await figuresOf(ctx)
  expect(first).toMatchObject({
    lcp: { p75: 3000, visits: 40 },
    // Browsers that do not report the first byte are left out.
    ttfb: { p75: 80, visits: 20 },
    at: ctx.clock.now(),
    timeZone: 'UTC',
  })
  await visit(ctx, [{ l: 50, c: 0, t: 1 }])
  ctx.clock.advance(4 * MINUTE)
  expect(await figuresOf(ctx)).toEqual(first)
  ctx.clock.advance(MINUTE)
  expect((await figuresOf(ctx))?.lcp.visits).toBe(41)
})

test('before anyone came there is no figure, and pages without the block ask for none', async () => {
  const ctx = await createTestCtx()
  expect(await figuresOf(ctx)).toMatchObject({
    lcp: { p75: null, visits: 0 },
    ttfb: { p75: null, visits: 0 },
    script: null,
  })
  const page = await pageAt(ctx, '/services/ai-chatbots')
  expect(await withFigures(ctx, page)).toBe(page)
})

import { expect, test } from 'vitest'

import { createTestCtx } from '#tests/support/test-ctx.ts'

import { seedDemo } from './seed-demo.server.ts'

test('only a demo is filled', async () => {
  const ctx = await createTestCtx()
  const countOf = async (table: 'lead' | 'blog_post' | 'event' | 'ai_key') =>
    (await ctx.db.selectFrom(table).selectAll().execute()).length
  expect(await seedDemo(ctx)).toEqual(['This is not a demo; nothing was added. Start one with npm run demo.'])
  expect(await countOf('lead')).toBe(0)
  const owner = { email: 'owner@lumivox.example', password: 'a phrase for the demo' }
  await seedDemo({ ...ctx, demo: { resetsAt: ctx.clock.now(), owner } })
  for (const table of ['lead', 'blog_post', 'event', 'ai_key'] as const)
    expect(await countOf(table), table).toBeGreaterThan(0)
})

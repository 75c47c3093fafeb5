import { expect, test } from 'vitest'

import { dayOf } from '#app/lib/site-day.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readBoard } from './board/read-board.server.ts'
import { readBoardQuery } from './board/board-query.ts'
import { seedLeads } from './seed-leads.server.ts'

test('the demonstration’s leads have what they are worth and what is to be done next, from today on', async () => {
  const ctx = asOwner(await createTestCtx())
  await seedLeads(ctx)
  const { columns } = await readBoard(ctx, readBoardQuery(new URLSearchParams()))
  const sums = Object.fromEntries(columns.map(({ status, sum }) => [status, sum]))
  expect(sums).toEqual({ new: 1_198_700, contacted: 480_000, proposal: 360_000, won: 420_000, lost: 0 })
  const { timeZone } = await ctx.site(ctx)
  const today = dayOf(ctx.clock.now(), timeZone)
  const cards = columns.flatMap((column) => column.cards)
  const ahead = cards.filter(({ next_step, due_on }) => next_step && due_on && due_on >= today)
  expect(ahead.map(({ name }) => name)).toEqual(
    cards.filter(({ status }) => status !== 'lost').map(({ name }) => name),
  )
  const found = await readBoard(ctx, readBoardQuery(new URLSearchParams('q=sample invoices')))
  expect(found.columns.flatMap((column) => column.cards.map(({ name }) => name))).toEqual(['Priya Raman'])
})

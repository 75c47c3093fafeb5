import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { changeLeadStatus } from '../change-lead.server.ts'

import { boardPath, CARDS_A_COLUMN, pathOfMore, readBoardQuery } from './board-query.ts'
import { readBoard } from './read-board.server.ts'

const queryOf = (query = '') => readBoardQuery(new URLSearchParams(query))

test('each column has its count, its sum and its cards, what changed last on top', async () => {
  const ctx = asOwner(await createTestCtx())
  const first = await createLead(ctx, { name: 'First' }, { value_cents: 120_050 })
  ctx.clock.advance(MINUTE)
  const second = await createLead(ctx, { name: 'Second' }, { value_cents: 50 })
  const won = await createLead(ctx, { name: 'Won' }, { status: 'won' })
  await createSpamLead(ctx)
  const { columns, isCut } = await readBoard(ctx, queryOf())
  expect(isCut).toBe(false)
  const shown = columns.map(({ status, count, sum, cards }) => [
    status,
    count,
    sum,
    cards.map(({ id }) => id),
  ])
  expect(shown).toEqual([
    ['new', 2, 120_100, [second, first]],
    ['contacted', 0, 0, []],
    ['proposal', 0, 0, []],
    ['won', 1, 0, [won]],
    ['lost', 0, 0, []],
  ])
  ctx.clock.advance(MINUTE)
  await changeLeadStatus(ctx, { id: first, status: 'won', seen: 'new' })
  const after = await readBoard(ctx, queryOf())
  expect(after.columns[3]).toMatchObject({ count: 2, sum: 120_050 })
  expect(after.columns[3]?.cards[0]?.id).toBe(first)
})

test.each(['q=needle', 'q=ne', 'q=needle+ne', 'min=6'])(
  'the search %j filters cards, counts and sums',
  async (query) => {
    const ctx = asOwner(await createTestCtx())
    const found = await createLead(ctx, { name: 'Needle' }, { status: 'proposal', value_cents: 700 })
    await createLead(ctx, {}, { search: 'hay', value_cents: 5 })
    const { columns } = await readBoard(ctx, queryOf(query))
    expect(columns.map(({ count, sum }) => [count, sum])).toEqual([
      [0, 0],
      [0, 0],
      [1, 700],
      [0, 0],
      [0, 0],
    ])
    expect(columns[2]?.cards.map(({ id }) => id)).toEqual([found])
    const { columns: none } = await readBoard(ctx, queryOf('q=zz'))
    expect(none.every(({ count }) => count === 0)).toBe(true)
  },
)

test('a column shows a page, and more at its link', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let each = 0; each <= CARDS_A_COLUMN; each += 1) await createLead(ctx)
  const { columns } = await readBoard(ctx, queryOf())
  expect(columns[0]).toMatchObject({ count: CARDS_A_COLUMN + 1, hasMore: false })
  expect(columns[0]?.cards).toHaveLength(CARDS_A_COLUMN)
  const more = pathOfMore(queryOf('q=ada'), 'new')
  expect(more).toBe('/admin/leads/board?q=ada&show-new=45')
  const shown = queryOf('show-new=45')
  expect((await readBoard(ctx, shown)).columns[0]?.cards).toHaveLength(CARDS_A_COLUMN + 1)
  expect(boardPath(shown)).toBe('/admin/leads/board?show-new=45')
})

test.each(['show-new=-1', 'show-new=x', 'show-new=1e99', 'status=won&folder=spam&page=9'])(
  'the address %j shows the whole board',
  (query) => {
    expect(queryOf(query)).toEqual(queryOf())
  },
)

test('a column never shows more than 300 cards', () => {
  expect(queryOf('show-won=99999').shown.won).toBe(300)
  expect(pathOfMore(queryOf('show-won=99999'), 'won')).toBeNull()
})

test('without the permission nothing is shown', async () => {
  await expect(readBoard(await createTestCtx(), queryOf())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('on SQLite the cards of a column are read in the order of its index', async () => {
  const ctx = await createTestCtx()
  if (ctx.engine.name !== 'sqlite') return
  const { rows } = await sql<{ detail: string }>`explain query plan select name from lead
    where spam_reason is null and status = 'new' and 1 = 1
    order by updated_at desc, id desc limit 15`.execute(ctx.db)
  const plan = rows.map(({ detail }) => detail).join('; ')
  expect(plan).toContain('INDEX lead_board')
  expect(plan).not.toContain('TEMP B-TREE')
})

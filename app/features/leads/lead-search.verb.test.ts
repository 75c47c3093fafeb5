import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { countText, MOST_COUNTED } from '#app/lib/paging.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { moveLeadToSpam } from './change-lead.server.ts'
import { deleteLead } from './delete-lead.server.ts'
import { type LeadListQuery, leadSorts, readLeadListQuery } from './lead-list-query.ts'
import { exportLeads, LEADS_PER_PAGE, listLeads } from './list-leads.server.ts'

function query(overrides: Partial<LeadListQuery> = {}): LeadListQuery {
  return { ...readLeadListQuery(new URLSearchParams()), ...overrides }
}

async function namesIn(ctx: TestCtx, overrides: Partial<LeadListQuery>): Promise<string[]> {
  return (await listLeads(ctx, query(overrides))).leads.map(({ name }) => name)
}

/** Copies a lead `count` times, each a minute after the one before it. */
async function copyLead(
  ctx: TestCtx,
  id: string,
  count: number,
  overrides: (n: number) => { name?: string; search?: string },
): Promise<void> {
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, n) => ({
    ...lead,
    id: `${id}-${String(n).padStart(6, '0')}`,
    created_at: lead.created_at + (n + 1) * 60_000,
    idempotency_key: `copy ${n}`,
    ...overrides(n),
  }))
  for (let first = 0; first < count; first += 500)
    await ctx.db
      .insertInto('lead')
      .values(copies.slice(first, first + 500))
      .execute()
}

test('words of any length are found anywhere in a text, in any order', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, {
    name: 'Ada',
    company: 'Öko AG',
    message: 'Two "quoted" words, NEAR(the end) OR* not',
  })
  await createLead(ctx, { name: 'Bea', company: 'Eco Ltd', message: 'Nothing of the kind' })
  for (const q of ['ad', 'ag', 'oko ag', 'quot', '"quoted"', 'near(the', 'or*', 'd" w', 'end) ada ag', '(t'])
    expect(await namesIn(ctx, { q }), q).toEqual(['Ada'])
  for (const q of ['zz', 'quoted zz', 'quoted" OR kind', 'ada bea', 'adaa', '日本語'])
    expect(await namesIn(ctx, { q }), q).toEqual([])
  if (ctx.engine.name === 'sqlite') expect(await namesIn(ctx, { q: 'ada\0' })).toEqual(['Ada'])
  for (const q of ['', '  ', 'example', 'd e']) expect(await namesIn(ctx, { q }), q).toHaveLength(2)
})

test('what changes, moves or goes is found so from then on', async () => {
  const ctx = asOwner(await createTestCtx())
  const [ada, bea] = [await createLead(ctx, { name: 'Ada' }), await createLead(ctx, { name: 'Bea' })]
  await ctx.db.updateTable('lead').set({ search: 'redacted text' }).where('id', '=', ada).execute()
  expect(await namesIn(ctx, { q: 'redacted' })).toEqual(['Ada'])
  expect(await namesIn(ctx, { q: 'ada' })).toEqual([])
  await ctx.db.updateTable('lead').set({ status: 'won' }).where('id', '=', bea).execute()
  expect(await namesIn(ctx, { q: 'bea', status: 'won' })).toEqual(['Bea'])
  expect(await namesIn(ctx, { q: 'bea', status: 'new' })).toEqual([])
  await moveLeadToSpam(ctx, bea)
  expect(await namesIn(ctx, { q: 'bea' })).toEqual([])
  expect(await namesIn(ctx, { q: 'bea', folder: 'spam' })).toEqual(['Bea'])
  await deleteLead(ctx, bea)
  expect(await namesIn(ctx, { q: 'bea', folder: 'spam' })).toEqual([])
  await createLead(ctx, { name: 'Bea' })
  expect(await namesIn(ctx, { q: 'bea' })).toEqual(['Bea'])
})

test('leads from before the index are found too', async () => {
  const source = asOwner(await createTestCtx())
  const id = await createLead(source, { name: 'Early' })
  const stored = await source.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { value_cents: _value, next_step: _step, due_on: _due, ...lead } = stored
  const engine = await (await createEmptyDatabase()).open()
  const {
    '0025-lead-search': _search,
    '0052-lead-work': _work,
    '0088-known-languages': _known,
    ...earlier
  } = migrations
  await migrate(engine, earlier)
  await engine.db.insertInto('lead').values(lead).execute()
  await migrate(engine)
  expect(await namesIn({ ...source, engine, db: engine.db }, { q: 'early' })).toEqual(['Early'])
})

test('more leads than one statement looks into are found and counted, in every order', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, { name: 'First' })
  await copyLead(ctx, id, 4100, (n) => ({
    name: `Copy ${String(n).padStart(4, '0')}`,
    search: n % 1000 === 7 ? 'common text, rare xq' : 'common text',
  }))
  const rare = ['Copy 0007', 'Copy 1007', 'Copy 2007', 'Copy 3007', 'Copy 4007']
  for (const q of ['xq', 'common xq', 'rare xq', 'rare'])
    for (const sort of leadSorts) {
      const isReversed = sort === 'newest' || sort === 'status' || sort === 'value'
      expect(await namesIn(ctx, { q, sort }), `${q} ${sort}`).toEqual(isReversed ? rare.toReversed() : rare)
    }
  const many = await listLeads(ctx, query({ q: 'common', page: 3, sort: 'name' }))
  expect(many).toMatchObject({ total: 4100, hasMore: false, page: 3, pages: 164 })
  expect(many.leads[0]?.name).toBe(`Copy ${String(2 * LEADS_PER_PAGE).padStart(4, '0')}`)
  for (const page of [164, 999]) {
    const within = await listLeads(ctx, query({ q: 'common', status: 'new', page, sort: 'name' }))
    expect(within).toMatchObject({ total: 4100, hasMore: false, page: 164 })
    expect(within.leads.at(-1)?.name).toBe('Copy 4099')
  }
  const last = await listLeads(ctx, query({ q: 'mm', page: 164, sort: 'oldest' }))
  expect(last).toMatchObject({ total: 4100, page: 164 })
  expect(last.leads.at(-1)?.name).toBe('Copy 4099')
  for (const [q, lines] of [
    ['common', 4100],
    ['xq', 5],
    ['rare', 5],
    ['common xq', 5],
  ] as const) {
    const csv = await wholeText(await exportLeads(ctx, query({ q, sort: 'name' })))
    expect(csv.split('\r\n').slice(1, -1), q).toHaveLength(lines)
  }
})

test('a count ends at ten thousand, and a later page is reached all the same', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await copyLead(ctx, id, MOST_COUNTED + 40, () => ({ search: 'many' }))
  for (const asked of [{}, { q: 'man' }, { q: 'ma' }, { q: 'man', status: 'new' }] as const) {
    const first = await listLeads(ctx, query(asked))
    const what = JSON.stringify(asked)
    expect(first, what).toMatchObject({ total: MOST_COUNTED, hasMore: true, page: 1 })
    expect(countText(first.total, first.hasMore)).toBe('10,000+')
    const last = await listLeads(ctx, query({ ...asked, page: 402 }))
    expect(last, what).toMatchObject({ hasMore: false, page: 402, pages: 402 })
    expect(last.leads.length, what).toBe('q' in asked ? 15 : 16)
    // The newest copy, although the count ends before it.
    expect(first.leads[0]?.id, what).toBe(`${id}-010039`)
  }
  await ctx.db.updateTable('lead').set({ spam_reason: 'links' }).where('id', '!=', id).execute()
  expect(await listLeads(ctx, query())).toMatchObject({ total: 1, spam: 10_001 })
}, 60_000)

test('no word is looked up in another text than that of its lead', async () => {
  const ctx = asOwner(await createTestCtx())
  if (ctx.engine.name !== 'sqlite') return
  const id = await createLead(ctx)
  await deleteLead(ctx, id)
  await sql`insert into lead_index (lead_index) values ('integrity-check')`.execute(ctx.db)
  const { rows } = await sql`select * from lead_entry`.execute(ctx.db)
  expect(rows).toEqual([])
})

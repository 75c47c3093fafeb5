import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { type LeadListQuery, readLeadListQuery } from './lead-list-query.ts'
import { LEADS_PER_PAGE, listLeads, listLeadsForExport } from './list-leads.server.ts'

function query(overrides: Partial<LeadListQuery> = {}): LeadListQuery {
  return { ...readLeadListQuery(new URLSearchParams()), ...overrides }
}

async function namesIn(ctx: TestCtx, overrides: Partial<LeadListQuery> = {}): Promise<string[]> {
  const { leads } = await listLeads(ctx, query(overrides))
  return leads.map((lead) => lead.name)
}

/** One lead after the other, a minute apart. */
async function createNamed(ctx: TestCtx, ...names: string[]): Promise<void> {
  for (const name of names) {
    await createLead(ctx, { name })
    ctx.clock.advance(MINUTE)
  }
}

test('without the owner nothing is listed', async () => {
  const ctx = await createTestCtx()
  await createLead(ctx)
  await expect(listLeads(ctx, query())).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(listLeadsForExport(ctx, query())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an empty inbox is one page of nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await listLeads(ctx, query({ page: 7 }))).toEqual({
    leads: [],
    total: 0,
    page: 1,
    pages: 1,
    spam: 0,
  })
})

test('a lead shows what it is known by, and the beginning of its message', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {
    name: 'Ada',
    email: 'ada@example.com',
    company: 'Engines',
    country: 'France',
    message: `${'x'.repeat(139)}yz`,
    service: 'AI Chatbots',
    plan: 'Starter',
  })
  expect((await listLeads(ctx, query())).leads).toEqual([
    {
      id,
      created_at: ctx.clock.now(),
      name: 'Ada',
      email: 'ada@example.com',
      company: 'Engines',
      country: 'France',
      status: 'new',
      service: 'AI Chatbots',
      plan: 'Starter',
      spam_reason: null,
      excerpt: `${'x'.repeat(139)}y`,
    },
  ])
})

test('a search finds every word in any field, whatever its marks and case', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, {
    name: 'Jörg Müller',
    email: 'desk@brewery.example.com',
    company: 'Brauhaus Süd',
    country: 'Germany',
    phone: '030 901820',
    message: 'Can an agent take orders?',
  })
  await createLead(ctx, { name: 'Grace Hopper', company: 'Navy', message: 'Orders, please' })
  for (const q of [
    'muller',
    'MÜLLER jorg',
    'brewery',
    'sud',
    'germany',
    '901820',
    '+4930901820',
    'agent orders',
  ])
    expect(await namesIn(ctx, { q }), q).toEqual(['Jörg Müller'])
  expect((await namesIn(ctx, { q: 'orders' })).sort()).toEqual(['Grace Hopper', 'Jörg Müller'])
  expect(await namesIn(ctx, { q: 'orders nowhere' })).toEqual([])
})

test('percent and underscore in a search mean themselves', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'Percent', message: 'We want 50% fewer calls' })
  await createLead(ctx, { name: 'Underscore', message: 'See our_site' })
  await createLead(ctx, { name: 'Plain', message: 'We want 50 calls, see our-site' })
  expect(await namesIn(ctx, { q: '%' })).toEqual(['Percent'])
  expect(await namesIn(ctx, { q: '50%' })).toEqual(['Percent'])
  expect(await namesIn(ctx, { q: 'our_site' })).toEqual(['Underscore'])
  expect(await namesIn(ctx, { q: '\\' })).toEqual([])
})

test('a status and a search together let through what fits both', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'New red' })
  await createLead(ctx, { name: 'Won red' }, { status: 'won' })
  await createLead(ctx, { name: 'Won blue' }, { status: 'won' })
  expect((await namesIn(ctx, { status: 'won' })).sort()).toEqual(['Won blue', 'Won red'])
  expect(await namesIn(ctx, { status: 'won', q: 'red' })).toEqual(['Won red'])
  expect(await namesIn(ctx, { status: 'lost' })).toEqual([])
  expect(await listLeads(ctx, query({ status: 'won', q: 'red' }))).toMatchObject({ total: 1, pages: 1 })
})

test('spam lies in a folder of its own, and is counted wherever one looks', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'Wanted' })
  await createSpamLead(ctx, { name: 'Unwanted' })
  await createSpamLead(ctx, { name: 'Unwanted too' })
  expect(await namesIn(ctx)).toEqual(['Wanted'])
  expect((await namesIn(ctx, { folder: 'spam' })).sort()).toEqual(['Unwanted', 'Unwanted too'])
  expect(await listLeads(ctx, query({ q: 'wanted' }))).toMatchObject({ total: 1, spam: 2 })
  expect(await listLeads(ctx, query({ folder: 'spam', q: 'too' }))).toMatchObject({ total: 1, spam: 2 })
})

test('newest first, or oldest first', async () => {
  const ctx = asOwner(await createTestCtx())
  await createNamed(ctx, 'first', 'second', 'third')
  expect(await namesIn(ctx, { sort: 'newest' })).toEqual(['third', 'second', 'first'])
  expect(await namesIn(ctx, { sort: 'oldest' })).toEqual(['first', 'second', 'third'])
})

test('leads of the same moment keep the order they came in', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const name of ['a', 'b', 'c']) await createLead(ctx, { name })
  expect(await namesIn(ctx, { sort: 'oldest' })).toEqual(['a', 'b', 'c'])
  expect(await namesIn(ctx, { sort: 'newest' })).toEqual(['c', 'b', 'a'])
})

test('by name, whatever its case', async () => {
  const ctx = asOwner(await createTestCtx())
  await createNamed(ctx, 'cid', 'Bea', 'ada', 'Dan')
  expect(await namesIn(ctx, { sort: 'name' })).toEqual(['ada', 'Bea', 'cid', 'Dan'])
})

test('by status along its way, newest first within each', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const status of ['won', 'lost', 'new', 'proposal', 'contacted', 'new'] as const) {
    await createLead(ctx, { name: status }, { status })
    ctx.clock.advance(MINUTE)
  }
  expect(await namesIn(ctx, { sort: 'status' })).toEqual([
    'new',
    'new',
    'contacted',
    'proposal',
    'won',
    'lost',
  ])
  const { leads } = await listLeads(ctx, query({ sort: 'status', status: 'new' }))
  expect(leads[0]?.created_at).toBeGreaterThan(leads[1]?.created_at ?? Infinity)
})

test('pages follow on one another without a gap, and past the end is the last', async () => {
  const ctx = asOwner(await createTestCtx())
  const total = 2 * LEADS_PER_PAGE + 1
  const all = Array.from({ length: total }, (_, n) => `lead ${String(n).padStart(3, '0')}`)
  for (const name of all) await createLead(ctx, { name })
  const pages = await Promise.all([1, 2, 3].map((page) => namesIn(ctx, { sort: 'oldest', page })))
  expect(pages.map((page) => page.length)).toEqual([25, 25, 1])
  expect(pages.flat()).toEqual(all)
  const last = await listLeads(ctx, query({ sort: 'oldest', page: 99 }))
  expect(last).toMatchObject({ total, page: 3, pages: 3, leads: [{ name: 'lead 050' }] })
  const exported = await listLeadsForExport(ctx, query({ sort: 'oldest', page: 2 }))
  expect(exported.map((lead) => lead.name)).toEqual(all)
})

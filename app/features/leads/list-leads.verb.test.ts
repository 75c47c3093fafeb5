import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { type LeadListQuery, leadSorts, readLeadListQuery } from './lead-list-query.ts'
import { exportLeads, LEADS_PER_PAGE, listLeads } from './list-leads.server.ts'

function query(overrides: Partial<LeadListQuery> = {}): LeadListQuery {
  return { ...readLeadListQuery(new URLSearchParams()), ...overrides }
}

async function namesIn(ctx: TestCtx, overrides: Partial<LeadListQuery> = {}): Promise<string[]> {
  const { leads } = await listLeads(ctx, query(overrides))
  return leads.map((lead) => lead.name)
}

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
})

test('an empty inbox is one page of nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await listLeads(ctx, query({ page: 7 }))).toEqual({
    leads: [],
    total: 0,
    hasMore: false,
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
      value_cents: null,
      next_step: null,
      due_on: null,
      assignee_id: null,
      tags: [],
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

test('spam is in a folder of its own, and its count is shown in every list', async () => {
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

test('leads are sorted by name, whatever its case', async () => {
  const ctx = asOwner(await createTestCtx())
  await createNamed(ctx, 'cid', 'Bea', 'ada', 'Dan')
  expect(await namesIn(ctx, { sort: 'name' })).toEqual(['ada', 'Bea', 'cid', 'Dan'])
})

test('leads are sorted by the order of statuses, newest first within each', async () => {
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
  expect(await namesIn(ctx, { sort: 'status', q: 'os' })).toEqual(['proposal', 'lost'])
  expect(await namesIn(ctx, { sort: 'status', q: 'os', status: 'lost' })).toEqual(['lost'])
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
  expect(await exportedNames(ctx, { sort: 'oldest', page: 2 })).toEqual(all)
})

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function exported(ctx: Ctx, asked: LeadListQuery): Promise<string> {
  return wholeText(await exportLeads(ctx, asked))
}

async function exportedNames(ctx: Ctx, overrides: Partial<LeadListQuery>) {
  const lines = (await exported(ctx, query(overrides))).split('\r\n').slice(1, -1)
  return lines.map((line) => line.split(',')[2])
}

const headings =
  'Received,Status,Name,Email,Phone,Country,Company,Message,Value (USD),Next step,Due,Tags,Service,Plan,Form,First page,Last page,Referrer,' +
  'UTM source,UTM medium,UTM campaign,UTM term,UTM content,Consent at,Consent version,Consent text,Language,Assistant'

test('without the owner nothing is exported', async () => {
  const ctx = await createTestCtx()
  await expect(exportLeads(ctx, query())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an empty list is its headings, after a byte order mark', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await exported(ctx, query())).toBe(`\uFEFF${headings}\r\n`)
})

test('a lead is one line with all that is known of it', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, {
    name: 'Müller, Ada',
    email: 'ada@example.com',
    phone: '030 901820',
    country: 'germany',
    company: 'The "Engine" Company',
    message: 'Hello\nthere',
    service: 'AI Chatbots',
    plan: 'Starter',
    first_page: '/?utm_source=news&utm_medium=mail&utm_campaign=autumn&utm_term=agent&utm_content=top',
    last_page: '/contact',
    referrer: 'https://search.example.org/',
  })
  const [, line] = (await exported(ctx, query())).split(`${headings}\r\n`)
  const versions = (await ctx.legalTexts(ctx)).map(({ id }) => id).join(' ')
  expect(line).toBe(
    '2026-11-21T12:00:00.000Z,new,"Müller, Ada",ada@example.com,\'+4930901820,Germany,' +
      '"The ""Engine"" Company","Hello\nthere",,,,,AI Chatbots,Starter,contact,/,/contact,search.example.org,' +
      `news,mail,autumn,agent,top,2026-11-21T12:00:00.000Z,${versions},` +
      '"I agree to the Terms & Conditions and consent to receive communications from Lumivox via email, ' +
      'phone and SMS.",en,\r\n',
  )
})

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '＝1+1', '=HYPERLINK("https://evil.example","x")'])(
  'a formula such as %s is neutralised in every field a visitor fills in',
  async (formula) => {
    const ctx = asOwner(await createTestCtx())
    const fields = { name: formula, company: formula, message: formula, service: formula, plan: formula }
    await createLead(ctx, fields, { spam_reason: null })
    const cell = formula.includes('"') ? `"'${formula.replaceAll('"', '""')}"` : `'${formula}`
    const csv = await exported(ctx, query())
    expect(csv.split(cell)).toHaveLength(6)
    expect(csv.replaceAll(cell, '')).not.toContain(formula.replaceAll('"', '""'))
  },
)

test('what the list shows is exported, in its order and past its first page', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 10; n < 40; n += 1) {
    await createLead(ctx, { name: `Red ${n}` }, { status: n % 2 === 0 ? 'won' : 'new' })
    ctx.clock.advance(MINUTE)
  }
  await createLead(ctx, { name: 'Blue' }, { status: 'won' })
  await createSpamLead(ctx, { name: 'Red spam' })
  expect(await exportedNames(ctx, { sort: 'name', q: 'red' })).toEqual(
    Array.from({ length: 30 }, (_, n) => `Red ${n + 10}`),
  )
  expect((await exportedNames(ctx, { sort: 'oldest', q: 'red', status: 'won' })).slice(0, 2)).toEqual([
    'Red 10',
    'Red 12',
  ])
  expect(await exportedNames(ctx, { folder: 'spam' })).toEqual(['Red spam'])
})

test('what is more than a slice is exported whole, in every order', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  const lead = await ctx.db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: ROWS_A_SLICE + 20 }, (_, n) => ({
    ...lead,
    id: `${id}-${n}`,
    idempotency_key: `key ${n}`,
    email: `copy${n}@example.com`,
    name: `Same ${n % 7}`,
    status: n % 3 === 0 ? ('won' as const) : ('new' as const),
  }))
  for (const copy of copies) await ctx.db.insertInto('lead').values(copy).execute()
  const stored = await ctx.db.selectFrom('lead').select('email').execute()
  const emails = new Set(stored.map(({ email }) => email))
  const cells = async (sort: (typeof leadSorts)[number]) => {
    const lines = (await exported(ctx, query({ sort }))).split('\r\n').slice(1, -1)
    return lines.map((line) => line.split(','))
  }
  for (const sort of leadSorts) {
    const listed = (await cells(sort)).map(([, , , email]) => email)
    expect(listed, sort).toHaveLength(stored.length)
    expect(new Set(listed), sort).toEqual(emails)
  }
  const names = (await cells('name')).map(([, , name = '']) => name)
  expect(names).toEqual(names.toSorted(byText))
  const statuses = (await cells('status')).map(([, status = '']) => status)
  expect(statuses).toEqual(statuses.toSorted(byText))
})

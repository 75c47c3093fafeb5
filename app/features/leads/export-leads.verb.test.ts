import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { exportLeads } from './export-leads.server.ts'
import { type LeadListQuery, type LeadSort, leadSorts, readLeadListQuery } from './lead-list-query.ts'

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function exported(ctx: Ctx, asked: LeadListQuery): Promise<string> {
  return wholeText(await exportLeads(ctx, asked))
}

function query(overrides: Partial<LeadListQuery> = {}): LeadListQuery {
  return { ...readLeadListQuery(new URLSearchParams()), ...overrides }
}

const headings =
  'Received,Status,Name,Email,Phone,Country,Company,Message,Service,Plan,Form,First page,Last page,Referrer,' +
  'UTM source,UTM medium,UTM campaign,UTM term,UTM content,Consent at,Consent version,Consent text'

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
  expect(line).toBe(
    '2026-11-21T12:00:00.000Z,new,"Müller, Ada",ada@example.com,\'+4930901820,Germany,' +
      '"The ""Engine"" Company","Hello\nthere",AI Chatbots,Starter,contact,/,/contact,search.example.org,' +
      'news,mail,autumn,agent,top,2026-11-21T12:00:00.000Z,2026-11-21,' +
      '"I agree to the Terms & Conditions and consent to receive communications from Lumivox via email, ' +
      'phone and SMS."\r\n',
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
  const namesIn = async (overrides: Partial<LeadListQuery>) => {
    const lines = (await exported(ctx, query(overrides))).split('\r\n').slice(1, -1)
    return lines.map((line) => line.split(',')[2])
  }
  expect(await namesIn({ sort: 'name', q: 'red' })).toEqual(
    Array.from({ length: 30 }, (_, n) => `Red ${n + 10}`),
  )
  expect((await namesIn({ sort: 'oldest', q: 'red', status: 'won' })).slice(0, 2)).toEqual([
    'Red 10',
    'Red 12',
  ])
  expect(await namesIn({ folder: 'spam' })).toEqual(['Red spam'])
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
  const cells = async (sort: LeadSort) => {
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

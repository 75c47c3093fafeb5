import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { exportLeads } from './export-leads.server.ts'
import { type LeadListQuery, readLeadListQuery } from './lead-list-query.ts'

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
  expect(await exportLeads(ctx, query())).toBe(`\uFEFF${headings}\r\n`)
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
  const [, line] = (await exportLeads(ctx, query())).split(`${headings}\r\n`)
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
    const exported = await exportLeads(ctx, query())
    expect(exported.split(cell)).toHaveLength(6)
    expect(exported.replaceAll(cell, '')).not.toContain(formula.replaceAll('"', '""'))
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
    const lines = (await exportLeads(ctx, query(overrides))).split('\r\n').slice(1, -1)
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

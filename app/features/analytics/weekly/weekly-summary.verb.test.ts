import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { renderEmail } from '#app/platform/email/render-email.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { storeSeeded } from '#tests/factories/seeded-events.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { blankEvent } from '../collect/event-fields.ts'

import { createWeeklySummary } from './send-weekly-summary.job.server.ts'
import { weeklySummaryEmail } from './weekly-summary.email.tsx'

const run = { signal: new AbortController().signal }
const job = createWeeklySummary(async () => ['owner@agency.test'])
const emails = (ctx: TestCtx) => ctx.db.selectFrom('email').selectAll().execute()

/** The tests' 21 November 2026 is a Saturday, so the last whole week begins on the 9th. */
async function seed(ctx: TestCtx): Promise<void> {
  const view = (day: string, visitor: string) => ({
    ...blankEvent('page_view' as const, Date.parse(`${day}T10:00:00Z`)),
    visitor,
    path: '/',
  })
  await storeSeeded(ctx, [
    view('2026-11-03', 'a'),
    view('2026-11-09', 'a'),
    view('2026-11-15', 'b'),
    view('2026-11-16', 'c'),
    {
      ...blankEvent('service_inquiry', Date.parse('2026-11-10T10:00:00Z')),
      visitor: 'a',
      service: 'ai-chatbots',
    },
  ])
}

test('one mail tells of the week that is over, with the change, and is queued once', async () => {
  const ctx = await createTestCtx()
  await seed(ctx)
  await job.run(ctx, {}, run)
  await job.run(ctx, {}, run)
  const [mail, ...rest] = await emails(ctx)
  expect(rest).toEqual([])
  expect(mail?.recipients).toBe('["owner@agency.test"]')
  expect(mail?.subject).toBe('Lumivox, last week: 3 daily visitors, 0 inquiries')
  const { text } = await renderEmail(
    weeklySummaryEmail,
    weeklySummaryEmail.props.parse(JSON.parse(assertDefined(mail, 'the test has made it').props)),
    await ctx.site(ctx),
  )
  for (const part of [
    '2026-11-09 to 2026-11-15',
    '3 (+200%)',
    '2 (+100%)',
    'AI Chatbots: 1',
    '/: 2 visitors',
  ])
    expect(text).toContain(part)
})

test('no mail is sent without visits, or if the owner turned it off', async () => {
  const ctx = await createTestCtx()
  await job.run(ctx, {}, run)
  await seed(ctx)
  await storeSetting(ctx, 'analytics', { retentionDays: 90, honourPrivacy: true, weeklyMail: false })
  await job.run(ctx, {}, run)
  expect(await emails(ctx)).toEqual([])
})

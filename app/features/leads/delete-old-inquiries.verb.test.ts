import { expect, test } from 'vitest'

import { DAY, SECOND } from '#app/platform/clock.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldInquiries } from './delete-old-inquiries.job.server.ts'
import { endProject } from './change-lead.server.ts'

const run = { signal: new AbortController().signal }

test('forgets inquiries untouched for 24 months with their mails, and neither later nor won ones', async () => {
  const ctx = await createTestCtx()
  const now = ctx.clock.now()
  const border = new Date(now)
  border.setUTCMonth(border.getUTCMonth() - 24)
  const old = border.getTime() - DAY
  await createLead(ctx, { email: 'old@example.com' }, { updated_at: old })
  const touched = await createLead(ctx, { email: 'touched@example.com' }, { updated_at: border.getTime() })
  const won = await createLead(ctx, { email: 'won@example.com' }, { updated_at: old, status: 'won' })
  await deleteOldInquiries.run(ctx, {}, run)

  const left = await ctx.db.selectFrom('lead').select('id').execute()
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([touched, won]))
  const mails = await ctx.db.selectFrom('email').select('about').distinct().execute()
  expect(new Set(mails.map(({ about }) => about))).toEqual(new Set([`lead:${touched}`, `lead:${won}`]))
})

test('what belongs to a project goes twelve months after its end, and not a day before', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-30' })
  const count = async () => (await ctx.db.selectFrom('lead').select('id').execute()).length
  ctx.clock.advance(Date.parse('2027-11-30T23:59:59Z') - ctx.clock.now())
  await deleteOldInquiries.run(ctx, {}, run)
  expect(await count()).toBe(2)
  ctx.clock.advance(2 * SECOND)
  await deleteOldInquiries.run(ctx, {}, run)
  expect(await count()).toBe(1)
  const mails = await ctx.db.selectFrom('email').select('about').where('about', '=', `lead:${id}`).execute()
  expect(mails).toEqual([])
})

import { expect, test } from 'vitest'

import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { moveLeadToInbox, moveLeadToSpam } from '#app/features/leads/change-lead.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { testVisitor } from '#tests/factories/hit.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { foldOutbox } from './event-outbox.server.ts'

const kinds = async (ctx: TestCtx) => {
  await foldOutbox(ctx)
  return (await ctx.db.selectFrom('event').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
}

test('an inquiry is counted with its source; one about a service as that too', async () => {
  const ctx = await createTestCtx()
  const fields = {
    first_page: '/blog/hello?utm_source=news&utm_campaign=autumn',
    last_page: '/contact',
    referrer: 'https://www.example.org/',
    service: 'AI Chatbots',
  }
  const visitor = testVisitor({ language: 'de-AT' })
  ctx.clock.advance(34_567)
  const { leadId } = await submitInquiry(ctx, { ...inquirySending(ctx, fields), visitor })
  await foldOutbox(ctx)
  const events = await ctx.db.selectFrom('event').selectAll().orderBy('kind').execute()
  expect(events).toMatchObject([
    {
      at: ctx.clock.now() - 34_567,
      kind: 'contact_form',
      path: '/contact',
      landing: '/blog/hello',
      service: 'ai-chatbots',
      referrer: 'example.org',
      utm: 'news / – / autumn',
      country: 'AT',
      device: null,
      visitor: null,
    },
    { kind: 'service_inquiry', service: 'ai-chatbots', visitor: null },
  ])
  expect(events.map(({ id }) => id)).not.toContain(leadId)
  expect(await ctx.db.selectFrom('event_outbox').selectAll().execute()).toEqual([])
})

test('an inquiry sent twice is counted once, and a refused one is not', async () => {
  const ctx = await createTestCtx()
  const sending = inquirySending(ctx)
  await submitInquiry(ctx, sending)
  await submitInquiry(ctx, sending)
  await expect(submitInquiry(ctx, inquirySending(ctx, { email: 'nobody' }))).rejects.toThrow()
  expect(await kinds(ctx)).toEqual(['contact_form'])
})

test('what fails with its transaction is not counted', async () => {
  const ctx = await createTestCtx()
  const event = { kind: 'chat', visitor: testVisitor(), page: '/' } as const
  await expect(
    withTransaction(ctx, async (ctx) => {
      await ctx.recordEvent(ctx, event)
      throw new Error('away')
    }),
  ).rejects.toThrow('away')
  expect(await kinds(ctx)).toEqual([])
  await ctx.recordEvent(ctx, event)
  expect(await kinds(ctx)).toEqual(['chat'])
  expect(await ctx.db.selectFrom('roll_day').select('n').where('dimension', '=', 'kind').execute()).toEqual([
    { n: 1 },
  ])
})

test('an inquiry of a visitor who asks for privacy is counted without their data', async () => {
  const ctx = await createTestCtx()
  await submitInquiry(ctx, { ...inquirySending(ctx), visitor: testVisitor({ asksPrivacy: true }) })
  await foldOutbox(ctx)
  expect(await ctx.db.selectFrom('event').select(['visitor', 'country', 'device']).execute()).toEqual([
    { visitor: null, country: null, device: null },
  ])
})

test('spam is no contact until it is taken out of the folder, and then once', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createSpamLead(ctx)
  expect(await kinds(ctx)).toEqual([])
  await moveLeadToInbox(ctx, id)
  expect(await kinds(ctx)).toEqual(['contact_form'])
  const other = await createLead(ctx)
  for (const move of [moveLeadToSpam, moveLeadToInbox]) {
    await move(ctx, id)
    await move(ctx, other)
  }
  expect(await kinds(ctx)).toEqual(['contact_form', 'contact_form'])
})

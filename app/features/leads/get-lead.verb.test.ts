import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { addLeadNote } from './change-lead.server.ts'
import { getLead } from './get-lead.server.ts'
import { recordLeadEvent } from './record-lead-event.server.ts'

test('without the owner no lead is shown, nor whether there is one', async () => {
  const ctx = await createTestCtx()
  const id = await createLead(ctx)
  for (const asked of [id, 'unknown'])
    await expect(getLead(ctx, asked)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an unknown lead is not found', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx)
  for (const id of ['unknown', '', '%', "' or 1=1 --"])
    await expect(getLead(ctx, id), id).rejects.toMatchObject({ code: 'not-found', status: 404 })
})

test('a lead comes with its history, newest first, and its mails', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, { name: 'Ada', message: 'Hello\n<b>there</b>' })
  const other = await createLead(ctx)
  await createEmail(ctx)
  ctx.clock.advance(MINUTE)
  await addLeadNote(ctx, { id, note: 'Called back' })
  await addLeadNote(ctx, { id: other, note: 'Another' })

  const { lead, events, emails } = await getLead(ctx, id)
  expect(lead).toMatchObject({ id, name: 'Ada', message: 'Hello\n<b>there</b>', updated_at: ctx.clock.now() })
  expect(events.map(({ kind, actor, body }) => [kind, actor, body])).toEqual([
    ['note', testActor.email, 'Called back'],
    ['received', null, null],
  ])
  expect(emails.map((email) => email.template).sort()).toEqual(['lead-notice', 'lead-receipt'])
})

test('internal columns of a lead are not shown', async () => {
  const ctx = asOwner(await createTestCtx())
  const { lead } = await getLead(ctx, await createLead(ctx))
  for (const column of ['search', 'fingerprint', 'idempotency_key']) expect(lead).not.toHaveProperty(column)
})

test('of a long history the newest hundred entries are read, and earlier ones page by page', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  for (let n = 0; n < 149; n += 1) {
    ctx.clock.advance(n % 2)
    await recordLeadEvent(ctx, { leadId: id, kind: 'work', actor: null, body: `Change ${n}` })
    await createEmail(ctx, { about: `lead:${id}`, template: 'notice', subject: `Notice ${n}` })
  }
  const { events, earlierEvents, emails } = await getLead(ctx, id)
  expect([events.length, events[0]?.body, emails.length, emails.at(-1)?.subject]).toEqual([
    100,
    'Change 148',
    100,
    'Notice 148',
  ])
  const earlier = await getLead(ctx, id, earlierEvents)
  expect(earlier.events.map(({ body }) => body)).toEqual([
    ...Array.from({ length: 49 }, (_, n) => `Change ${48 - n}`),
    null,
  ])
  expect(earlier).toMatchObject({ earlierEvents: null, eventsBefore: earlierEvents })
})

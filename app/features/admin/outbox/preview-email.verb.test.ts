import { expect, test } from 'vitest'

import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { previewEmail } from './preview-email.server.ts'

test('without the owner no mail is shown, nor whether there is one', async () => {
  const ctx = await createTestCtx()
  for (const id of [await createEmail(ctx), 'unknown'])
    await expect(previewEmail(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an unknown mail is not found, nor one of a kind this version does not know', async () => {
  const ctx = asOwner(await createTestCtx())
  await createEmail(ctx)
  for (const id of ['unknown', '', await createEmail(ctx, { template: 'of-tomorrow' })])
    await expect(previewEmail(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('a mail is shown as its reader sees it, with what became of it', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createEmail(ctx, {
    props: JSON.stringify({ name: 'Zoë' }),
    recipients: '["zoe@example.com"]',
    subject: 'We received your message',
    state: 'failed',
    attempts: 3,
    last_error: '550 No such user',
  })
  expect(await previewEmail(ctx, id)).toEqual({
    id,
    subject: 'We received your message',
    recipients: '["zoe@example.com"]',
    reply_to: null,
    state: 'failed',
    attempts: 3,
    last_error: '550 No such user',
    created_at: ctx.clock.now(),
    sent_at: null,
    text: expect.stringContaining('Hello Zoë,'),
    isSecret: false,
    canSend: false,
  })
})

test('the notice of a lead shows the message as text, whatever it holds', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { message: '<script>alert(1)</script> & more' })
  const notices = ctx.db.selectFrom('email').select('id').where('template', '=', 'lead-notice')
  const { id } = await notices.executeTakeFirstOrThrow()
  expect((await previewEmail(ctx, id)).text).toContain('<script>alert(1)</script> & more')
})

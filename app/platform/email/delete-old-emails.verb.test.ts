import { expect, test } from 'vitest'

import { SECOND } from '#app/platform/clock.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldEmails } from './delete-old-emails.job.server.ts'

const run = { signal: new AbortController().signal }

test('mails about no record go after 24 months, not a second before; those about one stay with it', async () => {
  const ctx = await createTestCtx()
  await createEmail(ctx)
  const kept = await createEmail(ctx, { about: 'lead:1' })
  const count = async () => (await ctx.db.selectFrom('email').select('id').execute()).map(({ id }) => id)
  ctx.clock.advance(Date.parse('2028-11-21T12:00:00Z') - ctx.clock.now())
  await deleteOldEmails.run(ctx, {}, run)
  expect(await count()).toHaveLength(2)
  ctx.clock.advance(SECOND)
  await deleteOldEmails.run(ctx, {}, run)
  expect(await count()).toEqual([kept])
})

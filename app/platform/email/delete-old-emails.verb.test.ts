import { expect, test } from 'vitest'

import { SECOND } from '#app/platform/clock.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldEmails } from './delete-old-emails.job.server.ts'

const run = { signal: new AbortController().signal }

test('mails go after 24 months, not a second before, unless their lead or conversation is still there', async () => {
  const ctx = await createTestCtx()
  const lead = await createLead(ctx)
  const conversation = await createConversation(ctx, [{}])
  await ctx.db.deleteFrom('email').execute()
  const kept = [
    await createEmail(ctx, { about: `lead:${lead}` }),
    await createEmail(ctx, { about: `conversation:${conversation}` }),
  ]
  const gone = [null, 'lead:gone', 'conversation:gone', 'notice:gone', `notice:${lead}`, 'email:gone']
  for (const about of gone) await createEmail(ctx, { about })
  const stored = async () => (await ctx.db.selectFrom('email').select('id').execute()).map(({ id }) => id)
  ctx.clock.advance(Date.parse('2028-11-21T12:00:00Z') - ctx.clock.now())
  await deleteOldEmails.run(ctx, {}, run)
  expect(await stored()).toHaveLength(kept.length + gone.length)
  ctx.clock.advance(SECOND)
  await deleteOldEmails.run(ctx, {}, run)
  expect((await stored()).sort()).toEqual(kept.sort())
})

test('mails that are kept never hide later ones that go', async () => {
  const ctx = await createTestCtx()
  const about = `lead:${await createLead(ctx)}`
  await ctx.db.deleteFrom('email').execute()
  // More than one slice.
  for (let n = 0; n < 501; n += 1) await createEmail(ctx, { about })
  ctx.clock.advance(SECOND)
  const old = await createEmail(ctx, { about: null })
  ctx.clock.advance(Date.parse('2029-01-01T12:00:00Z') - ctx.clock.now())
  await deleteOldEmails.run(ctx, {}, run)
  const left = await ctx.db.selectFrom('email').select('id').execute()
  expect(left).toHaveLength(501)
  expect(left.map(({ id }) => id)).not.toContain(old)
})

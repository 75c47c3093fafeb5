import { expect, test } from 'vitest'

import { DAY } from '#app/platform/clock.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldConversations } from './delete-old-conversations.job.server.ts'

const run = { signal: new AbortController().signal }

test('forgets conversations untouched for 24 months with messages and mails, and no later ones', async () => {
  const ctx = await createTestCtx()
  const border = new Date(ctx.clock.now())
  border.setUTCMonth(border.getUTCMonth() - 24)
  const old = await createConversation(ctx, [{}, { author: 'assistant' }], {
    updated_at: border.getTime() - DAY,
  })
  const kept = await createConversation(ctx, [{}], { updated_at: border.getTime() })
  await createEmail(ctx, { about: `conversation:${old}` })
  await createEmail(ctx, { about: `conversation:${kept}` })
  await deleteOldConversations.run(ctx, {}, run)
  expect(await ctx.db.selectFrom('conversation').select('id').execute()).toEqual([{ id: kept }])
  expect(await ctx.db.selectFrom('chat_message').select('conversation_id').execute()).toEqual([
    { conversation_id: kept },
  ])
  expect(await ctx.db.selectFrom('email').select('about').execute()).toEqual([
    { about: `conversation:${kept}` },
  ])
})

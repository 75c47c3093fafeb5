import { expect, test } from 'vitest'

import { recordedStreams } from '#tests/support/recorded-streams.ts'
import { fakeApis } from '#tests/support/test-ai-provider.ts'
import { createChatCtx, messagesOf, say } from '#tests/support/chat-visitor.ts'

for (const { title, streams } of recordedStreams)
  test.runIf(streams.length > 0).each(fakeApis)(
    `%s: each recorded reply reaches the visitor, and is kept as shown (${title})`,
    async (api) => {
      const { ctx, fake } = await createChatCtx({ provider: api, env: { LIMITS: 'off' } })
      for (const { file, bytes, text } of streams.filter((stream) => stream.api === api)) {
        fake.behave({ kind: 'recorded', bytes, pieceSize: 997 })
        const heard = await say(ctx, 'Go on')
        expect(heard.text, file).toBe(text)
        const kept = (await messagesOf(ctx)).at(-1)
        if (text !== '') expect(kept?.text, file).toBe(text)
        expect(kept?.outcome, file).toMatch(text === '' ? /^failed$/ : /^(whole|cut)$/)
      }
    },
  )

test('thoughts whose opening tag is missing are withdrawn, and stored nowhere', async () => {
  const { ctx, fake } = await createChatCtx({ provider: 'openai' })
  const chunk = (content: string, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
  const wire =
    chunk('The visitor is rude. ', null) + chunk('\n</think>\n\nHello!', 'stop') + 'data: [DONE]\n\n'
  fake.behave({ kind: 'recorded', bytes: new TextEncoder().encode(wire) })
  await say(ctx, 'Hi')
  const kept = (await messagesOf(ctx)).at(-1)
  expect(kept).toMatchObject({ text: 'Hello!', outcome: 'whole' })
  expect(JSON.stringify(await ctx.db.selectFrom('chat_message').selectAll().execute())).not.toContain('rude')
})

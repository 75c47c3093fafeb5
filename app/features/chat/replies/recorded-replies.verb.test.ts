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

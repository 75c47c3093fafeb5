import { expect, test } from 'vitest'

import { ask, endpointOf, textOf } from '#tests/support/chat-calls.ts'
import { recordedStreams, recordedStreamsFolder } from '#tests/support/recorded-streams.ts'
import { createTestAiProvider } from '#tests/support/test-ai-provider.ts'

const isThere = recordedStreams.length > 0
if (!isThere) test.skip(`NOT TESTED: there are no recorded streams in ${recordedStreamsFolder}`, () => {})

test.each(recordedStreams)('$file gives its text, however it is split', async ({ api, bytes, text }) => {
  const fake = await createTestAiProvider()
  const pieceSizes = bytes.length < 10_000 ? [undefined, 1, 7] : [undefined, 61]
  for (const pieceSize of pieceSizes) {
    fake.behave({ kind: 'recorded', bytes, ...(pieceSize ? { pieceSize } : {}) })
    const events = await ask(endpointOf(fake, api))
    expect(textOf(events), `pieces of ${pieceSize ?? 'all'}`).toBe(text)
    const hasMore = events.some((event) => event.type === 'toolCall')
    if (text === '' && !hasMore) expect(events.at(-1)).toMatchObject({ type: 'failed' })
  }
})

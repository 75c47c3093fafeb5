import { expect, test } from 'vitest'

import { ask, endpointOf, textOf } from '#tests/support/chat-calls.ts'
import { type RecordedStream, recordedStreams } from '#tests/support/recorded-streams.ts'
import { createTestAiProvider } from '#tests/support/test-ai-provider.ts'

for (const { title, streams } of recordedStreams) {
  const gives = 'gives its text, however it is split'
  if (streams.length > 0) test.each(streams)(`$file ${gives} (${title})`, expectText)
  else test.skip(`a recorded stream ${gives} (${title})`)
}

async function expectText({ api, bytes, text }: RecordedStream): Promise<void> {
  const fake = await createTestAiProvider()
  const pieceSizes = bytes.length < 10_000 ? [undefined, 1, 7] : [undefined, 61]
  for (const pieceSize of pieceSizes) {
    fake.behave({ kind: 'recorded', bytes, ...(pieceSize ? { pieceSize } : {}) })
    const events = await ask(endpointOf(fake, api))
    expect(textOf(events), `pieces of ${pieceSize ?? 'all'}`).toBe(text)
    const hasMore = events.some((event) => event.type === 'toolCall')
    if (text === '' && !hasMore) expect(events.at(-1)).toMatchObject({ type: 'failed' })
  }
}

import type { Row } from '../bench/measure.ts'

import { heldByTests } from './held-by-tests.ts'

export async function faceProviderFaults(): Promise<Row[]> {
  const engines = process.env['TEST_DATABASE_URL'] ? 'on both engines' : 'on SQLite alone'
  return [
    heldByTests(
      'A provider refuses, 401, 429, 500, 529, slow first byte, stall, cut, bad JSON, HTML, lying encoding; four APIs',
      'the text that came is kept, the failure is told, the connection upstream ends',
      ['app/features/ai/providers/faults.test.ts'],
    ),
    heldByTests(
      'A provider floods, or fails before or after the first word',
      'the fallback answers where one is set, never after visible text',
      ['app/features/ai/providers/stream-reply.test.ts'],
    ),
    heldByTests(`What the visitor is told of it, ${engines}`, 'the specified reply', [
      'app/features/chat/replies/send-message.verb.test.ts',
    ]),
  ]
}

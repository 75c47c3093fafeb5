import { expect, test } from 'vitest'

import { LONGEST_MESSAGE, readMessage, writeMessage } from './messages.ts'

test('what one side writes the other reads', () => {
  expect(readMessage(writeMessage({ type: 'unread', count: 2 }))).toMatchObject({ type: 'unread', count: 2 })
})

test.each([
  undefined,
  null,
  { foyer: 1, type: 'close' },
  '',
  'close',
  'null',
  '[]',
  '{"type":"close"}',
  '{"foyer":2,"type":"close"}',
  `{"foyer":1,"type":"page","title":"${'a'.repeat(LONGEST_MESSAGE)}"}`,
])('%j is no message', (sent) => {
  expect(readMessage(sent)).toBeNull()
})

import { expect, test } from 'vitest'

import { maskSecrets } from './call-failure.server.ts'

test.each([
  ['Incorrect API key provided: sk-proj-abc123.', 'Incorrect API key provided: ••••'],
  ['Incorrect API key provided: sk-ab***********wxyz, see', 'Incorrect API key provided: ••••, see'],
  ['API key AIzaSyD-1234567890 is not valid', 'API key •••• is not valid'],
  ['Authorization: Bearer abcdef123456', 'Authorization: Bearer ••••'],
  ['GET /v1?key=abc123&x=1', 'GET /v1?key=••••&x=1'],
  ['my+secret/key and my%2Bsecret%2Fkey', '•••• and ••••'],
  ['Nothing to hide: risk-free', 'Nothing to hide: risk-free'],
])('%s', (text, masked) => {
  expect(maskSecrets(text, ['my+secret/key'])).toBe(masked)
})

test('an empty secret masks nothing', () => {
  expect(maskSecrets('as it is', ['', 'i'])).toBe('as it is')
})

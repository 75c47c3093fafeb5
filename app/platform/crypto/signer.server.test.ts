import { expect, test } from 'vitest'

import { createSigner } from './signer.server.ts'

const signer = createSigner('a secret for tests, of 32 characters or more')

test('verifies what it signed, in 43 characters of base64url', () => {
  const signature = signer.sign('form', 'text')
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(signer.verify('form', 'text', signature)).toBe(true)
  expect(signer.sign('form', 'text')).toBe(signature)
})

test('a signature is good for one text, one purpose and one secret', () => {
  const signature = signer.sign('form', 'text')
  const other = createSigner('another secret for tests, of 32 or more')
  expect(signer.verify('form', 'texts', signature)).toBe(false)
  expect(signer.verify('link', 'text', signature)).toBe(false)
  expect(other.verify('form', 'text', signature)).toBe(false)
})

test('purpose and text cannot be shifted against each other', () => {
  expect(signer.sign('ab', 'c')).not.toBe(signer.sign('a', 'bc'))
})

test('a wrong signature of any length or script is refused, not thrown at', () => {
  const signature = signer.sign('form', 'text')
  const wrong = [
    '',
    signature.slice(1),
    `${signature}A`,
    `x${signature.slice(1)}`,
    'ü'.repeat(43),
    '\0'.repeat(43),
  ]
  for (const given of wrong) expect(signer.verify('form', 'text', given), given).toBe(false)
})

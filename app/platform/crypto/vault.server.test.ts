import { expect, test } from 'vitest'

import { createVault, SealBroken } from './vault.server.ts'

const vault = createVault('a secret for tests, of 32 characters or more')

test('what is sealed opens again, and shows nothing until then', () => {
  for (const text of ['sk-0123456789', '', 'Schlüssel 🔑', 'x'.repeat(10_000)]) {
    const sealed = vault.seal('row:1', text)
    expect(vault.open('row:1', sealed)).toBe(text)
    if (text) expect(Buffer.from(sealed.slice(3), 'base64url').includes(text)).toBe(false)
  }
})

test('the same text is sealed differently each time', () => {
  expect(new Set(Array.from({ length: 50 }, () => vault.seal('row:1', 'same'))).size).toBe(50)
})

test('it opens for its own row and under its own secret alone', () => {
  const sealed = vault.seal('row:1', 'text')
  expect(() => vault.open('row:2', sealed)).toThrow(SealBroken)
  expect(() => createVault('another secret, of 32 characters or more').open('row:1', sealed)).toThrow(
    SealBroken,
  )
})

test('changed anywhere, cut or of another version, it does not open', () => {
  const sealed = vault.seal('row:1', 'text')
  const [, encoded = ''] = sealed.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => vault.open('row:1', `v1.${changed.toString('base64url')}`)).toThrow(SealBroken)
  }
  for (const broken of ['', 'v1.', 'v1', `v2.${encoded}`, `v1.${encoded.slice(0, 20)}`])
    expect(() => vault.open('row:1', broken), broken).toThrow(SealBroken)
})

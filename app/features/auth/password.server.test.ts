import { expect, test } from 'vitest'

import { createAdmission } from '#app/platform/admission/admission.server.ts'
import { systemClock } from '#app/platform/clock.ts'

import { hashPassword, nobodysHash, verifyPassword } from './password.server.ts'

const ctx = { admission: createAdmission({ limits: true, clock: systemClock }) }
const password = 'a long enough phrase'

test('a password is verified against its hash, another is not', async () => {
  const stored = await hashPassword(ctx, password)
  expect(await verifyPassword(ctx, password, stored)).toBe(true)
  for (const wrong of ['', `${password} `, password.toUpperCase(), stored])
    expect(await verifyPassword(ctx, wrong, stored), wrong).toBe(false)
})

test('the hash is argon2id at the cost that OWASP asks for, with a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword(ctx, password), hashPassword(ctx, password)])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(nobodysHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a letter is the same however the keyboard composes it', async () => {
  expect(
    await verifyPassword(ctx, 'u\u0308ber alle Berge', await hashPassword(ctx, '\u00fcber alle Berge')),
  ).toBe(true)
})

test('a hash of another cost and another maker is verified by its own cost', async () => {
  // From the tests of the reference implementation (phc-winner-argon2, src/test.c).
  const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword(ctx, 'password', stored)).toBe(true)
  expect(await verifyPassword(ctx, 'password', stored.replace('m=256', 'm=512'))).toBe(false)
})

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR',
])('a stored value that is no such hash (%j) opens nothing', async (stored) => {
  expect(await verifyPassword(ctx, 'password', stored)).toBe(false)
})

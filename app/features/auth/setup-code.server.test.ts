import { expect, test } from 'vitest'

import { createSigner } from '#app/platform/crypto/signer.server.ts'

import { isSetupCode, setupCode } from './setup-code.server.ts'

const testSecret = 'a secret for tests, of 32 characters or more'
const ctx = { signer: createSigner(testSecret) }
const code = setupCode(ctx)

test('three groups of four, without letters that are read for others', () => {
  for (let n = 0; n < 50; n += 1)
    expect(setupCode({ signer: createSigner(`${testSecret}${n}`) })).toMatch(
      /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/,
    )
})

test('every start with the same secret prints the same code, another secret another', () => {
  const other = { signer: createSigner(`${testSecret}!`) }
  expect(setupCode({ signer: createSigner(testSecret) })).toBe(code)
  expect(setupCode(other)).not.toBe(code)
  expect(isSetupCode(other, code)).toBe(false)
})

test('hyphens, spaces and case are the reader’s business', () => {
  const bare = code.replaceAll('-', '')
  for (const typed of [code, bare, code.toLowerCase(), ` ${bare.slice(0, 6)} – ${bare.slice(6)}\n`])
    expect(isSetupCode(ctx, typed), typed).toBe(true)
})

test('anything else is refused', () => {
  const last = code.endsWith('2') ? '3' : '2'
  const wrong = ['', '-', code.slice(1), `${code}2`, `${code.slice(0, -1)}${last}`, code.slice(0, -1)]
  for (const typed of wrong) expect(isSetupCode(ctx, typed), typed).toBe(false)
})

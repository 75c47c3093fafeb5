import { expect, test } from 'vitest'

import { newTotpKey, qrCode, stepOfCode, totpUri } from './totp.server.ts'

/** The key of RFC 6238, appendix B, in base32; our codes are the last six of its eight digits. */
const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is that of RFC 6238', async (seconds, code) => {
  expect(await stepOfCode(rfcKey, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('the code of the step before and after is taken, no other', async () => {
  const at = (seconds: number) => stepOfCode(rfcKey, '287082', seconds * 1000)
  expect(await Promise.all([0, 29, 30, 59, 60, 89].map(at))).toEqual([1, 1, 1, 1, 1, 1])
  expect(await Promise.all([90, 120, 1_111_111_109].map(at))).toEqual([null, null, null])
})

test.each(['', '28708', '2870820', '287083', 'abcdef', '２８７０８２'])('%j is no code', async (code) => {
  expect(await stepOfCode(rfcKey, code, 59_000)).toBeNull()
})

test('a key has 160 random bits, and goes into the address that apps read', async () => {
  const key = await newTotpKey()
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(await newTotpKey()).not.toBe(key)
  const uri = new URL(await totpUri(key, { issuer: 'Fox & Co: Berlin', label: 'me+you@agency.dev' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('me+you@agency.dev')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: key, digits: '6', period: '30' })
})

test('the QR code is a square of modules with a quiet zone of four', async () => {
  const { size, path } = qrCode(await totpUri(rfcKey, { issuer: 'Lumivox', label: 'owner@agency.test' }))
  const drawn = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(drawn.length).toBeGreaterThan(300)
  for (const place of drawn.flat()) expect(place >= 4 && place < size - 4).toBe(true)
})

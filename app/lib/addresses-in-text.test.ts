import fc from 'fast-check'
import { expect, test } from 'vitest'

import { growthOf } from '#tests/support/growth.ts'

import {
  addressesIn,
  comparableAddress,
  holdsAddress,
  replaceAddresses,
  withoutAddresses,
} from './addresses-in-text.ts'

const isAnn = (address: string) => address === 'ann@example.com'

test.each([
  'ann@example.com',
  'Write to ANN@Example.com.',
  '<ann@example.com>',
  'mailto:ann@example.com?subject=Hi',
  'to=ann@example.com',
  "'ann@example.com'",
  'ann@example.com/bob@example.com',
  'bob@example.com, ann@example.com; see below',
  '550 5.1.1 <ann@example.com>: user unknown',
  '…ann@example.com…',
  '*ann@example.com*',
  'x@ann@example.com',
  '...ann@example.com...',
])('it is found in %j', (text) => {
  expect(holdsAddress(text, isAnn)).toBe(true)
})

test.each([
  'joann@example.com',
  'first.ann@example.com',
  'ann+list@example.com',
  'ann@example.com.au',
  'ann@example.community',
  'ann@sub.example.com',
  'ann at example.com',
  '@ann @example.com',
])('another address is not mistaken for it in %j', (text) => {
  expect(holdsAddress(text, isAnn)).toBe(false)
})

test('it alone is replaced, wherever it stands', () => {
  expect(replaceAddresses('Ann@example.com, joann@example.com or (ann@example.com).', isAnn, '…')).toBe(
    '…, joann@example.com or (…).',
  )
})

test('no text makes it fail, and what it finds is what stands there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const { address, start, end } of addressesIn(text))
        expect(comparableAddress(text.slice(start, end))).toContain(address)
    }),
  )
})

test.each(['a@', 'a', 'a!', 'a@b.'])('%j repeated takes time in proportion to its length', async (piece) => {
  expect(await growthOf((size) => addressesIn(`${piece.repeat(size)}@b.example`), 2000)).toBeLessThan(10)
})

test.each([
  ['/blog/ann%40example.com', '/blog/[address]'],
  ['news, to=ann@example.com', 'news, [address]'],
  ['/a%40b', '/a%40b'],
  ['/@handle', '/@handle'],
  ['/plain', '/plain'],
])('%j without addresses is %j', (text, without) => {
  expect(withoutAddresses(text)).toBe(without)
})

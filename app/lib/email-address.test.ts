import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { isEmailAddress, mailboxOf } from './email-address.ts'

/** Differences from the list: we refuse a display name before the address, and do not check that `xn--0` decodes. */
const notForUs = new Set(['MyName <me@example.org>', 'me@xn--0.tld'])

test('accepts plain, tagged, dotted and international addresses', () => {
  for (const address of [
    'a@b.de',
    'Ada.Lovelace+news@mail.example.co.uk',
    "o'neil_{x}~!#$%&*/=?^`|-@example.com",
    'müller@bücher.example',
    '甲斐@例え.テスト',
    'ada@EXAMPLE.com',
    `${'l'.repeat(64)}@example.com`,
    `a@${'d'.repeat(63)}.example`,
  ])
    expect(isEmailAddress(address), address).toBe(true)
})

test('refuses what no mail can reach or what a server might read as two addresses', () => {
  for (const address of [
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@example.com:25',
    'ada@example.com/x',
    'ada@exam%70le.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada lovelace@example.com',
    'ada@example.com, bob@example.com',
    'ada@bob@example.com',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: bob@example.com',
    'ada@example.com\n',
  ])
    expect(isEmailAddress(address), JSON.stringify(address)).toBe(false)
})

test('refuses letters that would be mapped silently to others', () => {
  for (const address of ['ａｄａ@example.com', 'ada@ｅxample.com', 'ada@example。com', 'ﬁ@example.com'])
    expect(isEmailAddress(address), address).toBe(false)
})

test('counts octets: 64 before the @, 254 in all', () => {
  const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(58)}.com`
  expect(isEmailAddress(`${'l'.repeat(65)}@example.com`)).toBe(false)
  expect(isEmailAddress(`${'ü'.repeat(33)}@example.com`)).toBe(false)
  expect(isEmailAddress(`${'l'.repeat(64)}@${domain}`)).toBe(false)
  expect(isEmailAddress(`${'l'.repeat(63)}@${domain}`)).toBe(true)
  expect(isEmailAddress(`a@${'d'.repeat(64)}.example`)).toBe(false)
})

test('a lone surrogate is refused', () => {
  expect(isEmailAddress('\uDC00@example.com')).toBe(false)
})

test('what is accepted can stand in a mail header as it is', () => {
  const piece = fc.constantFrom(
    'a',
    'ü',
    '9',
    '.',
    '-',
    '@',
    'x.de',
    ' ',
    '\n',
    '\0',
    '<',
    '"',
    ',',
    ';',
    '\u2028',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const address = pieces.join('')
      if (isEmailAddress(address)) expect(address).toMatch(/^[^\s@<>",;:\\()[\]\0]+@[^\s@<>",;:\\()[\]\0]+$/)
    }),
    { numRuns: 2000 },
  )
})

for (const { title, isOwn, isHere, cases } of corporaOf('email'))
  test.skipIf(!isHere)(`accepts and refuses as lists of addresses say (${title})`, () => {
    const all = cases<{ address: string; expect: string }>().filter(({ address }) => !notForUs.has(address))
    const verdicts: Record<string, boolean | undefined> = { accept: true, reject: false }
    const wrong = all.filter(({ address, expect: said }) => {
      const wanted = verdicts[said]
      return wanted !== undefined && isEmailAddress(address) !== wanted
    })
    expect(all.length).toBeGreaterThan(isOwn ? 50 : 100)
    expect(wrong).toEqual([])
  })

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+one@example.com', 'ada@example.com'],
  ['ada+one+two@example.com ', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['A.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@googlemail.com'],
])('%s is delivered to %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

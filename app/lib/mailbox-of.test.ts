import { expect, test } from 'vitest'

import { mailboxOf } from './mailbox-of.ts'

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

import { expect, test } from 'vitest'

import { inquiryFields } from '#tests/factories/inquiry.ts'

import { parseInquiry } from './parse-inquiry.server.ts'
import { spamReason } from './spam-reason.ts'

/** Why an inquiry with these fields, from a form open for `openFor` milliseconds, is spam. */
function reasonFor(overrides: Record<string, string>, openFor: number | null = 10_000): string | null {
  const fields = inquiryFields(overrides)
  return spamReason(parseInquiry(fields), { fields, openFor })
}

const link = 'see https://a.example'

test('an ordinary inquiry is none', () => {
  expect(reasonFor({})).toBeNull()
  expect(reasonFor({ message: link, company: 'www.acme.example' })).toBeNull()
})

test('one sign alone does not hide an inquiry', () => {
  expect(reasonFor({}, 1999)).toBeNull()
  expect(reasonFor({ message: link }, null)).toBeNull()
  expect(reasonFor({ message: `${link} ${link} ${link}` })).toBeNull()
})

test('a link is counted once, however it begins', () => {
  const links = 'https://www.a.example and http://www.b.example'
  expect(reasonFor({ message: links })).toBeNull()
  expect(reasonFor({ message: links }, 1500)).toBe('2 links in the message, sent within two seconds.')
})

test('the hidden field is proof, unless it holds only white space', () => {
  expect(reasonFor({ website: 'x' })).toBe('The hidden field was filled in.')
  expect(reasonFor({ website: ' \t' })).toBeNull()
})

test('signs count together and are all told', () => {
  expect(reasonFor({ message: `${link} ${link}` }, 1999)).toBe(
    '2 links in the message, sent within two seconds.',
  )
  expect(reasonFor({ message: `${link} ${link}` }, 2000)).toBeNull()
  expect(reasonFor({ message: `${link} ${link}` }, null)).toBe(
    '2 links in the message, a link, sent without the form.',
  )
})

test('a sign that does not hold is not told', () => {
  expect(reasonFor({ name: 'www.cheap.example' }, null)).toBe('A link as the name.')
})

test.each([
  [{ message: `${link} ${link} ${link} www.b.example` }, '4 links in the message.'],
  [{ name: 'www.cheap.example' }, 'A link as the name.'],
  [{ message: '<a  href="/x">x</a>' }, 'Link markup.'],
  [{ message: 'a [URL=x]b[/URL]' }, 'Link markup.'],
])('%j is spam by itself', (fields, reason) => {
  expect(reasonFor(fields)).toBe(reason)
})

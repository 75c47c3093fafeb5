import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mapNames } from '#app/lib/map-names.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { inquiryFields } from '#tests/factories/inquiry.ts'

import { leadField, leadFieldNames } from './lead-fields.ts'
import { leadsEn } from './messages.en.ts'
import { parseInquiry as parse, spamReason } from './parse-inquiry.server.ts'

const { errors: texts } = leadsEn
const parseInquiry = (fields: Readonly<Record<string, string>>) => parse(fields, texts)
const limitOf = leadFieldNames.map((name) => [name, leadField(name).limit] as const)

function faultsOf(overrides: Record<string, string>): Readonly<Record<string, string>> {
  try {
    parseInquiry(inquiryFields(overrides))
  } catch (error) {
    if (error instanceof FieldErrors) return error.fields
    throw error
  }
  return {}
}

test('name, e-mail, message and consent are enough; what is left empty is null', () => {
  const fields = { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: 'on' }
  expect(parseInquiry(fields)).toEqual({
    ...mapNames(leadFieldNames, () => null),
    name: 'Ada',
    email: 'ada@example.com',
    phone_e164: null,
    message: 'Hello',
  })
})

test('fields are trimmed and made readable, the message keeps its lines', () => {
  const inquiry = parseInquiry(
    inquiryFields({
      name: ' Ada \t Lovelace ',
      phone: ' 030  901820 ',
      company: '\u00a0',
      message: '\n One\r\n\r\nTwo \u0007',
    }),
  )
  expect(inquiry).toMatchObject({
    name: 'Ada Lovelace',
    phone: '030 901820',
    company: null,
    message: 'One\n\nTwo',
  })
})

test('without any field each required one is named by its sentence', () => {
  expect(() => parseInquiry({})).toThrow(FieldErrors)
  expect(faultsOf({ name: ' ', email: '\t', message: '\r\n', consent: '' })).toEqual({
    name: texts.nameMissing,
    email: texts.emailMissing,
    message: texts.messageMissing,
    consent: 'Please agree to the Terms & Conditions to continue.',
  })
})

test('consent is a ticked box and nothing else', () => {
  for (const consent of ['on', 'true', 'yes', '1']) expect(faultsOf({ consent })).toEqual({})
  for (const consent of ['off', 'false', 'no', '0', 'ON ', 'undefined'])
    expect(faultsOf({ consent }), consent).toEqual({ consent: texts.consent })
})

test('an e-mail address is one address on one line', () => {
  expect(parseInquiry(inquiryFields({ email: ' ada@example.com ' })).email).toBe('ada@example.com')
  expect(faultsOf({ email: 'ada' })).toEqual({ email: texts.emailInvalid })
  for (const email of ['ada@example.com\nbcc: b@example.com', 'ada@example.com\r', 'a\0@example.com'])
    expect(faultsOf({ email }), email).toEqual({ email: texts.unreadable })
})

test('a country is chosen from the list, by name or code, and kept by its name', () => {
  expect(parseInquiry(inquiryFields({ country: 'gErMaNy' })).country).toBe('Germany')
  expect(parseInquiry(inquiryFields({ country: 'de' })).country).toBe('Germany')
  expect(faultsOf({ country: 'Atlantis' })).toEqual({ country: texts.countryUnknown })
})

test.each([
  ['030 901820', 'Germany', '+4930901820'],
  ['(212) 555-0123', 'United States', '+12125550123'],
  ['+44 20 7946 0958', 'Germany', '+442079460958'],
  ['+44 20 7946 0958', '', '+442079460958'],
  ['030 901820', '', null],
  ['030 901820 ext. 5', '', null],
  ['+999 1234567', '', null],
])('the phone number %s with country %j is kept as typed and known as %s', (phone, country, phone_e164) => {
  expect(parseInquiry(inquiryFields({ phone, country }))).toMatchObject({ phone, phone_e164 })
})

test.each([
  ['call me', ''],
  ['123', ''],
  ['1'.repeat(21), ''],
  ['555-1234', 'United States'],
  ['0', 'Germany'],
  ['+49', ''],
  ['+1 (555) 010-9999 ext 12, after 5pm', 'United States'],
  ['javascript:alert(1)', 'Germany'],
])('%j with country %j, which nobody can dial, is kept as typed', (phone, country) => {
  expect(parseInquiry(inquiryFields({ phone, country }))).toMatchObject({ phone, phone_e164: null })
})

test('a phone number loses what cannot be stored and what is past its limit, and is never at fault', () => {
  const stored = (phone: string) => parseInquiry(inquiryFields({ phone })).phone
  expect(stored(' 0\u00001\u00072\uD800 3\r\n4 ')).toBe('012 3 4')
  expect(stored('9'.repeat(100_000))).toBe('9'.repeat(leadField('phone').limit))
  expect(stored(`${'9'.repeat(leadField('phone').limit - 1)}\u{1F4DE}`)).toBe(
    '9'.repeat(leadField('phone').limit - 1),
  )
  expect(stored('\0\uFFFD')).toBeNull()
})

test.each(limitOf.filter(([name]) => name !== 'email' && name !== 'phone' && name !== 'country'))(
  '%s may be %i characters long, counted after cleaning',
  (name, limit) => {
    expect(faultsOf({ [name]: ` ${'x'.repeat(limit)}\t` })).toEqual({})
    const tooLong = { [name]: `Please shorten this to ${limit} characters.` }
    expect(faultsOf({ [name]: 'x'.repeat(limit + 1) })).toEqual(tooLong)
    expect(faultsOf({ [name]: ' '.repeat(1_000_000) })).toEqual(tooLong)
  },
)

test('each field at fault is named, and the first sentence speaks for all', () => {
  const error = new FieldErrors(faultsOf({ name: 'a\0', phone: 'x', country: 'x', message: '\uD800' }))
  expect(error.message).toBe(texts.unreadable)
  expect(error.fields).toEqual({
    name: texts.unreadable,
    message: texts.unreadable,
    country: texts.countryUnknown,
  })
})

test('whatever is posted is refused field by field, or read within its limits', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('on', 'a@b.de', 'de', '+493012345', '\0', '\uD800', 'x'.repeat(300), ' '),
  )
  const fields = fc.record({
    name: text,
    email: text,
    phone: text,
    country: text,
    message: text,
    consent: text,
  })
  fc.assert(
    fc.property(fields, (given) => {
      try {
        const inquiry = parseInquiry(given)
        for (const [name, limit] of limitOf) expect((inquiry[name] ?? '').length).toBeLessThanOrEqual(limit)
      } catch (error) {
        expect(error).toBeInstanceOf(FieldErrors)
        expect(Object.keys((error as FieldErrors).fields)).not.toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})

/** Returns why an inquiry with these fields, from a form open for `openFor` milliseconds, is spam. */
function reasonFor(overrides: Record<string, string>, openFor: number | null = 10_000): string | null {
  const fields = inquiryFields(overrides)
  return spamReason(parseInquiry(fields), { fields, openFor })
}

const link = 'see https://a.example'

test('an ordinary inquiry is not spam', () => {
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

test('signs add up, and the reason names all of them', () => {
  expect(reasonFor({ message: `${link} ${link}` }, 1999)).toBe(
    '2 links in the message, sent within two seconds.',
  )
  expect(reasonFor({ message: `${link} ${link}` }, 2000)).toBeNull()
  expect(reasonFor({ message: `${link} ${link}` }, null)).toBe(
    '2 links in the message, a link, sent without the form.',
  )
})

test('the reason names only the signs that apply', () => {
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

import { expect, test } from 'vitest'

import { defaultAssistantSettings, hoursOf, parseAssistantSettings } from './assistant-settings.server.ts'

const typed = {
  ...defaultAssistantSettings('Shop bot'),
  linkDomains: '',
  questions: 'Why?\n\n Why? \nHow?',
  origins: 'shop.example\nhttps://*.shop.example',
  noticeEmails: 'a@shop.example, b@shop.example',
  tools: 'find_page book_meeting',
  'tool:find_page': 'on',
  hasInquiryForm: 'on',
  keepsQuery: undefined,
  dailyCap: '0.5',
  monthlyCap: '',
}

test('a form is read as its owner means it', () => {
  expect(parseAssistantSettings(typed)).toMatchObject({
    questions: ['Why?', 'How?'],
    origins: ['https://shop.example', 'https://*.shop.example'],
    noticeEmails: ['a@shop.example', 'b@shop.example'],
    toolsOff: ['book_meeting'],
    hasInquiryForm: true,
    keepsQuery: false,
    dailyCap: 0.5,
    monthlyCap: null,
  })
  const { hasInquiryForm: _isChecked, ...without } = typed
  expect(parseAssistantSettings(without).hasInquiryForm).toBe(false)
})

test('what is stored is read back as it was', () => {
  const settings = parseAssistantSettings(typed)
  expect(parseAssistantSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings)
})

test.each([
  ['origins', 'http://shop.example', /https:\/\/shop\.example/],
  ['accent', 'red', /colour/],
  ['offset', '999', /200/],
  ['dailyCap', '-1', /0 or more/],
  ['dailyCap', 'much', /amount/],
  ['language', 'xx', /language/],
  ['hours', 'always', /Mon-Fri/],
  ['noticeEmails', 'nobody', /e-mail/],
  ['questions', 'a'.repeat(121), /120/],
])('%s is refused with a sentence: %s', (name, value, sentence) => {
  expect(() => parseAssistantSettings({ ...typed, [name]: value })).toThrow(sentence)
})

test('hours are days and times, and days that are not named are closed', () => {
  const [nine, five] = [9 * 60, 17 * 60]
  const open = [{ from: nine, to: five }]
  expect(hoursOf('Mon-Fri 9:00-17:00\nSaturday: 9-12')?.week).toEqual([
    open,
    open,
    open,
    open,
    open,
    [{ from: nine, to: 12 * 60 }],
    [],
  ])
  expect(hoursOf(' \n')).toBeNull()
  for (const unclear of ['Fri-Mon 9-17', 'Mon', 'Foo 9-17', 'Mon 9-17-18'])
    expect(hoursOf(unclear), unclear).toBeUndefined()
})

import { expect, test } from 'vitest'

import { withoutTags } from './without-tags.ts'

const names = ['passages?', 'notes']

test.each([
  '</notes>',
  '< / NOTES >',
  '<notes id="1">',
  '<notes/>',
  '<notes',
  '<passage id="9">',
  '</passages>',
  '＜/notes＞',
  '﹤／notes>',
  '<∕notes>',
  '&lt;/notes&gt;',
  '&#60;/notes>',
  '&#x003C;/notes>',
  '<\n/notes>',
  '<\u200B/\u2060notes>',
])('%j cannot be read as a tag', (tag) => {
  expect(withoutTags(`a ${tag} b`, names)).toMatch(/^a ‹/)
})

test('other text stays as it is', () => {
  const text = 'a < b, <b>bold</b>, <notespace>, notes>, /notes, 3 <4 &lt;p&gt;'
  expect(withoutTags(text, names)).toBe(text)
})

test('the time grows with the text, also where a tag could begin and does not', () => {
  const text = `<${' '.repeat(1_000_000)}`
  expect(withoutTags(text, names)).toBe(text)
})

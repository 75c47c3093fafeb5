import { expect, test } from 'vitest'

import { parseQuestions } from './questions-by-model.server.ts'
import { questionsByRule } from './questions-by-rule.ts'

const section = {
  source: '/services',
  language: 'en',
  headings: ['Services', 'Starter'],
  text: 'Five pages, from $2,999. It is ready in 2-8 weeks, and includes support for thirty days.',
}
const texts = (given: object) => questionsByRule({ ...section, ...given }).map(({ text }) => text)

test('a heading asks for its price, its time and what it is about', () => {
  expect(questionsByRule(section)).toEqual([
    { text: 'What does Starter cost?', facts: ['$2,999'], source: '/services' },
    { text: 'How long does Starter take?', facts: ['2-8 weeks'], source: '/services' },
    { text: 'What can you tell me about “Starter”?', facts: [], source: '/services' },
  ])
})

test('a heading that asks is the question, and so is each entry of a list of questions', () => {
  const faq = 'Do you work abroad?\n\nYes, in every country.\n\nCan I leave?\n\nAt any time.'
  expect(texts({ headings: ['Can we call you?'], text: 'At any hour.' })).toEqual(['Can we call you?'])
  expect(texts({ headings: ['FAQ'], text: faq })).toContain('Do you work abroad?')
  expect(texts({ headings: ['FAQ'], text: faq })).toContain('Can I leave?')
})

test('other languages are asked by their headings, and nothing is asked without text or heading', () => {
  const german = { language: 'de', headings: ['Öffnungszeiten'] }
  expect(texts({ ...german, text: `Wir sind da, ${'immer '.repeat(12)}` })).toEqual(['Öffnungszeiten'])
  for (const headings of [[], ['Ask it anything. It answers.'], ['A heading '.repeat(6)]])
    expect(texts({ headings })).toEqual([])
  expect(texts({ text: 'Short.' })).toEqual([])
})

test('only those of a model’s questions are kept that match their passage', () => {
  const written = [
    'Here are the questions:',
    '1 | How much is the Starter plan? | $2,999',
    '- 1 | How soon is it ready? | "2-8 weeks"',
    '1 | What does Enterprise cost? | $12,999',
    '2 | Who made this? | nobody',
    '1 | Is it $2,999? | $2,999',
    '1 | no fact |',
    '1 | How? | 2-8 weeks',
  ].join('\n')
  expect(parseQuestions(written, [section]).map(({ text, facts }) => [text, ...facts])).toEqual([
    ['How much is the Starter plan?', '$2,999'],
    ['How soon is it ready?', '2-8 weeks'],
  ])
})

import { expect, test } from 'vitest'

import { judgeAnswer } from './judge-answer.ts'

const known = { shouldKnow: true, facts: [], sources: [] }
const answer = { text: '', cited: [], isUnanswered: false }
const cited = [{ itemId: 'item', address: '/about' }]

const isFactMet = (fact: string, text: string) =>
  judgeAnswer({ ...known, facts: [fact] }, { ...answer, text }).every(({ isMet }) => isMet)

test.each([
  ['$2,999', 'The **Starter** plan costs $2999 [1].'],
  ['2999', 'It costs US$ 2,999.'],
  ['two weeks | 14 days', 'Within 14\u00A0days.'],
  ["don't", 'We DON’T do that.'],
  ['2-5 business days', 'Ready in 2–5 business days'],
  ['24/7', 'We are here 24/7.'],
  ['42 months', 'The warranty is 42 [2] months.'],
  ['三年', '保修期为三年。'],
])('%s is found in “%s”', (fact, text) => {
  expect(isFactMet(fact, text)).toBe(true)
})

test.each([
  ['24', 'In 240 days.'],
  ['24', 'On page 124.'],
  ['5', 'It costs 5.50 dollars.'],
  ['$299', 'It costs $2,999.'],
  ['weeks', 'In two months.'],
])('%s is not found in “%s”', (fact, text) => {
  expect(isFactMet(fact, text)).toBe(false)
})

test('one of the expected sources is enough, by path or by item', () => {
  const judge = (sources: string[], passages = cited) =>
    judgeAnswer({ ...known, sources }, { ...answer, cited: passages })
  expect(judge(['/about', '/contact'])).toEqual([
    { kind: 'source', expected: ['/about', '/contact'], isMet: true },
  ])
  expect(judge(['item'])[0]?.isMet).toBe(true)
  expect(judge(['/contact'])[0]?.isMet).toBe(false)
  expect(judge(['/about'], [])[0]?.isMet).toBe(false)
})

test('a question without facts and sources needs any answer with a source', () => {
  const isMet = (given: object) => judgeAnswer(known, { ...answer, ...given })[0]?.isMet
  expect(isMet({ cited })).toBe(true)
  expect(isMet({ text: 'Perhaps.' })).toBe(false)
  expect(isMet({ cited, isUnanswered: true })).toBe(false)
})

test('what should not be known must be said to be unknown, without a source', () => {
  const isMet = (given: object) =>
    judgeAnswer({ ...known, shouldKnow: false }, { ...answer, ...given })[0]?.isMet
  expect(isMet({ isUnanswered: true })).toBe(true)
  expect(isMet({ text: 'On Mars.' })).toBe(false)
  expect(isMet({ isUnanswered: true, cited })).toBe(false)
})

test.each([
  'I’m sorry, I don’t have that information. A person of our team will gladly help.',
  'I do not know how many people work here.',
  'We are not aware of an office in Toronto.',
  'Das weiß ich leider nicht.',
  'Dazu habe ich leider keine Angaben.',
  'Je ne sais pas, mais une personne peut vous répondre.',
  'Lo siento, no tengo información sobre eso.',
  'Desculpe, não sei.',
  'К сожалению, я этого не знаю.',
  'Maaf, saya tidak tahu.',
  '抱歉，我不知道。',
  '申し訳ありませんが、わかりません。',
  'عذرًا، لا أعرف ذلك.',
  'क्षमा करें, मुझे यह नहीं पता।',
])('“%s” says in words that it is not known', (text) => {
  expect(judgeAnswer({ ...known, shouldKnow: false }, { ...answer, text })[0]?.isMet).toBe(true)
  expect(judgeAnswer({ ...known, shouldKnow: false }, { ...answer, text, cited })[0]?.isMet).toBe(false)
})

test.each([
  'We have twelve employees.',
  'You do not need to know how to program.',
  'If you don’t know which plan fits, we help you choose.',
  'Wir haben keine Öffnungszeiten, wir sind immer da.',
])('“%s” is an answer', (text) => {
  expect(judgeAnswer({ ...known, shouldKnow: false }, { ...answer, text })[0]?.isMet).toBe(false)
})

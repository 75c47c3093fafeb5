import { expect, test } from 'vitest'

import { leadsEn } from '../messages.en.ts'

import { type QuestionKind } from '#app/lib/question-kinds.ts'
import { answerText, type Question, questionsFor } from '#app/lib/question.ts'
import { readAnswers } from './read-answers.ts'

const { errors: texts } = leadsEn

const question = (kind: QuestionKind, more: Partial<Question> = {}): Question => ({
  id: 'q1',
  text: 'What?',
  kind,
  isRequired: false,
  help: '',
  choices: kind === 'one' || kind === 'several' ? ['Red', 'Green, light', 'Blue'] : [],
  services: [],
  ...more,
})

const read = (asked: Question, ...typed: string[]) => {
  const names = asked.kind === 'several' ? typed.map((_, n) => `answer-q1-${n}`) : ['answer-q1']
  const fields = Object.fromEntries(names.map((name, n) => [name, typed[n] ?? '']))
  const { answers, faults } = readAnswers({ questions: [asked] }, fields, texts)
  return answers[0]?.answer ?? faults['answer-q1']
}

test.each<[QuestionKind, string, string]>([
  ['short', '  a \n b ', 'a b'],
  ['long', ' a \r\n b ', 'a \n b'],
  ['one', 'Green, light', 'Green, light'],
  ['number', '1200,50', '1200.50'],
  ['number', "12'000", '12000'],
  ['number', '+3', '3'],
  ['number', '-0.5', '-0.5'],
  ['date', '2028-02-29', '2028-02-29'],
  ['yesNo', 'No', 'No'],
])('%s: %j is read as %j', (kind, typed, answer) => {
  expect(read(question(kind), typed)).toBe(answer)
})

test.each<[QuestionKind, string, string]>([
  ['short', 'x'.repeat(201), 'Please shorten this to 200 characters.'],
  ['short', 'x'.repeat(1_000_000), 'Please shorten this to 200 characters.'],
  ['long', 'x'.repeat(2001), 'Please shorten this to 2000 characters.'],
  ['long', 'a\0', texts.unreadable],
  ['one', 'Yellow', texts.choiceUnknown],
  ['several', 'Yellow', texts.choiceUnknown],
  ['number', 'about 5', texts.numberInvalid],
  ['number', '1e9', texts.numberInvalid],
  ['date', '2027-02-29', texts.dateInvalid],
  ['date', 'tomorrow', texts.dateInvalid],
  ['yesNo', 'Maybe', texts.choiceUnknown],
])('%s: %j is refused', (kind, typed, fault) => {
  expect(read(question(kind), typed)).toBe(fault)
})

test('several choices are kept in the order of the question, each once', () => {
  const answer = read(question('several'), 'Blue', 'Red', 'Blue')
  expect(answer).toEqual(['Red', 'Blue'])
  expect(answerText({ answer: answer ?? '' })).toBe('Red, Blue')
})

test.each<QuestionKind>(['short', 'long', 'one', 'several', 'number', 'date', 'yesNo'])(
  'a required question of the kind %s needs an answer, another does not',
  (kind) => {
    expect(read(question(kind, { isRequired: true }), ' ')).toBe(texts.answerMissing)
    expect(readAnswers({ questions: [question(kind)] }, {}, texts)).toEqual({ answers: [], faults: {} })
  },
)

test('an answer to a question that is no longer asked is kept with its words, whatever it says', () => {
  const gone = [question('one'), question('several', { id: 'q2', text: 'Which?' })]
  const fields = { 'answer-q1': 'Yellow', 'answer-q2-0': 'Pink', 'answer-q2-4': 'Red', 'answer-q3': 'Lost' }
  const { answers, faults } = readAnswers({ questions: [], others: gone }, fields, texts)
  expect(faults).toEqual({})
  expect(answers).toEqual([
    { questionId: 'q1', question: 'What?', kind: 'one', answer: 'Yellow' },
    { questionId: 'q2', question: 'Which?', kind: 'several', answer: ['Pink', 'Red'] },
  ])
})

test('questions of a service are asked in its inquiries only', () => {
  const both = [question('short'), question('short', { id: 'q2', services: ['seo'] })]
  const idsFor = (service: string | undefined) => questionsFor(both, service).map(({ id }) => id)
  expect(idsFor('seo')).toEqual(['q1', 'q2'])
  expect(idsFor('ai-chatbots')).toEqual(['q1'])
  expect(idsFor(undefined)).toEqual(['q1'])
})

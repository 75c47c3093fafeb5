import { expect, test } from 'vitest'

import { parseQuestion } from './parse-question.server.ts'
import { createWordIndex } from './word-index.ts'

async function wordsOfQuestion(question: string) {
  const index = createWordIndex()
  index.add({
    id: '1',
    language: 'en',
    terms: [['save', 1] as const, ['form', 1], ['compani', 1], ['busi', 1]],
  })
  return (await parseQuestion(index, question)).words.map(({ terms, isStopWord, isGuessed }) => ({
    term: terms.get('en'),
    isStopWord,
    isGuessed,
  }))
}

test('a word of the list of synonyms is not taken for a misspelt one', async () => {
  expect((await wordsOfQuestion('a sales call')).filter(({ isGuessed }) => isGuessed)).toEqual([])
  expect(await wordsOfQuestion('savve')).toContainEqual({ term: 'save', isStopWord: false, isGuessed: true })
})

test.for([
  ['Where is your company?', true],
  ['What does the company do?', true],
  ['Can a second company join?', false],
  ['Company pensions', false],
] as const)('in “%s” the company is the one that is asked: %s', async ([question, isStopWord]) => {
  expect(await wordsOfQuestion(question)).toContainEqual({ term: 'compani', isStopWord, isGuessed: false })
})

test('the name of a plan keeps its weight', async () => {
  const words = await wordsOfQuestion('How much is the business plan?')
  expect(words).toContainEqual({ term: 'busi', isStopWord: false, isGuessed: false })
})

test.for([
  ['Can I get my money back?', 'refund', 'monei'],
  ['How much is it for two sites?', 'price', 'much'],
  ['Do you send text messages?', 'sm', 'messag'],
] as const)('the phrase in “%s” becomes the term %s', async ([question, word, replaced]) => {
  const terms = (await wordsOfQuestion(question)).map(({ term }) => term)
  expect(terms).toContain(word)
  expect(terms.slice(0, 6)).not.toContain(replaced)
})

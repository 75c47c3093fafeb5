import { expect, test } from 'vitest'

import { loadLanguage } from './languages.server.ts'
import { termOf, wordsOf } from './terms.ts'

test.each([
  ['with the article, a conjunction or a preposition', 'كتاب الكتاب والكتاب بالكتاب للكتاب كالكتاب'],
  ['in the plural', 'لغة اللغة لغات اللغات'],
  ['with short vowels or stretched', 'معلم معلّم مُعَلِّم مـعـلـم المعلمين'],
  ['with a hamza behind the article', 'إلغاء الإلغاء'],
])('an Arabic word is one term %s', async (_how, written) => {
  const arabic = await loadLanguage('ar')
  const terms = wordsOf(written).map((word) => termOf(word, arabic))
  expect(terms.length).toBeGreaterThan(1)
  expect(new Set(terms).size).toBe(1)
})

test('Arabic stop words are known with and without their hamza', async () => {
  const { stopWords } = await loadLanguage('ar')
  for (const word of wordsOf('أين اين إلى الى هَذَا')) expect(stopWords.has(word), word).toBe(true)
})

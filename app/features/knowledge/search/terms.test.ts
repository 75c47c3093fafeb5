import { expect, test } from 'vitest'

import { detectLanguage, loadLanguage } from './languages.server.ts'
import { readTerms, termsOf, wordsOf } from './terms.ts'

async function terms(text: string, language: string): Promise<string[]> {
  return readTerms(termsOf(text, await loadLanguage(language))).map(([term]) => term)
}

test('words end where each script ends them', () => {
  expect(wordsOf('AI-powered agents, node.js & 24/7!')).toEqual([
    'ai',
    'powered',
    'agents',
    'node.js',
    '24',
    '7',
  ])
  expect(wordsOf('東京の事務所、年')).toEqual(['東京', '京の', 'の事', '事務', '務所', '年'])
  expect(wordsOf('ฉันรักภาษาไทย').length).toBeGreaterThan(2)
  expect(wordsOf('사무실에서')).toEqual(['사무', '무실', '실에', '에서'])
  expect(wordsOf('ＦＵＬＬ ﬁne')).toEqual(['full', 'fine'])
})

test('inflected and unaccented words meet at one term', async () => {
  for (const [language, one, other] of [
    ['en', 'invoices', 'invoice'],
    ['en', "company's", 'company'],
    ['de', 'Rechnungen', 'Rechnung'],
    ['es', 'teléfonos', 'telefono'],
    ['fr', 'réservés', 'reserves'],
    ['ru', 'договоры', 'договор'],
  ] as const)
    expect(await terms(one, language), one).toEqual(await terms(other, language))
})

test('a language without a stemmer has its words as they stand', async () => {
  expect(await terms('kuća kuća', 'xx')).toEqual(['kuca'])
})

test('terms are kept with their counts', async () => {
  expect(readTerms(termsOf('agent, agents, agent’s', await loadLanguage('en')))).toEqual([['agent', 3]])
  expect(readTerms('')).toEqual([])
})

test('a document is believed about its language, otherwise its words tell', () => {
  expect(detectLanguage('Guten Tag, wie geht es Ihnen heute?')).toBe('de')
  expect(detectLanguage('Guten Tag', 'en-US')).toBe('en')
  expect(detectLanguage('12345', 'und')).toBe('en')
})

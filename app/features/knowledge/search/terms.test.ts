import { expect, test } from 'vitest'

import { detectLanguage, loadLanguage } from './languages.server.ts'
import { countTerms, passageTerms, UNIT_END, readTerms, termsOf, wordsOf } from './terms.ts'

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

test('a document is believed about its language, otherwise its words tell', async () => {
  expect(await detectLanguage('Guten Tag, wie geht es Ihnen heute?')).toBe('de')
  expect(await detectLanguage('Guten Tag', 'en-US')).toBe('en')
  expect(await detectLanguage('12345', 'und')).toBe('en')
})

test('a language is neither guessed nor believed in letters that it is not written in', async () => {
  expect(await detectLanguage('营业时间是早上九点到下午五点。', 'en')).toBe('zh')
  expect(await detectLanguage('Наш магазин открыт каждый день с девяти до пяти.', 'en-US')).toBe('ru')
  const offers = [
    'Six offers that work alone and better together.',
    '2-8 weeks · From $2,999',
    '- Learn more',
  ]
  expect(await detectLanguage(offers.join('\n\n').repeat(3))).toBe('en')
  expect(await detectLanguage('Geöffnet von 9 bis 17 Uhr, außer an Feiertagen.', 'de-AT')).toBe('de')
})

test('the terms of a passage stand unit by unit, its headings first', async () => {
  const text = 'Starter\n\nFor a small site.\n\n$2,999\n\nProfessional\n\nFor a blog.'
  const inUnits = passageTerms({ headings: ['Plans'], text }, await loadLanguage('en'))
  expect(inUnits).toBe('plan | starter for a small site 2,999 | profession for a blog')
  expect(countTerms(inUnits).has(UNIT_END)).toBe(false)
})

import { expect, test } from 'vitest'

import { createTexts } from '#tests/support/knowledge.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { loadLanguage } from './languages.server.ts'
import { searchPassages } from './search-passages.server.ts'
import { createSpeller } from './spelling.ts'

function spellerOf(...terms: string[]) {
  return createSpeller({ holders: (term) => (terms.includes(term) ? 1 : 0) })
}

test('a word is corrected by one letter left out, swapped, replaced or added', async () => {
  const english = await loadLanguage('en')
  const speller = spellerOf('price', 'voic', 'autom', 'agent')
  for (const [typed, meant] of [
    ['proce', 'price'],
    ['prcie', 'price'],
    ['voce', 'voic'],
    ['aggent', 'agent'],
    ['automaton', 'autom'],
  ] as const)
    expect(speller.correct(typed, english), typed).toBe(meant)
  for (const typed of ['cat', 'elephant', '12345', 'x'.repeat(2000)])
    expect(speller.correct(typed, english), typed.slice(0, 20)).toBeNull()
})

test('the first letter is believed, and the work of a question is limited', async () => {
  const english = await loadLanguage('en')
  let looked = 0
  const speller = createSpeller({
    holders: (term) => {
      looked += 1
      return term === 'bread' || term === 'dread' ? 1 : 0
    },
  })
  expect(speller.correct('bredd', english)).toBe('bread')
  for (let n = 0; n < 60; n += 1) speller.correct(`unheardof${'abcdefghij'[n % 10]}word`.repeat(5), english)
  expect(looked).toBeLessThanOrEqual(5000)
})

test('a misspelt question, a word in two and two words in one find what was meant', async () => {
  const ctx = await createTestCtx()
  await createTexts(ctx, {
    Chatbots: 'A chatbot answers visitors at night. The invoice follows by mail.',
    Parken: 'Die Öffnungszeiten der Tiefgarage stehen am Eingang.',
  })
  for (const [query, title] of [
    ['does a chatbto answer visitros', 'Chatbots'],
    ['a chat bot at night', 'Chatbots'],
    ['waht is a chatbot', 'Chatbots'],
    ['does the invoicefollows by mail', 'Chatbots'],
    ['Wann ist die Öffnungzeit der Tiefgrage?', 'Parken'],
  ] as const)
    expect((await searchPassages(ctx, { query }))[0]?.title, query).toBe(title)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { estimateTokens, splitPassages } from './split-passages.ts'
import type { Section } from './section.ts'

const sentence = 'The quick brown fox jumps over the lazy dog beside the river. '

function section(headings: string[], text: string, page: number | null = null): Section {
  return { headings, page, text }
}

test('a short document is one passage, under the headings its sections have in common', () => {
  expect(
    splitPassages([
      section(['Guide'], 'Welcome.'),
      section(['Guide', 'Paying'], 'By card.\n\nOr by transfer.'),
      section(['Guide', 'Refunds'], 'Within a week.'),
    ]),
  ).toEqual([
    {
      headings: ['Guide'],
      page: null,
      text: 'Welcome.\n\nPaying\n\nBy card.\n\nOr by transfer.\n\nRefunds\n\nWithin a week.',
    },
  ])
})

test('a long section goes on in the next passage, which repeats its last sentences', () => {
  const text = Array.from({ length: 120 }, (_, at) => `${sentence.trim().slice(0, -1)} number ${at}.`).join(
    ' ',
  )
  const passages = splitPassages([section(['Foxes'], text, 3)])
  expect(passages.length).toBeGreaterThan(2)
  for (const [at, passage] of passages.entries()) {
    expect(passage).toMatchObject({ headings: ['Foxes'], page: 3 })
    const tokens = estimateTokens(passage.text)
    expect(tokens).toBeLessThanOrEqual(820)
    if (at < passages.length - 1) expect(tokens).toBeGreaterThan(400)
    const [, last = ''] = /(number \d+\.)$/.exec(passages[at - 1]?.text ?? '') ?? []
    if (at > 0) expect(passage.text.slice(0, 400)).toContain(last)
  }
})

test('no passage goes on over a page, and a sentence that does is whole on the second', () => {
  const passages = splitPassages([
    section([], 'Sheds are built of larch.\n\nThey stand for', 1),
    section([], 'forty years. Paint them once.', 2),
    section([], 'Call us.', 3),
  ])
  expect(passages.map(({ page, text }) => [page, text])).toEqual([
    [1, 'Sheds are built of larch.\n\nThey stand for'],
    [2, 'They stand for\n\nforty years. Paint them once.'],
    [3, 'Call us.'],
  ])
})

test('a heading past 400 tokens begins a passage', () => {
  const passages = splitPassages([section(['A'], sentence.repeat(30)), section(['B'], 'Short.')])
  expect(passages.map(({ headings }) => headings)).toEqual([['A'], ['B']])
})

test('nothing of a document is lost, and no passage is larger than it may be', () => {
  const words = fc.array(fc.stringMatching(/^[a-zäß漢字。.!? ]{1,60}$/u), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (texts) => {
      const sections = texts.map((text, at) => section([`H${at}`], text.join(' ')))
      const passages = splitPassages(sections)
      const all = passages.map(({ text }) => text).join(' ')
      for (const word of sections.flatMap(({ text }) => text.split(/[\s.!?。]+/)))
        expect(all.includes(word)).toBe(true)
      for (const { text } of passages) expect(estimateTokens(text)).toBeLessThanOrEqual(850)
    }),
    { numRuns: 60 },
  )
})

test('a wall of text without spaces or stops is cut all the same', () => {
  const passages = splitPassages([section([], 'x'.repeat(20_000)), section([], '漢'.repeat(5000))])
  for (const { text } of passages) expect(estimateTokens(text)).toBeLessThanOrEqual(820)
})

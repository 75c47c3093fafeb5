import { expect, test } from 'vitest'

import { createSectionWriter } from '../passages/section.ts'

import { layOut } from './pdf-layout.ts'

type Line = [text: string, y: number, height?: number]

function sectionsOf(pages: readonly Line[][]) {
  const writer = createSectionWriter()
  layOut(
    pages.map((lines) => lines.map(([text, y, height = 10]) => ({ text, y, height }))),
    writer,
  )
  return writer.sections()
}

test('larger letters are headings, the largest the outermost', () => {
  const pages: Line[][] = [
    [
      ['Guide', 700, 24],
      ['Paying', 660, 16],
      ['Invoices are due within thirty days.', 640],
      ['Refunds', 600, 16],
      ['Deposits are refunded.', 580],
    ],
  ]
  expect(sectionsOf(pages)).toEqual([
    { headings: ['Guide', 'Paying'], page: 1, text: 'Invoices are due within thirty days.' },
    { headings: ['Guide', 'Refunds'], page: 1, text: 'Deposits are refunded.' },
  ])
})

test('a gap begins a paragraph, and a cut word is whole again', () => {
  const pages: Line[][] = [
    [
      ['We build assist-', 700],
      ['ants and voice agents.', 688],
      ['Another paragraph.', 650],
    ],
  ]
  expect(sectionsOf(pages)[0]?.text).toBe('We build assistants and voice agents.\n\nAnother paragraph.')
})

test('what every page bears at its edges is read once, what stands between them always', () => {
  const pages = Array.from({ length: 6 }, (_, page): Line[] => [
    ['Lumivox handbook', 800],
    [`Chapter ${'ABCDEF'[page]}`, 700],
    ['Unique first words', 688],
    [`Price: ${page} dollars`, 660],
    ['Some words between', 600],
    [`More words of ${'ABCDEF'[page]}`, 588],
    [`Page ${page + 1} of 6`, 40],
  ])
  const text = sectionsOf(pages)
    .map((section) => section.text)
    .join('\n')
  expect(text.match(/Lumivox handbook/g)).toHaveLength(1)
  expect(text.match(/Page \d of 6/g)).toHaveLength(1)
  expect(text.match(/Price: \d dollars/g)).toHaveLength(6)
})

test('a title over several lines is one heading', () => {
  const pages: Line[][] = [
    [
      ['A guide to invoices and', 700, 24],
      ['payments at Lumivox', 672, 24],
      ['Invoices are due within thirty days.', 640],
      ['They are sent by mail.', 628],
    ],
  ]
  expect(sectionsOf(pages)[0]?.headings).toEqual(['A guide to invoices and payments at Lumivox'])
})

test('short large lines without text below them are kept, each on its page', () => {
  const pages: Line[][] = [
    [
      ['We are open on Sundays from 9', 700, 24],
      ['Setup 500 dollars', 600, 24],
      ['The setup takes a week or two, and the price covers all of it.', 560],
      ['Support', 500, 16],
    ],
    [['Support is free of charge for a year.', 700]],
    [['Thank you', 700, 24]],
  ]
  expect(sectionsOf(pages)).toEqual([
    { headings: ['We are open on Sundays from 9'], page: 1, text: '' },
    {
      headings: ['Setup 500 dollars'],
      page: 1,
      text: 'The setup takes a week or two, and the price covers all of it.',
    },
    { headings: ['Setup 500 dollars', 'Support'], page: 2, text: 'Support is free of charge for a year.' },
    { headings: ['Thank you'], page: 3, text: '' },
  ])
})

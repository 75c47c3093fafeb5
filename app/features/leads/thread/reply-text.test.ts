import { expect, test } from 'vitest'

import { readReply } from './reply-text.ts'

const plain = (text: string) => [{ kind: 'text', text }]

test('paragraphs keep their lines, and lists end them', () => {
  expect(readReply('Dear Ada,\nthank you.\n\nWe need:\n- one\n- two\n1. three\n\nBye')).toEqual([
    { kind: 'paragraph', lines: [plain('Dear Ada,'), plain('thank you.')] },
    { kind: 'paragraph', lines: [plain('We need:')] },
    { kind: 'list', isOrdered: false, items: [plain('one'), plain('two')] },
    { kind: 'list', isOrdered: true, items: [plain('three')] },
    { kind: 'paragraph', lines: [plain('Bye')] },
  ])
})

test('bold, italic and links within a line', () => {
  expect(readReply('A **bold** and _slanted_ [site](https://a.example/x) word')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'text', text: 'A ' },
          { kind: 'bold', text: 'bold' },
          { kind: 'text', text: ' and ' },
          { kind: 'italic', text: 'slanted' },
          { kind: 'text', text: ' ' },
          { kind: 'link', text: 'site', href: 'https://a.example/x' },
          { kind: 'text', text: ' word' },
        ],
      ],
    },
  ])
})

test.each([
  'snake_case_name',
  '[x](javascript:alert(1))',
  '<b>no</b>',
  '2 * 3 * 4',
  '**',
  '[a](data:text/html,x)',
])('%s stays as it was typed', (text) => {
  expect(readReply(text)).toEqual([{ kind: 'paragraph', lines: [plain(text)] }])
})

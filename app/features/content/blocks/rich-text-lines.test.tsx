import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { RichText } from './rich-text-lines.tsx'

const itemsOf = (items: readonly string[]) => items.map((item) => `<li>${item}</li>`).join('')
const list = (...items: string[]) => `<ul>${itemsOf(items)}</ul>`
const numbers = (...items: string[]) => `<ol>${itemsOf(items)}</ol>`

test.each([
  ['items', '1. a\n2. b\n\n- c\n* d', numbers('a', 'b') + list('c', 'd')],
  ['items with empty lines between them', '1. a\n\n2. b\n\n\n3. c', numbers('a', 'b', 'c')],
  ['items that are all the first', '1. a\n\n1. b', numbers('a', 'b')],
  ['a list that begins anew', '1. a\n2. b\n\n1. c', numbers('a', 'b') + numbers('c')],
  [
    'items after a paragraph',
    '1. a\n\nText\n\n2. b\n3. c',
    `${numbers('a')}<p>Text</p><ol start="2"><li>b</li><li>c</li></ol>`,
  ],
  [
    'nested items, as they are pasted',
    '1. a\n  - b\n    - **c**\n  - d\n2. e\n  1. f',
    numbers(`a${list(`b${list('<strong>c</strong>')}`, 'd')}`, `e${numbers('f')}`),
  ],
  ['nested items with empty lines around them', '1. a\n\n   - b\n\n2. c', numbers(`a${list('b')}`, 'c')],
  ['items that are indented unevenly', '   - a\n - b\n\t- c\n- d', list('a', `b${list('c')}`, 'd')],
  ['a list right after words', 'Text\n  - a\nmore\nwords', `<p>Text</p>${list('a')}<p>more words</p>`],
])('%s are shown as lists', (_what, text, shown) => {
  const html = renderToStaticMarkup(<RichText text={text} />).replaceAll(/ class="[^"]*"/g, '')
  expect(html).toBe(`<div>${shown}</div>`)
})

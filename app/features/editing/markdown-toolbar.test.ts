import { expect, test } from 'vitest'

import { insertPiece, prefixLines, wrapSelection } from './markdown-toolbar.tsx'

const shown = ({ text, start, end }: { text: string; start: number; end: number }) =>
  `${text.slice(0, start)}<${text.slice(start, end)}>${text.slice(end)}`

test('marks go around the selection, and away again', () => {
  const bold = wrapSelection({ text: 'a word b', start: 2, end: 6 }, '**', 'bold')
  expect(shown(bold)).toBe('a **<word>** b')
  expect(shown(wrapSelection(bold, '**', 'bold'))).toBe('a <word> b')
  expect(shown(wrapSelection({ text: '', start: 0, end: 0 }, '_', 'italic'))).toBe('_<italic>_')
})

test('each selected line gets the prefix, and loses it again', () => {
  const list = prefixLines({ text: 'a\nb\nc', start: 2, end: 3 }, '- ')
  expect(shown(list)).toBe('a\n<- b>\nc')
  expect(shown(prefixLines({ ...list, start: 0, end: 5 }, '- '))).toBe('<- a\n- - b>\nc')
  expect(prefixLines({ text: '- a\n- b', start: 0, end: 7 }, '- ').text).toBe('a\nb')
})

test('a piece takes the place of the selection, ready to be filled in', () => {
  expect(shown(insertPiece({ text: 'see x', start: 4, end: 5 }, '[x](https://)', 'https://'))).toBe(
    'see [x](<https://>)',
  )
})

import { expect, test } from 'vitest'

import { pdfAt, pdfPath } from './pdf-path.ts'

test('the item of a PDF is told from its address, with and without a page', () => {
  expect(pdfPath('abc')).toBe('/knowledge/abc/document.pdf')
  expect(pdfAt(pdfPath('abc'))).toBe('abc')
  expect(pdfAt(pdfPath('abc', 12))).toBe('abc')
})

test.each([null, '', '/services', 'https://agency.dev/knowledge/abc/document.pdf', '/knowledge/abc'])(
  '%s is the address of no PDF',
  (href) => {
    expect(pdfAt(href)).toBeNull()
  },
)

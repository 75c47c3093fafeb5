import { expect, test } from 'vitest'

import { SECTIONS_PER_PAGE, sectionsPage } from './shown-item.ts'

const sections = Array.from({ length: SECTIONS_PER_PAGE + 1 }, (_, at) => ({
  headings: [`Heading ${at}`],
  page: null,
  text: 'Text',
}))
const at = (page: string) => sectionsPage(sections, new URLSearchParams({ page }))

test('sections stand on pages', () => {
  expect(at('1')).toMatchObject({ page: 1, pages: 2, total: sections.length })
  expect(at('1').sections).toEqual(sections.slice(0, -1))
  expect(at('2').sections).toEqual(sections.slice(-1))
})

test('a page that makes no sense is the nearest that does', () => {
  expect(['0', '-3', 'x', '1.5', '99'].map((page) => at(page).page)).toEqual([1, 1, 1, 1, 2])
  expect(sectionsPage([], new URLSearchParams())).toEqual({ sections: [], page: 1, pages: 1, total: 0 })
})

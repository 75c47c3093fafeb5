import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'

import { findCorpus } from '#tests/support/knowledge.ts'

import { wordsOf } from '../search/terms.ts'

import { readDocument } from './read-document.server.ts'

/** Real pages with what readability should make of them; their text belongs to their publishers. */
const folder = findCorpus('pages')

const cases = folder
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'expected-metadata.json')))
  : []

function readCase(name: string, file: string): string {
  return readFileSync(join(folder ?? '', name, file), 'utf8')
}

test.skipIf(folder)('SKIPPED: ../shared/corpora/pages is not here', () => {})

test.each(cases)('%s: the article alone, with its title and language', async (name) => {
  const expected = JSON.parse(readCase(name, 'expected-metadata.json')) as { title: string; lang?: string }
  const reading = await readDocument({
    kind: 'html',
    bytes: new TextEncoder().encode(readCase(name, 'source.html')),
    contentType: 'text/html; charset=utf-8',
    url: 'http://fakehost/test/page.html',
  })
  const { document } = parseHTML(`<html><body>${readCase(name, 'expected.html')}</body></html>`)
  const wanted = new Set(wordsOf(document.body.textContent ?? ''))
  const text = reading.sections.flatMap(({ headings, text: body }) => [...headings, body]).join('\n')
  const read = new Set(wordsOf(text))
  const missing = [...wanted].filter((word) => !read.has(word))
  const extra = [...read].filter((word) => !wanted.has(word))
  expect(missing.length / wanted.size, `missing ${missing.slice(0, 10).join(' ')}`).toBeLessThan(0.05)
  expect(extra.length / read.size, `extra ${extra.slice(0, 10).join(' ')}`).toBeLessThan(0.05)
  expect(reading.title).toBe(expected.title.replaceAll(/\s+/g, ' '))
  if (expected.lang) expect(reading.language).toBe(expected.lang.slice(0, 2))
  expect(reading.address).toMatch(/^http:\/\/fakehost\//)
})

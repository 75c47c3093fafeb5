import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { wordsOf } from '../search/terms.ts'

import { readDocument } from './read-document.server.ts'

for (const { title, isHere, path } of corporaOf('pages')) {
  const names = isHere ? readdirSync(path()).filter((name) => existsSync(path(name, 'source.html'))) : []
  const reads = 'the article alone, with its title and language'
  if (isHere) test.each(names)(`%s: ${reads} (${title})`, (name) => expectArticle(path, name))
  else test.skip(`${reads} (${title})`)
}

async function expectArticle(path: (...names: string[]) => string, name: string): Promise<void> {
  const readCase = (file: string) => readFileSync(path(name, file), 'utf8')
  const expected = JSON.parse(readCase('expected-metadata.json')) as { title: string; lang?: string }
  const reading = await readDocument({
    kind: 'html',
    bytes: new TextEncoder().encode(readCase('source.html')),
    contentType: 'text/html; charset=utf-8',
    url: 'http://fakehost/test/page.html',
  })
  const { document } = parseHTML(`<html><body>${readCase('expected.html')}</body></html>`)
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
}

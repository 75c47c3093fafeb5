import { expect, test } from 'vitest'

import { readDocument } from './read-document.server.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function sectionsOfText(text: string) {
  const { sections, passages } = await readDocument({ kind: 'text', bytes: bytesOf(text) })
  return { sections: sections.map(({ headings, text: body }) => [...headings, body]), passages }
}

test('a heading without text below it is text, under the headings above it', async () => {
  const { sections, passages } = await sectionsOfText(
    '# Opening hours\n\nFrom 8 on weekdays.\n\n## We are open on Sundays from 9\n\n# Prices\n\n## Setup\n\nFree.',
  )
  expect(sections).toEqual([
    ['Opening hours', 'From 8 on weekdays.'],
    ['Opening hours', 'We are open on Sundays from 9'],
    ['Prices', 'Setup', 'Free.'],
  ])
  expect(passages[0]?.text).toContain('We are open on Sundays from 9')
  expect(passages[0]?.terms).toContain('sundai')
})

test('a document of headings alone is read', async () => {
  const { sections } = await sectionsOfText('# Opening hours\n\n# Sundays from 9')
  expect(sections).toEqual([['Opening hours'], ['Sundays from 9']])
})

test('a heading that is too long to cite is a paragraph, whole', async () => {
  const long = 'We answer every inquiry within a day. '.repeat(8).trim()
  const { sections } = await sectionsOfText(`# Support\n\nBy mail.\n\n# ${long}\n\nAlways.`)
  expect(sections).toEqual([['Support', 'By mail.'], [`${long}\n\nAlways.`]])
})

test('a page of headings alone is read', async () => {
  const html =
    '<html><body><h1>Opening hours</h1><h2>Sundays from 9</h2><h2>Weekdays</h2><p>From 8.</p></body></html>'
  const { sections } = await readDocument({
    kind: 'html',
    bytes: bytesOf(html),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.com/hours',
  })
  const text = sections.map(({ headings, text: body }) => [...headings, body].join(' › ')).join('\n')
  for (const words of ['Opening hours', 'Sundays from 9', 'Weekdays › From 8.']) expect(text).toContain(words)
})

import { expect, test } from 'vitest'

import { llmsText } from './llms-text.ts'

test('name, summary, details, and a list of links a section', () => {
  const page = { path: '/services/voice', title: 'Voice', description: 'It answers.', facts: 'From $299.' }
  expect(
    llmsText({
      name: 'Agency',
      summary: 'It builds.',
      details: 'Write to us.',
      sections: [
        { title: 'Services', pages: [page] },
        { title: 'Empty', pages: [] },
        { title: 'Optional', pages: [{ path: '/', title: 'Home', description: 'All of it.' }] },
      ],
      publicUrl: 'https://agency.example',
    }),
  ).toBe(`# Agency

> It builds.

Write to us.

## Services

- [Voice](https://agency.example/services/voice): It answers. From $299.

## Optional

- [Home](https://agency.example/): All of it.
`)
})

test('a name or title is one line and no markup', () => {
  const text = llmsText({
    name: 'A\n# B',
    summary: '<b>`C`',
    details: '',
    sections: [{ title: 'D', pages: [{ path: '/e', title: 'E](http://evil.example)', description: '*F*' }] }],
    publicUrl: 'https://agency.example',
  })
  expect(text).toContain('# A # B\n')
  expect(text).toContain('> \\<b\\>\\`C\\`\n')
  expect(text).toContain('- [E\\](http://evil.example)](https://agency.example/e): \\*F\\*\n')
})

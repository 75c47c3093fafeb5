import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ReplyMarkdown } from './reply-markdown.tsx'

const links = { origin: 'https://agency.example', domains: [], sources: [] }

function shown(text: string): string {
  const cite = (number: number) => (number === 1 ? <b>source</b> : null)
  return renderToStaticMarkup(<ReplyMarkdown text={text} links={links} cite={cite} />)
}

test.each([
  'It costs $299[1].\n\n[1]: https://invented.example/prices',
  'It costs $299[1].\n\n[1]: /pricing',
  'It costs $299[1](https://invented.example/prices).',
])('a citation keeps its source, whatever address the model gives it: %s', (text) => {
  const html = shown(text)
  expect(html).toContain('<b>source</b>')
  expect(html).not.toMatch(/\$2991|href|invented/)
})

test('an address of a name stays a link', () => {
  expect(shown('See [our prices](/pricing).')).toContain(
    '<a href="https://agency.example/pricing">our prices</a>',
  )
})

import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { createElement, Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { fieldsInHtml } from './fields-in-html.ts'
import { blockMark, type Mark } from './marks.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const digits = (index: number) =>
  Array.from(String(index), (digit) => String.fromCodePoint(0xe010 + Number(digit))).join('')
const marked = (index: number, text: string) => `\uE000${digits(index)}\uE001${text}\uE002`
const mark = (text: string, isPlain = true): Mark => ({ place: 'head/title', text, title: 'Title', isPlain })

const nodesOf = (html: string): Node[] => {
  const walk = (node: Node): Node[] => [node, ...('childNodes' in node ? node.childNodes.flatMap(walk) : [])]
  return walk(parseFragment(html))
}
const isElement = (node: Node): node is Element => 'tagName' in node
const fieldsOf = (html: string) =>
  nodesOf(html)
    .filter(isElement)
    .filter(({ attrs }) => attrs.some(({ name }) => name === 'data-field'))
const textOf = (html: string) =>
  nodesOf(html)
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((each) => each.name === name)?.value

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</span></h1><svg onload=alert(1)>',
    '<!-- --><b>',
    `${marked(0, 'x')} and \uE000 and \uE003${digits(0)}\uE001`,
    '&lt;b&gt; &amp;amp; \' "',
  ),
)

test('a text in a page becomes a field that shows it letter by letter, whatever it says', () => {
  fc.assert(
    fc.property(hostile, hostile, (text, other) => {
      const clean = text.replaceAll(/[\uE000-\uE01F\0\r]|%EE%80%[89][0-9a-f]/gi, '')
      const page = createElement(
        'h1',
        { title: marked(0, clean) },
        marked(0, clean),
        createElement('i', null, other),
      )
      const plain = createElement('h1', { title: clean }, clean, createElement('i', null, other))
      const html = fieldsInHtml(renderToString(page), [mark(clean)], [])
      const field = fieldsOf(html).find((each) => attribute(each, 'data-field') === 'head/title')
      expect(attribute(field, 'data-edit')).toBe('')
      const names = (source: string) =>
        nodesOf(source)
          .filter(isElement)
          .map(({ tagName }) => tagName)
          .filter((name) => name !== 'span')
      expect(names(html)).toEqual(names(renderToString(plain)))
      expect(html).not.toMatch(/[\uE000-\uE01F]/)
    }),
  )
})

test('nothing of a page but its scripts and marks is changed', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), (texts) => {
      const html = renderToString(
        createElement(
          Fragment,
          null,
          ...texts.map((text) => createElement('p', { title: text }, text, 'and')),
        ),
      )
      expect(fieldsInHtml(html, [], [])).toBe(html.replaceAll(/[\uE000-\uE01F]|%EE%80%[89][0-9a-f]/gi, ''))
    }),
  )
})

test('any characters at all are read to their end, and no mark is left of them', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(hostile, fc.constantFrom('<', '>', '"', "'", '<a ', '<!--', '<script>', '</script>')),
      ),
      (parts) => {
        expect(fieldsInHtml(parts.join(''), [mark('x')], ['a'])).not.toMatch(/[\uE000-\uE01F]/)
      },
    ),
  )
})

test('a text that does not stand there as it is stored cannot be typed over', () => {
  const shownAs = (html: string, stored: Mark) => fieldsOf(fieldsInHtml(html, [stored], []))
  const field = (html: string, stored: Mark) => attribute(shownAs(html, stored)[0], 'data-edit')
  expect(field(`<p>${marked(0, 'Hello')}</p>`, mark('Hello'))).toBe('')
  expect(field(`<p>${marked(0, 'HELLO')}</p>`, mark('Hello'))).toBeUndefined()
  expect(field(`<p>${marked(0, 'In 1 hour')}</p>`, mark('In {replyWithin}', false))).toBeUndefined()
  expect(shownAs(`<p>${marked(0, 'a').replace('a', '<b>a</b>')}</p>`, mark('a'))).toEqual([])
})

test('marks leave attributes, addresses, scripts, drawings and choices without a trace', () => {
  const text = marked(0, 'Words')
  const html = [
    `<a href="/x?text=${encodeURIComponent(text)}" aria-label="${text}" data-props="{&quot;a&quot;:&quot;${text}&quot;}">`,
    `<script type="application/json">{"a":"${text}"}</script><style>/*${text}*/</style>`,
    `<textarea>${text}</textarea><svg><text>${text}</text></svg><select><option>${text}</option></select>`,
    `<!--${text}--><link rel="modulepreload" href="/a.js"></a>`,
  ].join('')
  const cleaned = fieldsInHtml(html, [mark('Words')], [])
  expect(cleaned).not.toMatch(/script|modulepreload|%EE%80|[\uE000-\uE01F]/)
  expect(fieldsOf(cleaned)).toEqual([])
  expect(textOf(cleaned).match(/Words/g)?.length).toBeGreaterThan(3)
  expect(cleaned).toContain('href="/x?text=Words"')
})

test('a block’s element has its id, and none has it where a block shows nothing', () => {
  const html = `<main>${blockMark(0)}<section class="a"><p>x</p></section>${blockMark(1)}${blockMark(12)}</main><footer></footer>`
  expect(fieldsInHtml(html, [], ['one', '"><script>'])).toBe(
    '<main><section data-block="one" class="a"><p>x</p></section></main><footer></footer>',
  )
})

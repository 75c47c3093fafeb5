import { expect, test } from 'vitest'

import { renderContent } from './render-content.server.ts'
import { MAX_SOURCE } from './render-in-pool.server.ts'

const htmlOf = async (source: string) => (await renderContent(source)).html.trim()

test('plain typing: paragraphs, a heading, both kinds of list', async () => {
  const html = await htmlOf('# Title\n\nOne\nline\n\nTwo\n\n- a\n- b\n\n* c')
  expect(html.replaceAll('\n', '')).toBe(
    '<h2 id="s-title">Title</h2><p>Oneline</p><p>Two</p><ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>',
  )
})

test('headings keep their level where none is the page’s own, and anchors are unique', async () => {
  const { html, outline } = await renderContent('## Why *now*\n### Why now\n## Why now 2\n##')
  expect(outline).toEqual([
    { id: 's-why-now', text: 'Why now', level: 2 },
    { id: 's-why-now-2', text: 'Why now', level: 3 },
    { id: 's-why-now-2-2', text: 'Why now 2', level: 2 },
  ])
  for (const { id } of outline) expect(html.split(`id="${id}"`)).toHaveLength(2)
})

test('a heading with a number gets no id that an equal heading without it needs', async () => {
  const { outline } = await renderContent('## Step 2\n## Step\n## Step\n## Step 2\n## Step')
  expect(outline.map(({ id }) => id)).toEqual(['s-step-2', 's-step', 's-step-3', 's-step-2-2', 's-step-4'])
})

test('bare addresses become links in a tab of their own, in Markdown and in HTML, but not in code', async () => {
  const link = (url: string) => `<a href="${url}" target="_blank" rel="noopener">${url}</a>`
  expect(await htmlOf('See https://a.example/b.')).toBe(`<p>See ${link('https://a.example/b')}.</p>`)
  expect(await htmlOf('<p>See <b>http://a.example</b></p>')).toBe(
    `<p>See <b>${link('http://a.example')}</b></p>`,
  )
  expect(await htmlOf('`https://a.example`')).toBe('<p><code>https://a.example</code></p>')
  expect(await htmlOf('[here](/contact)')).toBe('<p><a href="/contact">here</a></p>')
})

test('tables align by attribute and scroll on their own', async () => {
  const html = await htmlOf('| a | b |\n|---|--:|\n| 1 | 2 |')
  expect(html).toContain('<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>')
  expect(html).toContain('<td align="right">2</td>')
  expect(html).not.toContain('style')
})

test('code of a language we know is coloured by classes, other code stays as typed', async () => {
  const html = await htmlOf('```ts\nconst a = "<b>"\n```')
  expect(html).toContain('<span class="token-keyword">const</span>')
  expect(html).toContain('&#x3C;b>')
  expect(html).not.toContain('style')
  expect(await htmlOf('```klingon\nx < y\n```')).toContain(
    '<code class="language-klingon">x &#x3C; y\n</code>',
  )
})

test('pictures wait until they are near', async () => {
  expect(await htmlOf('![A desk](https://a.example/b.jpg "At work")')).toBe(
    '<p><img src="https://a.example/b.jpg" alt="A desk" title="At work" loading="lazy" decoding="async"></p>',
  )
})

test('pasted HTML is kept where it is safe', async () => {
  const html = await htmlOf(
    '<div class="x" style="color:red" id="content" onclick="a()"><p>Kept <u>too</u></p><script>x</script><iframe src="//a"></iframe></div>',
  )
  expect(html).toBe('<div><p>Kept <u>too</u></p></div>')
})

test('the text is what is read, without markup', async () => {
  const { text, words } = await renderContent('# A\n\nsome *bold*er `code`\n\n- x\n- y')
  expect(text).toBe('A some bolder code x y')
  expect(words).toBe(6)
})

test('an address ends before a colon, a dash or a mark of direction, and keeps its port', async () => {
  const textsOf = async (source: string) =>
    Array.from((await htmlOf(source)).matchAll(/<a [^>]*>([^<]*)<\/a>/g), ([, text]) => text)
  for (const after of [': x', ':', ':)', ':.', '– x', '—x', '\u200F x', '\u2069, x', '\u202C.', '\u061C'])
    for (const address of ['https://a.example', 'https://a.example/b?c=d', 'www.a.example/b'])
      expect(await textsOf(`See ${address}${after}`), after).toEqual([address])
  expect(await textsOf('\u2067https://a.example/b\u2069')).toEqual(['https://a.example/b'])
  expect(await textsOf('https://a.example:8080/b:c')).toEqual(['https://a.example:8080/b:c'])
  expect(await textsOf('<p>https://a.example/b: x</p>')).toEqual(['https://a.example/b'])
})

test('one or two tildes strike through; three, or one within a word, do not', async () => {
  expect(await htmlOf('~~Hi~~ Hello, ~there~ world!')).toBe('<p><s>Hi</s> Hello, <s>there</s> world!</p>')
  expect(await htmlOf('~a ~~b~~ c~')).toBe('<p><s>a <s>b</s> c</s></p>')
  expect(await htmlOf('10~20 and 30~40, a~~b~~c')).toBe('<p>10~20 and 30~40, a<s>b</s>c</p>')
  expect(await htmlOf('x ~~~a~~~ ~~a~')).toBe('<p>x ~~~a~~~ ~~a~</p>')
})

test('tasks have boxes that nobody can change, with a name', async () => {
  const html = await htmlOf('- [ ] Call\n- [x] Write\n- \\[x] typed\n- [x]close\n\n1. [X] Pay\n\n   Soon.')
  expect(html.match(/<input[^>]*>/g)).toEqual([
    '<input type="checkbox" disabled aria-label="Not done">',
    '<input type="checkbox" checked disabled aria-label="Done">',
    '<input type="checkbox" checked disabled aria-label="Done">',
  ])
  expect(html).toContain('<li>[x] typed</li>')
  expect(html).toContain('<li>[x]close</li>')
  expect(await htmlOf('<p>Name <input value="a"> <input type="checkbox" onclick="a()"></p>')).toBe(
    '<p>Name  <input type="checkbox" disabled aria-label="Not done"></p>',
  )
})

test('footnotes are numbered by their use, and lead there and back by name', async () => {
  const { html, text } = await renderContent(
    'One[^b] two[^A] three[^b], not[^none].\n[^a]: First\nline\n\n    and *paragraph*[^c]\n[^b]: Second\n\nAfter.\n\n[^c]: Third\n[^d]: Unused',
  )
  expect(html).toContain(
    'One<sup><a href="#s--fn-1" id="s--fnref-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup>',
  )
  expect(html).toContain('three<sup><a href="#s--fn-1" id="s--fnref-1-2"')
  expect(html).toContain('<section role="doc-endnotes" aria-label="Footnotes">')
  const notes = html.split('<li id="s--fn-').slice(1)
  expect(notes.map((note) => note.replaceAll(/<[^>]*>/g, '').match(/[A-Z]\w+(\s\w+)*/)?.[0])).toEqual([
    'Second',
    'First\nline\nand paragraph3',
    'Third',
  ])
  expect(notes[0]).toContain('<a href="#s--fnref-1" role="doc-backlink" aria-label="Back to reference 1">')
  expect(notes[0]).toContain(
    '<a href="#s--fnref-1-2" role="doc-backlink" aria-label="Back to reference 1-2">',
  )
  for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g))
    expect(html.split(`id="${id}"`), id).toHaveLength(2)
  expect(text).toBe('One two three, not[^none]. After. Second First line and paragraph Third')
})

test('a footnote is safe in headings, pictures and code, and its text as everything else', async () => {
  const { html, outline } = await renderContent(
    '## Why[^1]\n\n![a[^1]](/b.png) `[^1]`\n\n[^1]: <script>x</script><b onclick="a()">Kept</b>',
  )
  expect(outline).toEqual([{ id: 's-why', text: 'Why', level: 2 }])
  expect(html).toContain('alt="a"')
  expect(html).toContain('<code>[^1]</code>')
  expect(html).toContain('<b>Kept</b>')
  expect(html).not.toContain('script')
})

test.each([
  ['an endless nest', '<div>'.repeat(100_000), 'invalid'],
  [
    'formatting that multiplies',
    `${Array.from({ length: 190 }, (_, n) => `<b a=${n}>`).join('')}${'<p>'.repeat(120_000)}`,
    'invalid',
  ],
  ['a tag without end', `<a ${Array.from({ length: 90_000 }, (_, n) => `a${n}`).join(' ')}>`, 'invalid'],
  ['more elements than are read', '# a\n'.repeat(120_000), 'invalid'],
])('%s is refused in time', async (_, source, code) => {
  await expect(renderContent(source)).rejects.toMatchObject({ code })
})

/** Each text takes about a second at most; quadratic work would exceed the test's time. */
const most = (piece: string) => piece.repeat(MAX_SOURCE / piece.length)

test.each([
  ['ten thousand links', 'https://a.example/b?c=d '.repeat(10_000)],
  ['the longest text', most('Lorem ipsum dolor sit amet. ')],
  ['quotes in quotes', most('>')],
  ['lists in lists', most('- ')],
  ['half links', most('![a')],
  ['half addresses', most('www.')],
  ['half schemes', most('mailto:')],
  ['emphasis without end', most('*a ')],
  ['open brackets', most('[')],
  ['open tags', most('<a')],
  ['a long program', `\`\`\`ts\n${'const a = `${b}` // c\n'.repeat(20_000)}\`\`\``],
  ['strikes of every kind', most('~a ~~b ')],
  ['ten thousand tasks', '- [ ] a\n'.repeat(10_000)],
  ['notes in notes', most('[^1]: ')],
  ['half notes', most('[^1')],
  [
    'notes that refer to each other',
    `[^0]\n\n${Array.from({ length: 5000 }, (_, n) => `[^${n}]: a[^${n + 1}]\n`).join('')}`,
  ],
  ['notes line by line', most('[^1]: a\n')],
  ['colons in an address', `https://a.example/${most(':')}`],
  ['many programs', '```ts\n`${`${`\n```\n'.repeat(2500)],
])('%s is rendered in time', async (_, source) => {
  await renderContent(source)
})

test('a picture of our own comes in every width, and only such a one', async () => {
  const base = '/images/0190163d-8694-739b-aea5-966c26f8ad91'
  const html = await htmlOf(`![Two people](${base}/600x400.webp)`)
  expect(html).toBe(
    `<p><picture><source type="image/avif" srcset="${base}/480.avif 480w, ${base}/600.avif 600w" sizes="(min-width: 48rem) 44rem, 100vw"><img src="${base}/600x400.webp" alt="Two people" loading="lazy" decoding="async" srcset="${base}/480.webp 480w, ${base}/600.webp 600w" sizes="(min-width: 48rem) 44rem, 100vw" width="600" height="400"></picture></p>`,
  )
  expect(await htmlOf('![x](https://a.example/600x400.webp)')).not.toContain('picture')
})

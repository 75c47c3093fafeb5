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

/** By itself each takes a second or less; what grows with the square would not end within the test's time. */
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

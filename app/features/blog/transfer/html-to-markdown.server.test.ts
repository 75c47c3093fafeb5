import fc from 'fast-check'
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { growthOf } from '#tests/support/growth.ts'

import { elementsIn, rawText, textOf } from '#app/features/editing/html-tree.ts'
import { renderContent } from '../content/render-content.server.ts'

import { htmlToMarkdown } from './html-to-markdown.server.ts'

const treeOf = (html: string) => fromParse5(parseFragment(html)) as Root
const shownOf = async (html: string) =>
  (await renderContent(htmlToMarkdown(html).markdown, false)).html.trim()

/** Each word of a text as often as it occurs, and all other characters that are seen. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
const codeOf = (tree: Root) =>
  [...elementsIn(tree)]
    .filter(({ tagName }) => tagName === 'pre')
    .map((pre) => rawText(pre).replace(/^\n/, '').replace(/\n$/, ''))

const odd = fc.constantFrom(
  ...'* _ ` [ ] ( ) < > & ~ | # + - = : ! \\ 1. 12) ** __ ~~ ``` --- *** === |-| [x](y) ![a](b) [^1] [^1]: [a]: &amp; &lt;b&gt; &nbsp; a_b 2*3 :) https://e.example/a_b www.e.example e-mail \\* ~/x $ % @'.split(
    ' ',
  ),
)
const escapeHtml = (text: string) => text.replaceAll(/&(?!\w+;)/g, '&amp;').replaceAll('<', '&lt;')
const text = fc
  .array(fc.oneof(odd, fc.stringMatching(/^[a-zé日]{1,6}$/)), { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom(' ', '', '\n').map((between) => escapeHtml(parts.join(between))))
const inline = fc
  .array(
    fc.oneof(
      text,
      fc
        .tuple(
          fc.constantFrom('b', 'em', 'strong', 'i', 'del', 'code', 'kbd', 'sub', 'a href="/x"', 'span'),
          text,
        )
        .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
      fc.constantFrom(
        '<br>',
        ' ',
        '<b><i>x</i> y</b>',
        '<em>a<b>b</b>c</em>',
        '<img src="/p.png" alt="a *b*">',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const block = fc.oneof(
  fc
    .tuple(fc.constantFrom('p', 'h2', 'h4', 'blockquote', 'div', 'li', 'figure', 'section', 'dd'), inline)
    .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
  fc
    .array(inline, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul><li>${items.join('</li><li>')}</li></ul>`),
  fc
    .tuple(inline, inline)
    .map(([a, b]) => `<ol start="3"><li>${a}<ul><li>${b}</li></ul></li><li><p>${b}</p></li></ol>`),
  fc.tuple(inline, inline).map(([a, b]) => `<table><tr><th>${a}</th></tr><tr><td>${b}</td></tr></table>`),
  fc.tuple(inline, inline).map(([a, b]) => `<b><p>${a}</p><p>${b}</p></b>`),
  fc
    .stringMatching(/^[ \t\n`~a<&*#|-]{0,30}x$/)
    .map(
      (code) =>
        `<pre><code class="language-js">\n${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
    ),
  inline,
)

test('any HTML of words and code is shown with the same words and the same code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 5 }), async (blocks) => {
      const html = blocks.join('\n')
      const [theirs, ours] = [treeOf(html), treeOf(await shownOf(html))]
      expect(wordsOf(textOf(ours))).toEqual(wordsOf(textOf(theirs)))
      expect(codeOf(ours)).toEqual(codeOf(theirs))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['<p>1986. A year</p>', '1986\\. A year'],
  [
    '<p># 2*3*4 _a_ a_b [x](y) `c` &lt;b&gt; &amp;amp; ~d~</p>',
    '\\# 2\\*3\\*4 \\_a\\_ a_b \\[x\\](y) \\`c\\` \\<b> \\&amp; \\~d\\~',
  ],
  ['<p>a<b> b </b>c <i>d</i>e</p>', 'a **b** c *d*e'],
  ['<b><i>x</i></b>', '**_x_**'],
  ['<i>x</i><i>y</i><b>z</b>', '<em>x</em><em>y</em>**z**'],
  ['<a href="/x"><h2>T</h2><p>a</p></a>', '## [T](/x)\n\n[a](/x)'],
  ['<b style="font-weight:normal"><p>a</p><p>b</p></b>', 'a\n\nb'],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
  ['<ul><li>a<ol><li>b</li></ol></li></ul>', '- a\n  1. b'],
  [
    '<table><tr><th>a|b</th></tr><tr><td><code>c|d</code></td></tr></table>',
    '| a\\|b |\n| --- |\n| `c\\|d` |',
  ],
  ['<pre class="brush: php; title: x">a\n\n\tb</pre>', '```php\na\n\n\tb\n```'],
  ['<div class="highlight highlight-source-rb"><pre>a</pre></div>', '```rb\na\n```'],
  ['<pre><code class="hljs javascript">a</code></pre>', '```javascript\na\n```'],
  ['<pre data-enlighter-language="ts">a</pre>', '```ts\na\n```'],
  ['<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
  ['<p dir="rtl">x *y*</p>', '<p dir="rtl">x *y*</p>'],
  ['<p lang="fr">a | b\n|-|\n\n \nc</p>', '<p lang="fr">a | b |-|   \nc</p>'],
  ['<div dir="ltr" trbidi="on"><p>a</p><ul><li dir="ltr">b</li></ul></div>', 'a\n\n- b'],
  ['<div lang="en" dir="auto"><h2>a</h2><p lang="fr">b</p></div>', '## a\n\n<p lang="fr">b</p>'],
  ['<div lang="fr">a</div><p>bcd</p>', '<div lang="fr">a</div>\n\nbcd'],
  ['<p>שלום</p><p dir="ltr">a</p>', 'שלום\n\n<p dir="ltr">a</p>'],
  [
    '<p><a href="https://www.google.com/url?q=https://example.com/a?b%3Dc&amp;sa=D">a</a></p>',
    '[a](https://example.com/a?b=c)',
  ],
  ['<p>a<br>b<br></p>', 'a\\\nb'],
  [
    '<iframe src="https://www.youtube.com/embed/abcdefghijk?rel=0"></iframe>',
    '<https://www.youtube.com/watch?v=abcdefghijk>',
  ],
])('%s is written as %s', (html, markdown) => {
  expect(htmlToMarkdown(html).markdown).toBe(markdown)
})

test('comments and deleted words of a text under review are left out and named', () => {
  const warnings = ['Comments or deleted words of a text under review were left out.']
  const word = `<p>At <span class=msoDel><del cite="mailto:Kim">half</del></span> price<a class=msocomanchor href="#_msocom_1">[K1]</a></p>
    <div style='mso-element: comment-list'><p class=MsoCommentText><a href="#_msoanchor_1">[K1]</a>Not for clients</p></div>`
  expect(htmlToMarkdown(word)).toEqual({ markdown: 'At  price', warnings })
  const docs = `<p><span>At price</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><sup><a href="#ftnt1">[1]</a></sup></p>
    <div><p><a href="#ftnt_ref1">[1]</a> Net</p></div><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Not for</span></p><p>clients</p></div>`
  const { markdown, ...said } = htmlToMarkdown(docs)
  expect(said.warnings).toEqual(warnings)
  expect(markdown).toMatch(/^At price<sup>.*1.*<\/sup>\n\n.*Net$/)
  expect(htmlToMarkdown('<p>Was <del>20</del> 10</p>').markdown).toBe('Was ~~20~~ 10')
})

test('what readers of the source do not see is left out and named', () => {
  const { markdown, warnings } = htmlToMarkdown(
    '<p>a</p><div style="color:red; display: none">secret</div><p hidden>b</p><script>x</script><form>c</form>',
  )
  expect(markdown).toBe('a')
  expect(warnings).toEqual([
    'Hidden text was left out: “secret”.',
    'Hidden text was left out: “b”.',
    'A script was left out.',
    'A form was left out.',
  ])
})

test('markup that is too complex keeps its text', () => {
  expect(htmlToMarkdown(`${'<b>'.repeat(300)}a * b`)).toEqual({
    markdown: 'a \\* b',
    warnings: ['Its markup was too complex, so only its text was kept.'],
  })
})

test('any number of links is converted', () => {
  expect(htmlToMarkdown('<p>http://a.example/*</p>'.repeat(16_000)).warnings).toEqual([])
  expect(htmlToMarkdown('http://a.example '.repeat(31_000)).warnings).toEqual([])
})

test.each([
  ['<p><img data-src="a.jpg"><noscript><img src="a.jpg" alt="A"></noscript></p>', '![](a.jpg)'],
  ['<noscript><img src="a.jpg"></noscript><img src="data:x" data-lazy-src="a.jpg">', '![](a.jpg)'],
  ['<p><img src="b.jpg"><noscript><img src="a.jpg"></noscript></p>', '![](b.jpg)![](a.jpg)'],
  ['<p>x<noscript>y <img src="a.jpg"></noscript></p>', 'xy ![](a.jpg)'],
])('pictures of %j are shown once', (html, markdown) => {
  expect(htmlToMarkdown(html).markdown.replaceAll(/<\/?noscript>/g, '')).toBe(markdown)
})

test.each([
  '<a href="x">y</a> ',
  '<ul><li>x</li></ul>',
  '*a_',
  '&nbsp;',
  '<b>a</b>',
  '<p>a * b</p>',
  '<b><p>a</p></b>',
])('the time for %j grows with its length', async (piece) => {
  const convert = (size: number) => htmlToMarkdown(piece.repeat(size))
  expect(await growthOf(convert, 700)).toBeLessThan(10)
})

const marked = (mark: string, notes: string) => `<p>A${mark} b</p>${notes}`

test.each([
  [
    'Word’s',
    marked(
      '<sup><a href="#f1" id="r1">[1]</a></sup>',
      '<ol><li id="f1"><p> N <em>m</em> <a href="#r1">↑</a></p></li></ol>',
    ),
  ],
  [
    'Google’s',
    marked(
      '<sup><a href="#f1" id="r1">[1]</a></sup>',
      '<hr><div><p><a href="#r1" id="f1">[1]</a>&nbsp;N <em>m</em></p></div>',
    ),
  ],
  [
    'Word’s own',
    marked(
      '<a href="#f1" name="r1"><sup><span>[1]</span></sup></a>',
      '<div><br clear="all"><hr align="left"><div id="x"><p><a href="#r1" name="f1"><sup>[1]</sup></a> N <em>m</em></p></div></div>',
    ),
  ],
  [
    'Substack’s',
    marked(
      '<a id="r1" href="#f1">1</a>',
      '<div><a id="f1" href="#r1">1</a><div><p>N <em>m</em></p></div></div>',
    ),
  ],
  [
    'GitHub’s',
    marked(
      '<sup><a id="r1" href="#f1">1</a></sup>',
      '<section><h2>Footnotes</h2><ol><li id="f1"><p>N <em>m</em> <a href="#r1">↩</a></p></li></ol></section>',
    ),
  ],
  [
    'kramdown’s',
    marked(
      '<sup id="r1"><a href="#f1">1</a></sup>',
      '<div><hr><ol><li id="f1"><p>N <em>m</em>&nbsp;<a href="#r1">↩</a></p></li></ol></div>',
    ),
  ],
])('%s footnotes become those of Markdown', (_, html) => {
  expect(htmlToMarkdown(html).markdown).toBe('A[^1] b\n\n[^1]: N _m_')
})

test.each([
  ['a list of contents', '<ul><li><a href="#s" id="t">1</a></li></ul><h2 id="s"><a href="#t">1</a></h2>'],
  [
    'a note with a list',
    '<p>A<a id="r1" href="#f1">1</a> b</p><p>c</p><div><a id="f1" href="#r1">1</a><div><p>N</p><ul><li>x</li></ul></div></div>',
  ],
  [
    'a link back that is the note',
    marked('<a id="r1" href="#f1">1</a>', '<ol><li id="f1"><a href="#r1">Smith, p. 3</a></li></ol>'),
  ],
  [
    'a mark in code',
    '<p>A <code>b<sup><a href="#f1" id="r1">1</a></sup></code></p><p id="f1">N <a href="#r1">↩</a></p>',
  ],
  [
    'an index of letters',
    '<p><a id="i" href="#A">A</a> b</p><div id="A"><p>Apple <a href="#i">up</a></p></div>',
  ],
  [
    'two notes in one paragraph',
    '<p>A<a id="r1" href="#f1">1</a> b<a id="r2" href="#f2">2</a></p><p><a id="f1" href="#r1">1</a> N<br><a id="f2" href="#r2">2</a> M</p>',
  ],
])('%s is no footnote, and every word stays in its place', (_, html) => {
  const { markdown } = htmlToMarkdown(html)
  expect(markdown).not.toMatch(/\[\^|[\uE000-\uF8FF]/)
  const words = (said: string) => said.match(/(?<![#a-z])[A-Z][a-z]*|x(?!\w)/g)
  expect(words(markdown)).toEqual(words(textOf(treeOf(html))))
})

test.each([
  ['<sup>see <a href="#f1" id="r1">1</a>, <a href="#f2" id="r2">2</a></sup>', 'A<sup>see [^1], [^2]</sup> b'],
  ['<sup id="r1"><a href="#f1">1</a></sup>: c<a href="#f2" id="r2">2</a>', 'A[^1]\\: c[^2] b'],
])('notes that are paragraphs of one part belong to the marks of %s', (mark, shown) => {
  const notes =
    '<div>Tel 1<p id="f1"><sup><a href="#r1">1</a></sup> 2. Aufl.</p><p id="f2"><strong><a href="#r2">2</a></strong>. - M</p></div>'
  const { markdown } = htmlToMarkdown(marked(mark, notes))
  expect(markdown).toBe(`${shown}\n\nTel 1\n\n[^1]: 2\\. Aufl.\n\n[^2]: \\- M`)
})

test('in HTML no mark is read, and its note stays', () => {
  const table = '<table><tr><td>a<a href="#f" id="r">1</a></td><td><p>b</p><p>c</p></td></tr></table>'
  const { markdown } = htmlToMarkdown(`${table}<p id="f"><a href="#r">1</a> N</p>`)
  expect(markdown).toContain('a[1]')
  expect(markdown).toContain('\\[1\\] N')
})

test('many notes within one part take linear time', async () => {
  const convert = (count: number) => {
    const pairs = Array.from({ length: count }, (_, n) => [
      `<a href="#f${n}" id="r${n}">1</a><br>x`,
      `<p id="f${n}">N <a href="#r${n}">↩</a></p>`,
    ])
    return htmlToMarkdown(
      `<p>${pairs.map(([mark]) => mark).join('')}</p>${pairs.map(([, note]) => note).join('')}`,
    )
  }
  expect(await growthOf(convert, 200)).toBeLessThan(10)
})

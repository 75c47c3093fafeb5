import fc from 'fast-check'
import { expect, test } from 'vitest'

import { textOf } from '#app/features/editing/html-tree.ts'
import { renderContent } from '../content/render-content.server.ts'
import { parseHtml } from '../content/safe-html.server.ts'

import { ghostBody } from './ghost-body.server.ts'
import { htmlToMarkdown } from './html-to-markdown.server.ts'

type Fields = Record<string, unknown>

const one = (fields: Fields) => ghostBody(fields)
const shown = async ({ html }: { html: string }) =>
  (await renderContent(htmlToMarkdown(html).markdown, false)).html
const shownText = async (made: { html: string }) => textOf(parseHtml(await shown(made)))
const lexical = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } })
const fromLexical = (...children: unknown[]) => one({ html: null, lexical: lexical(...children) })
const words = (text: string) => ({
  type: 'paragraph',
  children: [{ type: 'extended-text', text, format: 0 }],
})

test('texts of the editor Lexical are shown whole', async () => {
  const text = (said: string, format = 0) => ({ type: 'extended-text', text: said, format })
  const item = (...children: unknown[]) => ({ type: 'listitem', children })
  const made = fromLexical(
    { type: 'extended-heading', tag: 'h3', children: [text('Head')] },
    {
      type: 'paragraph',
      children: [
        text('bold', 1),
        text(' '),
        text('both', 3),
        { type: 'linebreak' },
        { type: 'link', url: 'https://a.example/?a=1&b=2', children: [text('link')] },
        text(' x<y', 16),
      ],
    },
    {
      type: 'list',
      listType: 'number',
      start: 3,
      children: [
        item(text('three')),
        item({ type: 'list', listType: 'bullet', children: [item(text('in it'))] }),
      ],
    },
    { type: 'extended-quote', children: [text('quoted')] },
    { type: 'codeblock', language: 'js', code: 'a\n\n\n  # b', caption: 'Listing' },
    { type: 'image', src: '/content/images/a.png', alt: 'Alt', caption: 'A <b>caption</b>', width: 10 },
    { type: 'gallery', images: [{ src: '/b.png' }, { src: '/c.png' }], caption: 'Two' },
    { type: 'horizontalrule' },
    { type: 'markdown', markdown: '# Mark\n\n- down' },
    { type: 'html', html: '<div>\n\n<p>raw</p>' },
    {
      type: 'bookmark',
      url: 'https://b.example',
      metadata: { title: 'Mark', description: 'About', publisher: 'Pub' },
    },
    {
      type: 'embed',
      url: 'https://video.example/1',
      html: '<iframe src="x"></iframe>',
      metadata: { title: 'Film' },
    },
    { type: 'file', src: '/f.pdf', fileTitle: 'Paper', fileName: 'f.pdf' },
    { type: 'audio', src: '/a.mp3', title: 'Sound' },
    { type: 'video', src: '/v.mp4', fileName: 'v.mp4', caption: 'Moving' },
    { type: 'toggle', heading: 'Open', content: '<p>Inside</p>' },
    { type: 'callout', calloutEmoji: '💡', calloutText: '<p>Mind</p>' },
    { type: 'button', buttonText: 'Press', buttonUrl: 'https://c.example' },
    { type: 'header', header: 'Big', subheader: 'Small', buttonEnabled: false, buttonText: 'never' },
    {
      type: 'product',
      productTitle: 'Thing',
      productDescription: '<p>Good</p>',
      productRatingEnabled: true,
      productStarRating: 4,
      productButtonEnabled: true,
      productButton: 'Buy',
      productUrl: 'https://d.example',
    },
    { type: 'call-to-action', textValue: '<p>Act</p>', buttonText: 'Now', buttonUrl: 'https://e.example' },
    { type: 'aside', children: [text('beside')] },
  )
  const html = await shown(made)
  const said = textOf(parseHtml(html))
  for (const word of 'Head,bold,both,link,x<y,three,in it,quoted,Listing,A caption,Two,Mark,down,raw,About,Pub,Film,Paper,f.pdf,Sound,v.mp4,Moving,Open,Inside,💡 Mind,Press,Big,Small,Thing,★★★★☆,Good,Buy,Act,Now,beside'.split(
    ',',
  ))
    expect(said).toContain(word)
  expect(said).not.toContain('never')
  for (const part of [
    '<h3',
    '<strong>bold</strong>',
    'href="https://a.example/?a=1&#x26;b=2"',
    '<ol start="3">',
    '<hr>',
    'src="/content/images/a.png"',
    'alt="Alt"',
    '<details',
    'href="https://video.example/1"',
    'href="/f.pdf"',
    'href="/a.mp3"',
  ])
    expect(html.replaceAll('&amp;', '&#x26;')).toContain(part)
  expect(textOf(parseHtml(/<pre[^]*<\/pre>/.exec(html)?.[0] ?? ''))).toContain('a # b')
  expect(made.warnings).toEqual([])
  expect(made.isRestricted).toBe(false)
})

test('texts of the editor Mobiledoc are shown whole', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    atoms: [
      ['soft-return', '', {}],
      ['mention', '@jo', { id: 1 }],
    ],
    cards: [
      ['image', { src: '/a.png', caption: 'Cap' }],
      ['code', { code: 'x\n\ny', language: 'sh' }],
      ['card-markdown', { markdown: '**m**' }],
      ['hr', {}],
      ['email-cta', { html: '<p>secret</p>' }],
      ['strange', { html: '<p>kept</p>', other: 1 }],
      ['gone', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example']]],
    sections: [
      [1, 'h2', [[0, [], 0, 'Head']]],
      [
        1,
        'p',
        [
          [0, [0], 1, 'bold'],
          [1, [], 0, 0],
          [0, [1, 0], 2, 'linked'],
          [1, [], 0, 1],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      ...[0, 1, 2, 3, 4, 5, 6].map((index) => [10, index]),
    ],
  })
  const made = one({ html: null, mobiledoc })
  const said = await shownText(made)
  for (const word of ['Head', 'bold', 'linked', '@jo', 'one', 'two', 'Cap', 'x y', 'm', 'kept'])
    expect(said).toContain(word)
  expect(said).not.toContain('secret')
  expect(await shown(made)).toMatch(/<strong>bold<\/strong><br>/)
  expect(made.warnings).toEqual([
    'A part that was for emails only was left out.',
    'Of a part of the unknown kind “strange” only the text was kept.',
    'A part of the unknown kind “gone” was left out.',
  ])
  const old = JSON.stringify({
    version: '0.2.0',
    sections: [
      [['em']],
      [
        [1, 'p', [[[0], 1, 'old']]],
        [10, 'image-card', { src: '/b.png', caption: 'c' }],
      ],
    ],
  })
  expect(await shown(one({ html: '', mobiledoc: old }))).toContain('<em>old</em>')
})

test('parts for emails only are left out and named', async () => {
  const made = fromLexical(
    words('Hello'),
    { type: 'email', html: '<p>Hi secret</p>' },
    { type: 'html', html: '<p>secret too</p>', visibility: { showOnWeb: false, showOnEmail: true } },
  )
  expect(await shownText(made)).toBe('Hello')
  expect(made.warnings).toEqual(['A part that was for emails only was left out.'])
  const gated = one({
    html: '<p>Hello</p><!--kg-gated-block:begin nonMember:false memberSegment:"" --><p>secret</p><!--kg-gated-block:end--><p>end</p>',
  })
  expect(await shownText(gated)).toBe('Hello end')
  expect(gated.isRestricted).toBe(false)
})

test('cards in HTML keep their words and lose their buttons', async () => {
  const made = one({
    html:
      '<p>See</p><figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/abc123?x" title="Our film"></iframe><figcaption>Film</figcaption></figure>' +
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Title of it</div><div class="kg-bookmark-description">Words</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="i.png"><span class="kg-bookmark-author">Ann</span></div></div></a></figure>' +
      '<div class="kg-card kg-audio-card"><div><audio src="/a.mp3"></audio><div class="kg-audio-title">Song</div><button><svg></svg></button><span>0:00</span></div></div>' +
      '<figure class="kg-card kg-video-card"><div><video src="/v.mp4"></video><button><svg></svg></button></div><figcaption>Moving</figcaption></figure>' +
      '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>Inside</p></div></div>' +
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>it</b></div></div>' +
      '<figure class="kg-card kg-gallery-card"><div><div><img src="/1.png" alt="One"></div></div><figcaption>All</figcaption></figure>' +
      '<figure class="kg-card kg-code-card"><pre><code class="language-js">let a = 1\n\n    let b = 2\n\n# c</code></pre><figcaption>Listing 1</figcaption></figure>',
  })
  const html = await shown(made)
  const said = textOf(parseHtml(html))
  for (const word of [
    'See',
    'Our film',
    'Film',
    'Title of it',
    'Words',
    'Ann',
    'Song',
    'Moving',
    'More',
    'Inside',
    '💡 Mind it',
    'All',
    'Listing 1',
  ])
    expect(said).toContain(word)
  expect(said).not.toContain('0:00')
  expect(html).toContain('alt="One"')
  expect(html).toContain('let a = 1\n\n    let b = 2\n\n# c')
  expect(made.warnings).toEqual([])
})

test('any text and nesting is read in time', () => {
  const quotes = '{"type":"extended-quote","children":['.repeat(3000)
  const deep = `{"root":{"children":[${quotes}${JSON.stringify(words('deep'))}${']}'.repeat(3000)}]}}`
  expect(one({ html: null, lexical: deep })).toMatchObject({ isRestricted: false })
  for (const html of ['<!--'.repeat(50_000), '<'.repeat(50_000), '<!--kg-gated-block:begin '.repeat(20_000)])
    expect(one({ html }).html.length).toBeLessThan(1_000_000)
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 5 }), (root, sections) => {
      one({
        html: '',
        lexical: JSON.stringify({ root: { children: root } }),
        mobiledoc: JSON.stringify({
          version: '0.3.0',
          markups: sections,
          atoms: sections,
          cards: sections,
          sections,
        }),
      })
    }),
  )
})

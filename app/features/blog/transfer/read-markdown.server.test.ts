import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { thirdPartyFolder } from '#tests/support/corpora.ts'
import { growthOf } from '#tests/support/growth.ts'

import { renderContent } from '../content/render-content.server.ts'

import type { ImportedPost } from './imported-post.ts'
import { readMarkdownFiles } from './read-markdown.server.ts'

const settings = { base: '', timeZone: 'UTC', now: Date.UTC(2026, 0) }

function read(text: string, name = 'posts/a.md', others: string[] = []) {
  const files = [name, ...others].map((one) => {
    const bytes = new TextEncoder().encode(text)
    return { name: one, size: bytes.length, bytes: () => bytes }
  })
  return [...readMarkdownFiles(files, settings)][0] as ImportedPost
}

const files = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([name, text]) => {
    const bytes = new TextEncoder().encode(text)
    return { name, size: bytes.length, bytes: () => bytes }
  })
const dated = '---\ntitle: A\ndate: 2024-05-06\n---\nText'

test.each([
  ['---\ntitle: 007\ndate: 2024-05-06\n---\nText', '007'],
  ['---\r\ntitle: no\r\ndate: 2024-05-06\r\n...\r\nText', 'no'],
  ['\uFEFF--- \ntitle: 2024-05-06\ndate: 2024-05-06\n--- \n\nText', '2024-05-06'],
  ['+++\ntitle = "A: b"\ndate = 2024-05-06\n+++\nText', 'A: b'],
  ['+++\ndate = 2024-05-06T00:00:00Z\ntitle = "A"\n[taxonomies]\ntags = ["x"]\n+++\nText', 'A'],
  ['{\n"title": "A",\n"date": "2024-05-06"\n}\n\nText', 'A'],
  ['---\ntitle: Foo: bar\ndate: 2024-05-06\n---\nText', 'Foo: bar'],
  ['---\ntitle: @home\ndate: 2024-05-06\n---\nText', '@home'],
  ['Title: Pelican\nDate: 2024-05-06 00:00\n\nText', 'Pelican'],
  ['.. title: Nikola\n.. date: 2024-05-06 00:00:00 UTC\n\nText', 'Nikola'],
])('front matter of %j', (text, title) => {
  expect(read(text)).toMatchObject({
    title,
    body: 'Text',
    publishedAt: Date.UTC(2024, 4, 6),
    notPublic: null,
    warnings: [],
  })
})

const open = fc.constantFrom('draft: false', 'published: true', 'status: published', 'tags: [a]', 'weight: 3')
const closed = fc.constantFrom(
  'draft: "true"',
  'draft: perhaps',
  'Published: no',
  'status: in review',
  'status: [published]',
  'hidden: 1',
  'unlisted: yes',
  'visibility: members',
  'sitemap: {disable: true}',
  'expiryDate: 2024-01-01',
  '_build: {render: never}',
  'permalink: false',
  'password: x',
  'robots: noindex, follow',
  'headless: true',
  'dg-publish: false',
  'isPublished: no',
  'is_public: false',
)

test('a mix of fields is public only if every one plainly is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(open), fc.option(closed), fc.boolean(), (lines, hidden, isFirst) => {
      const keys = new Set(
        (hidden ?? '')
          .split(':')
          .slice(0, 1)
          .map((key) => key.toLowerCase()),
      )
      const kept = lines.filter((line) => !keys.has(line.split(':')[0] ?? ''))
      const all = hidden === null ? kept : isFirst ? [hidden, ...kept] : [...kept, hidden]
      const post = read(`---\ntitle: A\ndate: 2024-05-06\n${all.join('\n')}\n---\nText`)
      expect(post.notPublic === null).toBe(hidden === null)
    }),
  )
})

test.each([
  ['Text', 'posts/a.md'],
  ['---\ntitle: A\n---\nText', 'posts/a.md'],
  ['---\ntitle: A\ndate: 2024-05-06\n---\nText', '_drafts/a.md'],
  ['---\ntitle: A\ndate: 2024-05-06\ndate: 2024-05-07\n---\nText', 'posts/a.md'],
  ['---\ntitle: A\ndate: 2024-05-06\nText', 'posts/a.md'],
  ['Title: A\nDate: 2024-05-06\nSummary: b\n    c\n\td\nStatus: draft\n\nText', 'posts/a.md'],
  [`Title: A\nDate: 2024-05-06\n${'a: b\n'.repeat(4000)}Status: draft\n\nText`, 'posts/a.md'],
  [`Title: A\nDate: 2024-05-06\n${'long_'.repeat(12)}: b\nStatus: draft\n\nText`, 'posts/a.md'],
  ['---js\nconst title = "A"\nconst draft = true\n---\nText', 'posts/2024-05-06-a.md'],
])('%j in %s is not public', (text, name) => {
  expect(read(text, name).notPublic).not.toBeNull()
})

test('fields without fences may go on in the next lines', () => {
  const text = 'Title: A\nDate: 2024-05-06\nSummary:\n    b: c\n    d\nTags: e\n\nText'
  expect(read(text)).toMatchObject({ excerpt: 'b: c d', tags: ['e'], body: 'Text', notPublic: null })
})

test.each([
  ['', 'Text'],
  ['published: false', null],
  ['\npublished: false', null],
  ['a: {', null],
])('front matter of Hexo has only its end fenced, with %j', (line, body) => {
  const post = read(`title: A\ndate: 2024-05-06\ntags:\n- b\n- c: d\n${line}\n---\n\nText`)
  expect(post.notPublic === null).toBe(body !== null)
  expect(post).toMatchObject({ title: 'A', body: 'Text' })
})

test('fields without fences end before a text with a line', () => {
  const text = 'Title: A\nDate: 2024-05-06\n\nNote: b\n---\nText'
  expect(read(text)).toMatchObject({ title: 'A', body: 'Note: b\n---\nText', notPublic: null })
})

test('front matter in a language of programs is no text', () => {
  const script = '---js\nconst title = "A"\nexport const date = "2024-05-06";\nconst draft = true\n---\nText'
  expect(read(script)).toMatchObject({ title: 'A', body: 'Text', publishedAt: Date.UTC(2024, 4, 6) })
})

test.each([
  ['a {{< figure src="x.png" alt="X" >}} b', 'a ![X](x.png) b'],
  ['a {% unknown %}b{% endunknown %} c', 'a b c'],
  ['`{{ x }}`\n\n```\n{% y %}\n```', '`{{ x }}`\n\n```\n{% y %}\n```'],
  ['{% highlight ruby %}\nputs "{{ x }}"\n{% endhighlight %}', '~~~~~~~~ruby\nputs "{{ x }}"\n~~~~~~~~'],
  ['> [!NOTE]\n> Text', '> **Note**\n>\n> Text'],
  ['[b](b.md) [c](c.md)', '[b](import:posts/b.md) c'],
  ['[[b|B]] [[c]]', '[B](import:posts/b.md) c'],
  ['$x_{{i}}$ for $5 {{ b }} or $6', '$x_{{i}}$ for $5  or $6'],
  ['$a_{% b %}$ \\$c_{{d}}$', '$a_$ \\$c_$'],
])('%j becomes %j', (body, clean) => {
  expect(read(`---\ntitle: A\n---\n${body}`, 'posts/a.md', ['posts/b.md']).body).toBe(clean)
})

test.each([
  ['<b style={{color: "red"}} id="c">d</b>', 'a.md', '<b id="c">d</b>'],
  ['<a class="b" href={{ b }}>c</a>', 'a.md', '<a class="b">c</a>'],
  ['<b style={{color: "red"}} className={c}>d</b>', 'a.mdx', '<b>d</b>'],
  [`<img width={500} alt={'b c'} src={"d.png"} />`, 'a.mdx', '<img width="500" alt="b c" src="d.png" />'],
  [
    '<video\n  style={{a: 1}}\n  loop={b}\n  controls={true}\n></video>',
    'a.mdx',
    '<video\n  controls="true"\n></video>',
  ],
  ['a {"b" + c} {5 + d}', 'a.mdx', 'a'],
  [`a {'<'} b{" "}c`, 'a.mdx', 'a &lt; b c'],
])('of %j in %s, no part of a tag is left as text', (body, name, clean) => {
  expect(read(`---\ntitle: A\n---\n${body}`, name).body).toBe(clean)
})

test('links lead to posts of a site in any folder of the zip', () => {
  const bodyOf = (link: string, name: string) =>
    read(`---\ntitle: A\n---\n[b](${link})`, name, ['x/content/c/d.md', 'x/content/e/index.md']).body
  expect(bodyOf('@/c/d.md', 'x/content/a.md')).toBe('[b](import:x/content/c/d.md)')
  expect(bodyOf('/content/c/d.md', 'x/content/e/f/a.md')).toBe('[b](import:x/content/c/d.md)')
  expect(bodyOf('{{< ref "/e" >}}', 'x/content/c/a.md')).toBe('[b](import:x/content/e/index.md)')
  expect(bodyOf('/c/d.md', 'y/content/a.md')).toBe('b')
})

test('what is indented in components of MDX is no code', () => {
  const body =
    'a[^1]\n\n[^1]: n\n\n    m\n\n<D>\n\t\to\n</D>\n\n<A>\n  <B>\n    <C>\n      b\n\n      - c\n        - d\n\n      ```js\n        e\n      ```\n    </C>\n  </B>\n</A>\n'
  const list = '- f\n\n    g\n'
  expect(
    read(`---\ntitle: A\n---\n${body}\n${list}`, 'a.mdx')
      .body.replaceAll(/\n\s*\n/g, '\n\n')
      .trim(),
  ).toBe('a[^1]\n\n[^1]: n\n\n    m\n\no\n\nb\n\n- c\n  - d\n\n```js\n  e\n```\n\n- f\n\n    g')
  expect(read(`---\ntitle: A\n---\nb\n\n    <C>\n`, 'a.md').body).toBe('b\n\n    <C>')
})

test('formulas keep their braces in MDX', () => {
  const formulas =
    '$\\mathbf{Y}$ and $\\hat{a}\nb$:\n\n$$\n\\begin{array}\n  {c}\n  y_{1} \\\\\n\\end{array}\n$$'
  const { body, warnings } = read(`---\ntitle: A\n---\n${formulas}\n\n{b} costs $5 {c} or $6`, 'a.mdx')
  expect([body, warnings.length]).toEqual([`${formulas}\n\n costs $5  or $6`, 2])
})

test.each([
  ['{% comment %}\nb\n\n```\nc\n```\n{% endcomment %}', 'a.md'],
  ['{%- comment -%} b {%- endcomment -%}', 'a.md'],
  ['{{% comment %}}\nb\n{{% /comment %}}', 'a.md'],
  ['{{< comment >}}b{{< /comment >}}', 'a.md'],
  ['{::comment}\nb\n{:/comment}', 'a.md'],
  ['{::comment}b{:/}', 'a.md'],
  ['{# b\nb #}', 'a.md'],
  ['%% b is 5 % of c %%', 'a.md'],
  [`%%\n${'b c\n\n'.repeat(1000)}%%`, 'a.md'],
  [`{/* ${'b c\n\n'.repeat(1000)}*/}`, 'a.mdx'],
])('the comment %j is no text', (comment, name) => {
  const { body, notPublic, warnings } = read(`---\ntitle: A\ndate: 2024-05-06\n---\na\n\n${comment}`, name)
  expect([body, notPublic]).toEqual(['a', null])
  expect(warnings.join()).toContain('was left out')
})

test('in HTML, comments of Liquid are no text wherever they stand', () => {
  const html =
    '---\ntitle: A\n---\n<div>\n\n    {% comment %}b{% endcomment %}\n\n    <p>a %% {# %</p>\n</div>'
  expect(read(html, '_posts/2024-05-06-a.html')).toMatchObject({ body: 'a %% {# %', notPublic: null })
})

test.each([
  ['{% comment %} b', 'comment'],
  ['{% comment %} {% comment %} b {% endcomment %} c {% endcomment %}', 'comment'],
  ['{{< comment >}} b', 'comment'],
  ['{::comment} b', 'comment'],
  ['{# b', 'comment'],
  ['b %% c', 'comment'],
  ['{% if user %}b{% endif %}', 'condition'],
  ['{%- unless user -%}b{% endunless %}', 'condition'],
  ['{% case a %}{% when 1 %}b{% endcase %}', 'condition'],
  ['`{% if a %}` `{# b` `%%` {% raw %}{% comment %} {% if a %} %%{% endraw %}', null],
  ['```\n{% comment %}\n%%\n{# a\n```', null],
  ['## b {#id}\n\n{% iframe x %} {{< comments >}} {/* c', null],
])('whether %j is unclear: %s', (body, reason) => {
  const { notPublic } = read(`---\ntitle: A\ndate: 2024-05-06\n---\n${body}`)
  expect(notPublic).toEqual(reason === null ? null : expect.stringContaining(reason))
})

test.each(['{% comment %}', '%% a ', '{# a', '{::comment}', '{% raw %}', '{%                ', '<p hidden>'])(
  'the time for %j grows with its length',
  async (piece) => {
    expect(await growthOf((size) => read(piece.repeat(size)), 2000)).toBeLessThan(10)
  },
)

test.each([
  ['date: 2024-05-06\npublishDate: 2030-01-02', Date.UTC(2030, 0, 2), true],
  ['date: 2024-05-06\npublishDate: 2024-07-08', Date.UTC(2024, 4, 6), true],
  ['date: 2024-05-06\npublishDate: soon', Date.UTC(2024, 4, 6), false],
  ['date: 2024-05-06\npublishDate:', Date.UTC(2024, 4, 6), true],
  ['publishDate: 2030-01-02', Date.UTC(2030, 0, 2), true],
])('%j is published at %s', (lines, at, isPublic) => {
  const { publishedAt, notPublic } = read(`---\ntitle: A\n${lines}\n---\nText`)
  expect([publishedAt, notPublic === null]).toEqual([at, isPublic])
})

test.each([
  ['<div hidden>\n\nb\n\n</div>', true],
  ['b <span style="color: red; display: none">c</span>', true],
  ['<p title="a>b" style="visibility:hidden">b</p>', true],
  ['<p aria-hidden="true" class="hidden">b</p>', false],
  ['`<p hidden>` <input type="hidden">\n\n```html\n<div hidden>\n```', false],
])('whether %j hides a part: %s', (body, isHidden) => {
  const { notPublic } = read(`---\ntitle: A\ndate: 2024-05-06\n---\n${body}`)
  expect(notPublic).toBe(isHidden ? 'A part of its text was hidden.' : null)
})

test.each([
  ['_posts/2024-05-06-a.md', true],
  ['docs/_posts/de/a.md', true],
  ['_i18n/de/_posts/a.md', true],
  ['blog/a_b.md', true],
  ['blog/_a.md', false],
  ['_posts/_templates/a.md', false],
  ['_posts/2024-05-06-a/notes.md', false],
  ['_posts/2024-05-06-a/index.md', true],
  ['_posts/2024-05-06-a/2024-05-07-b.md', true],
  ['_articles/a.md', false],
])('a post at %s is public: %s', (name, isPublic) => {
  expect(read(dated, name).notPublic === null).toBe(isPublic)
  const config = { '_config.yml': 'collections:\n  articles:\n    output: true\n' }
  const [post] = [...readMarkdownFiles(files({ [name]: dated, ...config }), settings)] as ImportedPost[]
  expect(post?.notPublic === null).toBe(isPublic || name === '_articles/a.md')
})

test.each([
  ['posts/_index.md', '---\ncascade:\n  draft: true\n---', false],
  ['posts/_index.md', '---\ncascade:\n  build: {render: never, list: never}\n---', false],
  ['posts/_index.md', '---\ncascade:\n- target: {path: /x/**}\n  params: {hidden: true}\n---', false],
  ['_index.de.md', '+++\n[cascade]\n[cascade._build]\nrender = "never"\n+++', false],
  ['posts/_index.md', '---\ncascade: {\n---', false],
  ['posts/_index.md', '---\ndraft: true\ncascade: {type: blog}\n---', true],
  ['other/_index.md', '---\ncascade: {draft: true}\n---', true],
  ['posts/posts.json', '{"permalink": false}', false],
  ['posts/posts.json', '{"layout": "post", "tags": ["a"]}', true],
  ['posts/posts.json', '{', false],
  ['posts/other.json', '{"draft": true}', true],
  ['posts/posts.11tydata.json', '{"eleventyExcludeFromCollections": true}', false],
  ['posts/posts.11tydata.js', 'module.exports = { draft: process.env.A }', false],
  ['posts/posts.11tydata.js', "// a\nexport default {\n  tags: ['posts'],\n  layout: 'a.njk',\n};\n", true],
  ['posts/posts.11tydata.cjs', 'module.exports = { permalink: false }', false],
])('a post below %s with %j is public: %s', (name, said, isPublic) => {
  const all = files({ [name]: said, 'posts/deep/a.md': dated })
  const post = [...readMarkdownFiles(all, settings)].find((entry) => 'body' in entry) as ImportedPost
  expect(post.notPublic === null).toBe(isPublic)
})

test('covers by any name', () => {
  const pictureOf = (line: string) => read(`---\ntitle: A\n${line}\n---\nText`).picture
  expect(['coverImage: a.jpg', 'cover_image: {src: a.jpg}', 'cover-image: a.jpg'].map(pictureOf)).toEqual(
    Array.from({ length: 3 }, () => 'a.jpg'),
  )
})

test.each([
  ['utf16le', ''],
  ['latin1', ''],
  ['utf8', '\0'],
] as const)('files in %s are read', (encoding, end) => {
  const bytes = Buffer.from(`---\ntitle: Grüße\n---\n${'Téxt '.repeat(50)}${end}`, encoding)
  const file = { name: 'a.md', size: bytes.length, bytes: () => bytes }
  expect([...readMarkdownFiles([file], settings)]).toMatchObject([{ title: 'Grüße' }])
})

test('a page bundle and a dated name', () => {
  expect(read('Text', 'posts/hello/index.md').slug).toBe('hello')
  expect(read('---\ntags: a b\n---\n', '_posts/2024-05-06-hello.md')).toMatchObject({
    slug: 'hello',
    tags: ['a', 'b'],
    publishedAt: Date.UTC(2024, 4, 6),
  })
})

test.each(['pubDatetime', 'pub_date', 'datePublished', 'publish_date', 'publishedOn'])(
  'a date by the name %s',
  (name) => {
    const publishedAt = Date.UTC(2024, 4, 6)
    expect(read(`---\ntitle: A\n${name}: 2024-05-06\n---\nText`)).toMatchObject({
      publishedAt,
      notPublic: null,
    })
  },
)

test('a heading that repeats the title is no part of the text', () => {
  expect(read('---\ntitle: A\n---\n\n# A\n\nText').body).toBe('Text')
  expect(read('---\ntitle: A\n---\n# A b\n\nText').body).toBe('# A b\n\nText')
  expect(read('---\ntitle: A\nid: foyer:1\n---\n# A\n\nText').body).toBe('# A\n\nText')
})

test('a path with its date, as Zola has it', () => {
  const text =
    '+++\npath = "2014/12/12/Timeline"\ntitle = "A"\naliases = ["2014/12/12/Timeline.html"]\n+++\nText'
  expect(read(text, 'content/timeline.md')).toMatchObject({
    slug: 'Timeline',
    publishedAt: Date.UTC(2014, 11, 12),
    notPublic: null,
    formerAddresses: ['/2014/12/12/Timeline', '/2014/12/12/Timeline.html'],
  })
})

test.each([
  ['_posts/2024-05-06-My-post.md', '', '', '/2024/05/06/My-post.html'],
  ['docs/_posts/2024-5-6-my-post.md', '_config.yml', 'permalink: pretty', '/docs/2024/05/06/my-post/'],
  ['_posts/2024-05-06-my-post.md', '_config.yml', 'permalink: /blog/:year/:title/', '/blog/2024/my-post/'],
  ['_posts/2024-05-06-my-post.md', '_config.yml', '---\npermalink: /n/:title/\n', '/n/my-post/'],
  ['_posts/2024-05-06-my-post.md', '_config.yml', 'permalink: /:unknown/:title/', null],
  ['source/_posts/my-post.md', '', '', '/2024/05/06/my-post/'],
  ['content/posts/My post.md', '', '', '/posts/my-post/'],
  ['content/posts/my-post/index.md', 'hugo.toml', 'title = "x"', '/posts/my-post/'],
  ['content/posts/a.md', 'hugo.toml', '[permalinks]\nposts = "/:year/:month/:slug/"', '/2024/05/a/'],
  ['content/Posts/My post/index.md', 'hugo.toml', '[permalinks]\nposts = "/p/:slug/"', '/p/my-post/'],
  ['blog/2024-05-06-my-post.md', '', '', '/blog/2024/05/06/my-post'],
  ['texts/my-post.md', '', '', null],
])('%s with %s %s was published at %s', (name, config, said, address) => {
  const all = files({ [name]: dated, ...(config ? { [config]: said } : {}) })
  const [post] = [...readMarkdownFiles(all, settings)] as ImportedPost[]
  expect(post?.formerAddresses).toEqual(address === null ? [] : [address])
})

test.each([
  ['a.de.md', 'a', 'de', '/de/post/a/'],
  ['a.pt-br.md', 'a', 'pt', '/pt-br/post/a/'],
  ['a/index.zh-hant-tw.md', 'a', 'zh-Hant', '/zh-hant-tw/post/a/'],
  ['node.js.md', 'node.js', '', '/post/node.js/'],
])('the name %s says the address and the language', (name, slug, language, address) => {
  const plain = `content/post/${name.replace(/\.[\w-]+\.md$/, '.md')}`
  expect(read(dated, `content/post/${name}`, [plain])).toMatchObject({
    slug,
    language,
    formerAddresses: [address],
  })
})

test.each([
  ['content/a.de.md', 'content/a.md', ''],
  ['content/a/index.en.md', 'content/a/index.fr.md', 'defaultContentLanguage = "fr"'],
  ['content/de/posts/a.md', 'content/en/posts/a.md', ''],
  ['_posts/de/2024-05-06-a.md', '_posts/2024-05-06-a.md', ''],
  ['i18n/fr/docusaurus-plugin-content-blog/a.md', 'blog/a.md', ''],
])('%s is a translation of %s', (name, original, config) => {
  const all = files({
    [original]: dated,
    [name]: dated,
    'blog/js/a.md': dated,
    'blog/id/a.md': dated,
    'hugo.toml': config,
  })
  const posts = [...readMarkdownFiles(all, settings)] as ImportedPost[]
  const links = new Map(posts.map(({ place, translationOf }) => [place, translationOf]))
  expect(links.get(name)).toEqual({ address: `import:${original}`, digest: null })
  expect([original, 'blog/js/a.md', 'blog/id/a.md'].map((one) => links.get(one))).toEqual([null, null, null])
})

test('the folder of a language says the language, and a path of a post its day', () => {
  expect(read(dated, 'content/de/posts/a.md').language).toBe('de')
  expect(read(dated, 'posts/a.fr.md').language).toBe('fr')
  expect(read(dated, 'content/posts/a.md').language).toBe('')
  expect(read('+++\ntitle = "A"\npath = "news/2024/05/06/a"\n+++\nText').publishedAt).toBe(
    Date.UTC(2024, 4, 6),
  )
  expect(read('---\ntitle: A\n---\nText', '2024-5-6-a.md')).toMatchObject({
    slug: 'a',
    publishedAt: Date.UTC(2024, 4, 6),
  })
})

test('properties below the title of a page of Notion are its fields', () => {
  const page = (state: string) => `# My page\n\nTags: a, b\nDate: May 6, 2024\n${state}\nText\n`
  const name = 'Blog/My page 0123456789abcdef0123456789abcdef.md'
  expect(read(page('Status: Published\n'), name)).toMatchObject({
    title: 'My page',
    slug: 'My page',
    tags: ['a', 'b'],
    body: 'Text',
    publishedAt: Date.UTC(2024, 4, 6),
    notPublic: null,
  })
  expect(read(page('Status: In review\n'), name).notPublic).toContain('Status'.toLowerCase())
  expect(read(page(''), name).notPublic).not.toBeNull()
})

test.each([
  [
    '{%\n  highlight\n  ruby\n%}\n{% raw\n%}\na {{ b }}\n{% endraw %}\n{% endhighlight %}',
    '~~~~~~~~ruby\na {{ b }}\n~~~~~~~~',
  ],
  ['{{< code-toggle file=hugo >}}\na = 1\n{{< /code-toggle >}}', '~~~~~~~~\na = 1\n~~~~~~~~'],
  ['{{< mermaid >}}\ngraph\n{{< /mermaid >}}', '~~~~~~~~mermaid\ngraph\n~~~~~~~~'],
  ['b {{ page.title }}', 'b A'],
  ['{% include video id="b-1" provider="youtube" %}', 'https://www.youtube.com/watch?v=b-1'],
  ['{% include image.html url="/b.jpg" description="c" %}', '![c](/b.jpg)\n\n*c*'],
  ['{% youtube "https://youtu.be/b-1" %}', 'https://youtu.be/b-1'],
  ['{% include youtubePlayer.html id="b" %}', 'https://www.youtube.com/watch?v=b'],
  ['{% include figure image_path="/b c.jpg" alt="d" caption="e" %}', '![d](/b%20c.jpg)\n\n*e*'],
  ['{{< x user="b" id="1" >}}', 'https://x.com/b/status/1'],
  ['{{< tweet 1 >}}', 'https://x.com/i/status/1'],
  ['{{< bilibili "b" >}}', 'https://www.bilibili.com/video/b'],
  ['{{< video src="/b c.mp4" title="d" >}}', '[d](/b%20c.mp4)'],
  ['{{< audio /b/c.mp3 >}}', '[c.mp3](/b/c.mp3)'],
])('template %j becomes %j', (template, body) => {
  expect(read(`---\ntitle: A\ndate: 2024-05-06\n---\n${template}\n`)).toMatchObject({ body, warnings: [] })
})

test('a post of Jekyll may be HTML', () => {
  const html = '---\ntitle: A\n---\n<p>One <b>two</b></p>\n<pre>a\n\n  b</pre>'
  expect(read(html, '_posts/2024-05-06-a.html').body).toBe('One **two**\n\n```\na\n\n  b\n```')
})

const blogs = join(thirdPartyFolder, 'real-files', 'markdown-blogs')

test.runIf(existsSync(blogs)).each([
  ['toml', 31, 0],
  ['jekyll', 39, 1],
  ['hugo', 37, 37],
])(
  'the posts of %s have title, date and state as on their site, and no template is shown',
  async (name, count, drafts) => {
    const folder = join(blogs, name)
    const all = files(
      Object.fromEntries(
        readdirSync(folder).map((file) => [`_posts/${file}`, readFileSync(join(folder, file), 'utf8')]),
      ),
    )
    const posts = [...readMarkdownFiles(all, settings)].filter(
      (entry): entry is ImportedPost => 'body' in entry,
    )
    expect(posts).toHaveLength(count)
    expect(posts.filter(({ notPublic }) => notPublic !== null)).toHaveLength(drafts)
    for (const post of posts) {
      expect(post.title, post.place).not.toBe('')
      if (post.notPublic === null) expect(post.publishedAt, post.place).not.toBeNull()
      const { html } = await renderContent(post.body, false)
      const outside = html.replaceAll(/<(pre|code)\b[^]*?<\/\1>/g, '')
      expect(outside, post.place).not.toMatch(/\{\{|\{%|^\+\+\+|^---$/m)
    }
  },
)

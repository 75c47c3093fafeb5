import fc from 'fast-check'
import { expect, test } from 'vitest'

import { renderContent } from '../content/render-content.server.ts'

import { type ImportedPost, type ImportEntry, memoryFile } from './imported-post.ts'
import { isBloggerTakeout, isFeed, readBloggerTakeout, readFeedPosts } from './read-feed-posts.server.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const settings = { base: '', timeZone: 'Europe/Berlin', now: NOW }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string | Uint8Array): ImportEntry[] => [
  ...readFeedPosts(memoryFile('feed', typeof text === 'string' ? bytesOf(text) : text), settings),
]
const postsOf = (text: string | Uint8Array) =>
  read(text).filter((entry): entry is ImportedPost => 'body' in entry)
const rss = (items: string, channel = '<title>Old</title><link>https://old.example/</link>') =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel>${channel}${items}</channel></rss>`
const DATE = '<pubDate>Tue, 05 May 2020 10:00:00 +0200</pubDate>'
const item = (inside: string) => `<item>${DATE}${inside}</item>`
const atom = (entries: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>Old</title><link rel="alternate" href="https://old.example/"/>${entries}</feed>`
const blogger = (inside: string, kind = 'post') =>
  `<entry><id>tag:blogger.com,1999:blog-1.post-2</id><published>2020-05-05T10:00:00.000+02:00</published><category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${kind}'/>${inside}</entry>`
const json = (...items: unknown[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Old',
    home_page_url: 'https://old.example',
    items,
  })

test('an item of RSS is a post', () => {
  expect(
    postsOf(
      rss(
        item(
          `<title>Tips &amp;amp; tricks &lt;b&gt;now&lt;/b&gt;</title><link>https://old.example/2020/tips.html</link><guid isPermaLink="false">7</guid><dc:creator>Ann</dc:creator><category>R&amp;D</category><category><![CDATA[C++]]></category><description>In short</description><content:encoded><![CDATA[<p>Hello <img src="/a.png"></p>]]></content:encoded><enclosure url="https://old.example/b.jpg" type="image/jpeg" length="1"/><enclosure url="https://old.example/c.mp3" type="audio/mpeg" length="1"/>`,
        ),
        '<title>Old</title><link>https://old.example/</link><language>de-DE</language>',
      ),
    ),
  ).toMatchObject([
    {
      source: 'feed:7',
      place: 'line 2',
      title: 'Tips & tricks now',
      slug: 'tips',
      excerpt: 'In short',
      author: 'Ann',
      language: 'de',
      tags: ['R&D', 'C++'],
      picture: 'https://old.example/b.jpg',
      formerAddresses: ['https://old.example/2020/tips.html'],
      publishedAt: Date.parse('2020-05-05T08:00:00Z'),
      notPublic: null,
      warnings: [],
    },
  ])
})

test('pictures and links are those of the old site, and sounds become links', async () => {
  const [post] = postsOf(
    rss(
      item(
        '<link>https://old.example/2020/a</link><description>&lt;p&gt;&lt;img src="b.png"&gt; &lt;a href="/c?x=1&amp;amp;y=2"&gt;c&lt;/a&gt;&lt;/p&gt;</description><enclosure url="https://old.example/c.mp3" type="audio/mpeg" length="1"/>',
      ),
    ),
  )
  const { html } = await renderContent(post?.body ?? '', false)
  expect(html).toContain('src="https://old.example/2020/b.png"')
  expect(html).toMatch(/href="https:\/\/old\.example\/c\?x=1&(?:amp;|#x26;)y=2"/)
  expect(html).toContain('href="https://old.example/c.mp3"')
})

test('entries of Atom are read by the type of their texts', () => {
  const entries = postsOf(
    atom(
      `<entry><id>a</id><title type="text">a &lt;b> c</title><updated>2020-05-05T08:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x <em>y</em> &amp;amp;</p></div></content><author><name>Ann</name></author><author><name>Bo</name></author></entry>
      <entry><id>b</id><title type="html">&lt;i&gt;T&lt;/i&gt;</title><published>2020-05-05T08:00:00Z</published><content type="html"><![CDATA[<p>h</p>]]></content><link href="/b"/></entry>
      <entry><id>c</id><title>c</title><published>2020-05-05T08:00:00Z</published><content>1 &lt; 2

      next</content></entry>`,
      ' xml:lang="fr"',
    ),
  )
  expect(entries).toMatchObject([
    { source: 'feed:a', title: 'a <b> c', author: 'Ann, Bo', language: 'fr', notPublic: null },
    { title: 'T', body: 'h', formerAddresses: ['/b'], slug: 'b' },
    { title: 'c' },
  ])
  expect(entries[0]?.body).toContain('x _y_ \\&amp;')
  expect(entries[2]?.body).toMatch(/1 (?:<|&lt;|\\<) 2[^]*next/)
})

test('of Blogger’s export only posts are posts, and drafts are drafts', () => {
  const entries = read(
    atom(
      [
        blogger('<content type="html">template</content>', 'template'),
        blogger(
          '<title>P</title><content type="html">&lt;p&gt;a&lt;/p&gt;</content><category scheme="http://www.blogger.com/atom/ns#" term="Tag"/><link rel="replies" href="https://x.example/"/><link rel="alternate" href="https://old.example/2020/05/p.html"/>',
        ),
        blogger(
          '<title>D</title><content type="html">a</content><app:control><app:draft>yes</app:draft></app:control>',
        ),
        blogger('<content type="html">c</content>', 'comment'),
        blogger('<content type="html">c</content>', 'page'),
      ].join(''),
    ),
  )
  expect(entries).toMatchObject([
    {
      title: 'P',
      notPublic: null,
      tags: ['Tag'],
      slug: 'p',
      formerAddresses: ['https://old.example/2020/05/p.html'],
    },
    { title: 'D', notPublic: 'It was a draft.' },
    { note: 'Only posts are imported. Left out: 1 template, 1 comment, 1 page.' },
  ])
  const closed = `<entry><id>tag:blogger.com,1999:blog-1.settings.BLOG_READ_ACCESS_MODE</id><category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#settings'/><content type='text'>PRIVATE</content></entry>`
  expect(postsOf(atom(closed + blogger('<content type="html">a</content>')))[0]?.notPublic).toBe(
    'Its blog was not open to everybody.',
  )
})

test('Google’s Takeout of Blogger says the state in its own words', () => {
  const entry = (status: string, published = '2020-05-05T08:00:00Z', more = '') =>
    `<entry><id>tag:blogger.com,1999:blog-1.post-2</id><blogger:type>POST</blogger:type>${status && `<blogger:status>${status}</blogger:status>`}<title>T</title><content type='html'>&lt;p&gt;a&lt;/p&gt;</content><published>${published}</published><author><name>A</name><blogger:type>BLOGGER</blogger:type></author><blogger:filename>/2020/05/t.html</blogger:filename>${more}</entry>`
  const feed = atom(
    [
      entry('LIVE'),
      entry('DRAFT'),
      entry('SCHEDULED', '2027-01-01T00:00:00Z'),
      entry('SCHEDULED'),
      entry(''),
      entry('SOFT_TRASHED'),
      entry('LIVE', undefined, '<blogger:trashed>2021</blogger:trashed>'),
      '<entry><blogger:type>COMMENT</blogger:type><content type="html">c</content></entry>',
    ].join(''),
  )
  const name = 'Takeout/Blogger/Blogs/Old/feed.atom'
  expect(isBloggerTakeout([name])).toBe(true)
  expect(isBloggerTakeout(['posts/a.html', 'feed.xml'])).toBe(false)
  expect([
    ...readBloggerTakeout([{ name, size: feed.length, bytes: () => bytesOf(feed) }], settings),
  ]).toMatchObject([
    { place: `${name}, line 1`, slug: 't', formerAddresses: ['/2020/05/t.html'], notPublic: null },
    { notPublic: 'Its field “blogger:status” does not say plainly that it is public.' },
    { notPublic: null, publishedAt: Date.parse('2027-01-01T00:00:00Z') },
    { notPublic: 'Its field “blogger:status” does not say plainly that it is public.' },
    { notPublic: 'The file does not say whether it was public.' },
    { note: 'Only posts are imported. Left out: 2 trashed posts, 1 comment.' },
  ])
})

test('items of a JSON Feed are posts', () => {
  expect(
    postsOf(
      json(
        {
          id: 1,
          url: 'https://old.example/a',
          title: 'A',
          content_html: '<p>h</p>',
          summary: 's',
          date_published: '2020-05-05T10:00:00+02:00',
          tags: ['x', 3],
          authors: [{ name: 'Ann' }],
          image: '/i.png',
          attachments: [{ url: 'https://old.example/c.mp3' }],
        },
        {
          id: 'b',
          content_text: 'plain\n\ntext',
          date_published: '2020-05-05T10:00:00Z',
          _own: { draft: true },
        },
        { id: 'c', content_html: 'x' },
      ),
    ),
  ).toMatchObject([
    {
      source: 'feed:1',
      title: 'A',
      excerpt: 's',
      author: 'Ann',
      tags: ['x'],
      picture: 'https://old.example/i.png',
      notPublic: null,
      publishedAt: Date.parse('2020-05-05T08:00:00Z'),
    },
    { body: 'plain\n\ntext', notPublic: 'It was a draft.' },
    { notPublic: 'It has no date.' },
  ])
})

test('no mix of fields makes an entry public that is not plainly so', () => {
  const word = fc.constantFrom(
    '',
    'public',
    'live',
    'yes',
    'no',
    'true',
    'false',
    '1',
    'members',
    'draft',
    'scheduled',
    'x',
  )
  const field = fc.record({
    name: fc.constantFrom(
      'x:status',
      'visibility',
      'app:control/app:draft',
      'isPrivate',
      'members_only',
      'published',
      'password',
      'title',
    ),
    word,
  })
  fc.assert(
    fc.property(fc.array(field, { maxLength: 3 }), (fields) => {
      const isPlain = fields.every(({ name, word: said }) => {
        if (said === '' || name === 'title') return true
        if (name === 'password') return false
        if (name === 'published') return !['no', 'false'].includes(said)
        return /status|visibility/.test(name)
          ? ['public', 'live'].includes(said)
          : ['no', 'false'].includes(said)
      })
      const inside = fields
        .map(({ name, word: said }) =>
          name.split('/').reduceRight((text, part) => `<${part}>${text}</${part}>`, said),
        )
        .join('')
      expect(
        postsOf(rss(item(`<description>a</description>${inside}`))).map(
          ({ notPublic }) => notPublic === null,
        ),
      ).toEqual([isPlain])
      const row = Object.fromEntries(
        fields.map(({ name, word: said }) => [name.replace(/^.*[/:]/, ''), said]),
      )
      const flat = Object.entries(row).every(([name, said]) => {
        if (said === '' || name === 'title') return true
        if (name === 'password') return false
        if (name === 'published') return !['no', 'false'].includes(said)
        return /status|visibility/.test(name)
          ? ['public', 'live'].includes(said)
          : ['no', 'false'].includes(said)
      })
      expect(
        postsOf(json({ content_html: 'a', date_published: '2020-05-05T10:00:00Z', ...row })).map(
          ({ notPublic }) => notPublic === null,
        ),
      ).toEqual([flat])
    }),
  )
})

test('an entry without a date is a draft, and one dated ahead is a schedule', () => {
  expect(postsOf(rss('<item><description>a</description></item>'))).toMatchObject([
    { notPublic: 'It has no date.' },
  ])
  expect(
    postsOf(rss('<item><description>a</description><pubDate>Fri, 01 Jan 2027 00:00:00 GMT</pubDate></item>')),
  ).toMatchObject([{ notPublic: null, publishedAt: Date.parse('2027-01-01T00:00:00Z') }])
})

test('what is only the beginning of a text is named', () => {
  const warned = (text: string) =>
    postsOf(rss(item(`<description><![CDATA[${text}]]></description>`)))[0]?.warnings
  expect(warned('<p>It began […]</p>')).toEqual(['The feed seems to have only the beginning of it.'])
  expect(warned('<p>It began. <a href="https://old.example/a">Read more →</a></p>')).toEqual([
    'The feed seems to have only the beginning of it.',
  ])
  expect(warned('A sentence.')).toEqual(['The feed may have only a summary of it.'])
  expect(warned('<p>All of it.</p>')).toEqual([])
})

test('broken entries cost nothing but themselves', () => {
  expect(
    postsOf(
      rss(
        item('<title>R&D & more; AT&T</title><description>a</description>') + item('<title>&nbsp;b</title>'),
      ),
    ),
  ).toMatchObject([{ title: 'R&D & more; AT&T', notPublic: null }, { title: 'b' }])
  const [whole = ''] = rss(item('<title>a</title>') + item('<title>b</title><description>a')).split(
    '</item></channel>',
  )
  const cut = read(whole)
  expect(cut.at(-1)).toMatchObject({
    title: 'b',
    body: 'a',
    notPublic: 'The file ends within its entry, or it is too long.',
  })
  expect(
    postsOf(
      rss(item('<title>a</i></title><description>x</description>') + item('<description>y</description>')),
    ),
  ).toMatchObject([{ notPublic: 'Its entry in the file is damaged.' }, { body: 'y', notPublic: null }])
  const long = 'é'.repeat(300_000)
  expect(postsOf(rss(item(`<description>${long} &amp; ${long}</description>`)))[0]?.body).toHaveLength(
    600_003,
  )
})

test('encodings that a feed declares are read', () => {
  const bytes = Uint8Array.from(
    Array.from(rss(item('<title>café</title>')).replace('?>', ' encoding="ISO-8859-1"?>'), (letter) =>
      letter.charCodeAt(0),
    ),
  )
  expect(postsOf(bytes)[0]?.title).toBe('café')
})

test('what is no feed is refused in a sentence', () => {
  expect(() => read('<opml><body/></opml>')).toThrow(
    'This XML file is neither an export from WordPress or Blogger nor an RSS or Atom feed.',
  )
  expect(() => read('{"version":')).toThrow('This JSON file is damaged. Please export it again.')
  expect(isFeed('<?xml version="1.0"?>\n<!-- x -->\n<rss version="2.0">')).toBe(true)
  expect(isFeed('{"version":"https://jsonfeed.org/version/1"')).toBe(true)
  expect(isFeed('<!doctype html><html>')).toBe(false)
  expect(isFeed('{"db":[')).toBe(false)
})

test('any text is read or refused in time', () => {
  const pieces = fc.constantFrom(
    '<item>',
    '</item>',
    '<title>',
    '</title>',
    '<![CDATA[',
    ']]>',
    '&',
    '<',
    '>',
    '<!--',
    '-->',
    '<?',
    'a',
    '<description>',
    '</channel>',
    '</rss>',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      read(rss(parts.join('')))
    }),
  )
  read(rss('<a>'.repeat(50_000)))
  read(rss(item('<description>'.repeat(20_000))))
})

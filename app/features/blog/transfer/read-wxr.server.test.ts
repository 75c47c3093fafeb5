import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { strFromU8, strToU8 } from 'fflate'
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { thirdPartyFolder } from '#tests/support/corpora.ts'
import { growthOf } from '#tests/support/growth.ts'

import { rawText } from '#app/features/editing/html-tree.ts'
import { renderContent } from '../content/render-content.server.ts'

import { type ImportEntry, type ImportedPost, memoryFile } from './imported-post.ts'
import { readWordPress } from './read-wxr.server.ts'

const NOW = Date.UTC(2026, 10, 26)

function read(bytes: string | Uint8Array): ImportEntry[] {
  const file = memoryFile('export.xml', typeof bytes === 'string' ? strToU8(bytes) : bytes)
  return [...readWordPress(file, { base: '', timeZone: 'Europe/Berlin', now: NOW })]
}

const postsOf = (bytes: string | Uint8Array) =>
  read(bytes).filter((entry): entry is ImportedPost => 'body' in entry)

const wxr = (inside: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:base_site_url>https://old.example</wp:base_site_url>${inside}</channel></rss>`

type Fields = Partial<Record<'status' | 'password' | 'gmt' | 'local' | 'name' | 'title', string>>
const item = (
  content: string,
  more = '',
  {
    status = 'publish',
    password = '',
    gmt = '2021-01-02 03:04:05',
    local = gmt,
    name = 'a',
    title = 'T',
  }: Fields = {},
) =>
  `<item><title>${title}</title><link>https://old.example/2021/${name}/</link><wp:post_id>7</wp:post_id><wp:post_name>${name}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>${status}</wp:status><wp:post_password>${password}</wp:post_password><wp:post_date>${local}</wp:post_date><wp:post_date_gmt>${gmt}</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded>${more}</item>`

const bodyOf = (content: string, more = '') => postsOf(wxr(item(content, more)))[0]
const shownOf = async (content: string, more = '') =>
  (await renderContent(bodyOf(content, more)?.body ?? '')).html

test.each([
  ['in a comment before', '<!-- <![CDATA[ --><!DOCTYPE x [<!ENTITY a "ha">]><!-- ]]> -->'],
  ['plainly', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
])('entities that a file declares %s are not expanded', (_, before) => {
  expect(postsOf(wxr(item('&a; &nbsp;'), before)).map(({ body }) => body)).toEqual([
    '\\&a; &nbsp;'.replace('&nbsp;', '').trim(),
  ])
})

test('only published posts without a condition are public', () => {
  const why = (fields: Fields, more = '', content = 'x') =>
    postsOf(wxr(item(content, more, fields)))[0]?.notPublic
  const meta = (name: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
  expect(why({})).toBeNull()
  expect(why({ password: 'x' })).toContain('password')
  expect(why({ status: 'private' })).toContain('private')
  for (const status of ['draft', 'pending', 'auto-draft', 'inherit', 'acf-disabled', '', 'Publish '])
    expect(why({ status }), status).toEqual(status.trim() === 'publish' ? null : expect.any(String))
  expect(why({ status: 'future', gmt: '2030-01-01 00:00:00' })).toBeNull()
  expect(why({ status: 'future', gmt: '2020-01-01 00:00:00' })).toContain('passed')
  expect(why({}, meta('_members_access_role', 'subscriber'))).toContain('some visitors')
  expect(why({}, meta('_jetpack_newsletter_access', 'everybody'))).toBeNull()
  expect(why({}, meta('_yoast_wpseo_meta-robots-noindex', '1'))).toContain('search engines')
  expect(why({}, '', 'a [members]b[/members]')).toContain('members only')
  expect(why({}, '', '<!-- wp:jetpack/paywall /-->')).toContain('members only')
})

test('posts that plugins or blocks hide are drafts', () => {
  const post = (content: string, ...fields: [string, string][]) => {
    const more = fields.map(
      ([name, value]) =>
        `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    return postsOf(wxr(item(content, more.join(''))))[0]?.notPublic
  }
  for (const field of [
    ['patreon-level', '5'],
    ['_wpac_is_members_only', 'true'],
    ['rank_math_robots', 'a:1:{i:0;s:7:"noindex";}'],
    ['_aioseop_noindex', 'on'],
    ['_seopress_robots_index', 'yes'],
    ['an_unknown_visibility', 'whatever'],
    ['_is_paid', '1'],
  ] as [string, string][])
    expect(post('x', field), field[0]).toEqual(expect.any(String))
  expect(post('x', ['_members_access_role', 'a'], ['_members_access_role', ''])).toContain('some visitors')
  for (const field of [
    ['rank_math_robots', 'a:1:{i:0;s:5:"index";}'],
    ['_wpmem_block', '0'],
    ['_is_paid', '0'],
    ['_edit_last', '1'],
    ['_accessibility_checked', 'yes'],
  ] as [string, string][])
    expect(post('x', field), field[0]).toBeNull()
  for (const content of [
    '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>a</p><!-- /wp:paragraph -->',
    '<!-- wp:group {"blockVisibility":{"hideBlock":true}} --><p>a</p><!-- /wp:group -->',
    'a [logged_in]b[/logged_in]',
    'a [hide]b[/hide]',
    '[passster password="x"]d[/passster]',
  ])
    expect(post(content), content).toContain('members only')
  expect(post('[blockquote]a[/blockquote] [slideshow]b[/slideshow]')).toBeNull()
})

const reusable = (status: string, password = '') =>
  `<item><title>Ad</title><wp:post_id>9</wp:post_id><wp:post_type>wp_block</wp:post_type><wp:status>${status}</wp:status><wp:post_password>${password}</wp:post_password><content:encoded><![CDATA[<!-- wp:paragraph --><p>shared</p><!-- /wp:paragraph -->]]></content:encoded></item>`

test.each([
  ['publish', '', 'shared', []],
  ['draft', '', '', ['The reusable block “Ad” was left out, because it was not public.']],
  ['publish', 'x', '', ['The reusable block “Ad” was left out, because it was not public.']],
])('a reusable block with the state %j and the password %j', (status, password, body, warnings) => {
  const [post] = postsOf(wxr(item('<!-- wp:block {"ref":9} /-->') + reusable(status, password)))
  expect(post).toMatchObject({ body, warnings, notPublic: null })
})

test('texts that a post puts into a reusable block are named', () => {
  const content =
    '<!-- wp:block {"ref":9,"content":{"Title":{"content":"My <em>own</em>"},"Link":{"url":"https://a.example"}}} /-->'
  expect(postsOf(wxr(item(content) + reusable('publish')))[0]?.warnings).toEqual([
    'Its own texts in a reusable block were left out: “My own”, “https://a.example”.',
  ])
})

test.each([
  ['[vc_row disable_element="yes"]b[/vc_row]', true],
  ['[vc_row disable_element=""]b[/vc_row]', false],
  ['[et_pb_text disabled="on"]b[/et_pb_text]', true],
  ['[et_pb_text disabled="off" disabled_on="on|on|off"]b[/et_pb_text]', false],
  ['[et_pb_section disabled_on="on|on|on"]b[/et_pb_section]', true],
  ['[fusion_text status="draft"]b[/fusion_text]', true],
  ['[fusion_text status="published"]b[/fusion_text]', false],
  ['[et_pb_image disabled="on" src="https://x.example/a.jpg"]', false],
  ['[sociallocker]b[/sociallocker]', true],
  ['[emaillocker id="1"]b[/emaillocker]', true],
  ['[student]b[/student]', true],
  ['[course_complete]b[/course_complete]', true],
  ['<!-- wp:a {"UAGDisplayConditions":"userstate"} --><p>b</p><!-- /wp:a -->', true],
  ['<!-- wp:a {"UAGDisplayConditions":"none"} --><p>b</p><!-- /wp:a -->', false],
  ['<!-- wp:a {"otterConditions":[[{"type":"loggedInUser"}]]} --><p>b</p><!-- /wp:a -->', true],
  ['<!-- wp:a {"otterConditions":[[ ]],"conditionalBlocks":[]} --><p>b</p><!-- /wp:a -->', false],
  ['<!-- wp:a {"conditionalBlocks":{"userState":"x"}} --><p>b</p><!-- /wp:a -->', true],
])('whether a part is hidden in %j: %s', (content, isHidden) => {
  const post = bodyOf(`<p>a</p>${content}`)
  expect(post?.notPublic).toEqual(isHidden ? expect.stringContaining('hidden') : null)
  expect(post?.body).not.toContain('x.example')
})

test('any mix of states, passwords and marks is public only if it is plainly so', () => {
  const mixes = fc.record({
    status: fc.constantFrom('publish', 'private', 'draft', 'future', 'trash', 'PUBLISH', 'live'),
    password: fc.constantFrom('', 'x'),
    mark: fc.constantFrom(
      '',
      '[restrict]b[/restrict]',
      '<!-- wp:premium-content/container -->b<!-- /wp:premium-content/container -->',
    ),
  })
  fc.assert(
    fc.property(mixes, ({ status, password, mark }) => {
      const [post] = postsOf(wxr(item(`a ${mark}`, '', { status, password })))
      const isPlain = status === 'publish' && password === '' && mark === ''
      // A post in the trash does not come at all.
      expect(post !== undefined && post.notPublic === null).toBe(isPlain)
    }),
  )
})

test('titles, authors, tags, dates, pictures and former addresses are read', () => {
  const author =
    '<wp:author><wp:author_id>1</wp:author_id><wp:author_login>jane</wp:author_login><wp:author_display_name><![CDATA[Jane Doe]]></wp:author_display_name></wp:author>'
  const picture =
    '<item><title>p</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/p.jpg</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A face</wp:meta_value></wp:postmeta></item>'
  const more =
    '<dc:creator>jane</dc:creator><category domain="category" nicename="r-d"><![CDATA[R&amp;D]]></category><category domain="category" nicename="uncategorized">Allgemein</category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_metadesc</wp:meta_key><wp:meta_value>Described</wp:meta_value></wp:postmeta>'
  const fields = {
    gmt: '0000-00-00 00:00:00',
    local: '2012-05-06 09:08:09',
    title: 'Tips &amp;amp; <![CDATA[<em>tricks</em>]]>',
  }
  expect(postsOf(wxr(author + item('x', more, fields) + picture))).toMatchObject([
    {
      title: 'Tips & tricks',
      author: 'Jane Doe',
      tags: ['R&D'],
      excerpt: 'Described',
      picture: 'https://old.example/p.jpg',
      pictureAlt: 'A face',
      publishedAt: Date.UTC(2012, 4, 6, 7, 8, 9),
      formerAddresses: ['https://old.example/2021/a/'],
      place: 'line 1',
    },
  ])
})

test('a picture that is not in the export is named', () => {
  const thumbnail = (id: string) =>
    `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${id}</wp:meta_value></wp:postmeta>`
  const missing = ['Its picture is not in the export.']
  expect(['9', '0', ''].map((id) => bodyOf('x', thumbnail(id))?.warnings)).toEqual([missing, [], []])
})

test('the recording of a podcast follows the text, unless that has it', () => {
  const meta = (name: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
  const file = 'https://old.example/a.mp3'
  const enclosure = meta('enclosure', `${file}?b=1\n1234\naudio/mpeg\na:1:{}`)
  expect(bodyOf('x', enclosure)?.body).toBe(`x\n\n<${file}?b=1>`)
  expect(bodyOf('x', enclosure + meta('audio_file', `${file}?b=1`))?.body).toBe(`x\n\n<${file}?b=1>`)
  expect(bodyOf(`<p><a href="${file}">x</a></p>`, enclosure)?.body).toBe(`[x](${file})`)
  expect(bodyOf('x', meta('enclosure', 'none') + meta('enclosure', ''))?.body).toBe('x')
})

test('comments of posts are counted, except those that nobody saw', () => {
  const comment = (approved: string, type = '') =>
    `<wp:comment><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type><wp:commentmeta><wp:meta_key>a</wp:meta_key></wp:commentmeta></wp:comment>`
  const comments = comment('1') + comment('0') + comment('1', 'pingback') + comment('spam')
  const noteOf = (file: string) => read(wxr(file)).find((entry) => 'note' in entry)
  expect(noteOf(item('a', comments))).toEqual({ note: 'Only posts are imported. Left out: 1 comment.' })
  expect(noteOf(item('a', comments) + item('b', comment('1', 'comment')))).toEqual({
    note: 'Only posts are imported. Left out: 2 comments.',
  })
})

test.each([
  ['[:en]', '[:de]', '[:]'],
  ['<!--:en-->', '<!--:--><!--:de-->', '<!--:-->'],
  ['{:en}', '{:}{:de}', '{:}'],
])('an entry in two languages, as %s, becomes a post for each', (english, german, end) => {
  const both = (one: string, other: string) => `${english}${one}${german}${other}${end}`
  const tag = `<category domain="post_tag" nicename="t"><![CDATA[${both('Tree', 'Baum')}]]></category>`
  const mixed = item(both('Hello', 'Hallo'), `${tag}<guid>https://old.example/?p=7</guid>`, {
    title: `<![CDATA[${both('Good day', 'Guten Tag')}]]>`,
  })
  expect(postsOf(wxr(`<language>de-DE</language>${mixed}`))).toMatchObject([
    {
      source: 'wordpress:https://old.example/?p=7',
      title: 'Guten Tag',
      language: 'de',
      tags: ['Baum'],
      formerAddresses: ['https://old.example/2021/a/'],
    },
    {
      source: 'wordpress:https://old.example/?p=7#en',
      title: 'Good day',
      language: 'en',
      tags: ['Tree'],
      translationOf: { address: 'https://old.example/2021/a/', digest: null },
      formerAddresses: ['https://old.example/en/2021/a/'],
    },
  ])
})

test.each([
  [
    'Polylang',
    (language: string) =>
      `<category domain="language" nicename="${language}">x</category><category domain="post_translations" nicename="pll_1">x</category>`,
  ],
  [
    'WPML',
    (language: string) =>
      [
        ['_wpml_import_language_code', language],
        ['_wpml_import_translation_group', '7'],
      ]
        .map(
          ([name, value]) =>
            `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
        )
        .join(''),
  ],
])('posts that %s holds for translations of each other are', (_, fieldsOf) => {
  const file = ['en', 'de', 'fr'].map((language) =>
    item('x', fieldsOf(language)).replaceAll('https://old.example/', `https://old.example/${language}/`),
  )
  const original = { address: 'https://old.example/de/2021/a/', digest: null }
  expect(postsOf(wxr(`<language>de-DE</language>${file.join('')}${item('x')}`))).toMatchObject([
    { language: 'en', translationOf: original },
    { language: 'de', translationOf: null },
    { language: 'fr', translationOf: original },
    { language: 'de', translationOf: null },
  ])
})

test('marks of languages in a text or a language without a text divide nothing', () => {
  expect(postsOf(wxr(item('Take a[:en] and b[:de]')))).toMatchObject([
    { body: 'Take a\\[:en\\] and b\\[:de\\]' },
  ])
  expect(postsOf(wxr(item('[:en]Hello[:de] [:]', '', { title: '[:en]A[:de]B[:]' })))).toMatchObject([
    { title: 'A', body: 'Hello', language: 'en' },
  ])
})

test('a post may have several authors, and a language of its own', () => {
  const author = (login: string, name: string) =>
    `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_display_name>${name}</wp:author_display_name></wp:author>`
  const guest =
    '<item><title>Cem Ek</title><wp:post_type>guest-author</wp:post_type><wp:postmeta><wp:meta_key>cap-user_login</wp:meta_key><wp:meta_value>cem</wp:meta_value></wp:postmeta></item>'
  const terms = [
    ['author', 'cap-jane', 'jane'],
    ['author', 'bob', 'Bob B.'],
    ['author', 'cap-cem', 'cem'],
    ['author', 'cap-jane', 'jane'],
    ['language', 'fr', 'Français'],
  ].map(([domain, slug, name]) => `<category domain="${domain}" nicename="${slug}">${name}</category>`)
  const more = `<dc:creator>jane</dc:creator>${terms.join('')}`
  const head = `<language>de-DE</language>${author('jane', 'Jane Doe')}${author('bob', 'Bob B.')}`
  expect(postsOf(wxr(head + item('x', more) + guest))).toMatchObject([
    { author: 'Jane Doe, Bob B., Cem Ek', language: 'fr', tags: [] },
  ])
  expect(postsOf(wxr(head + item('x', '<dc:creator>jane</dc:creator>')))).toMatchObject([
    { author: 'Jane Doe', language: 'de' },
  ])
  const wpml =
    '<wp:postmeta><wp:meta_key>_wpml_import_language_code</wp:meta_key><wp:meta_value>es</wp:meta_value></wp:postmeta>'
  expect(postsOf(wxr(head + item('x', wpml)))).toMatchObject([{ language: 'es' }])
})

test.each([
  [
    'Price: 5 * 3 * 2 is *not*\n\n# 1 reason\n\n    four\n\nsnake_case_word',
    '<p>Price: 5 * 3 * 2 is *not*</p>\n<p># 1 reason</p>\n<p>four</p>\n<p>snake_case_word</p>',
  ],
  ['Roses are red\nViolets are blue', '<p>Roses are red<br>\nViolets are blue</p>'],
  [
    '[caption id="a" width="300"]<img src="/a.jpg" alt="A"> Two lines[/caption]',
    /<figure><img src="https:\/\/old\.example\/a\.jpg" alt="A"[^>]*><figcaption>Two lines<\/figcaption><\/figure>/,
  ],
  ['[code lang="php"]<?php\n\n  echo "hi";[/code]', /<pre[^>]*><code class="language-php">/],
  [
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>a = 1\n\n# note</code></pre>\n<!-- /wp:code -->',
    /<pre[^>]*><code>a = 1\n\n# note\n?<\/code><\/pre>/,
  ],
  ['[embed]https://v.example/1[/embed]', /<a href="https:\/\/v\.example\/1"/],
  ['[audio src="https://v.example/1.mp3"]', /<a href="https:\/\/v\.example\/1\.mp3"/],
  ['https://v.example/2', /<a href="https:\/\/v\.example\/2"/],
  ['a[0] [sic] [1] [[gallery]] x', '<p>a[0] [sic] [1] [gallery] x</p>'],
  ['x [contact-form-7 id="5"] y [fancy]inside[/fancy]', '<p>x y inside</p>'],
  ['Intro<!--more-->\n\nRest', '<p>Intro</p>\n<p>Rest</p>'],
  [
    'the [long-term] a[my_key] input[type="text"] [data-x="y"] [where x = 5] [Note: E = mc2]',
    '<p>the [long-term] a[my_key] input[type="text"] [data-x="y"] [where x = 5] [Note: E = mc2]</p>',
  ],
  ['Intro\n\n[newsletter]\n\n[music]', '<p>Intro</p>\n<p>[music]</p>'],
  ['[[gallery ids="1"]x[/gallery]]', '<p>[gallery ids="1"]x[/gallery]</p>'],
  ['[vc_row][vc_raw_html]JTNDcCUzRWhlbGxvJTNDJTJGcCUzRQ==[/vc_raw_html][/vc_row]', '<p>hello</p>'],
  ['[et_pb_image src="https://x.example/a.jpg" alt="A"]', /<img src="https:\/\/x\.example\/a\.jpg" alt="A"/],
  ['<blockquote>red\nblue\n\nS</blockquote>', /<p>red<br>\s*blue<\/p>\s*<p>S<\/p>/],
  ['<ul>\n<li>a\nb</li>\n</ul>', /<li>a<br>\s*b<\/li>/],
  ['<code>\ndef foo\n\nend\n</code>', /<pre[^>]*><code>def foo\n\nend\n?<\/code>/],
  [
    '<!-- wp:syntaxhighlighter/code {"language":"css"} --><pre>a {}</pre><!-- /wp:syntaxhighlighter/code -->',
    /<code class="language-css">/,
  ],
  [
    '<a href="../x/">r</a> <img src="/b.png">',
    /href="https:\/\/old\.example\/2021\/x\/".*src="https:\/\/old\.example\/b\.png"/,
  ],
  ['Rest<!--nextpage-->Page', '<p>Rest</p>\n<p>Page</p>'],
  ['`[gallery]` <code>[gallery]</code>', '<p>`` <code>[gallery]</code></p>'],
])('%j is shown as WordPress does', async (content, html) => {
  const shown = (await shownOf(content)).trim()
  if (typeof html === 'string') expect(shown.replaceAll(/ {2,}/g, '  ')).toBe(html)
  else expect(shown).toMatch(html)
})

test('shortcodes that only WordPress can show are named', () => {
  expect(bodyOf('x [contact-form-7 id="5"]')?.warnings).toEqual([
    'Left out, because only WordPress can show it: [contact-form-7].',
  ])
  expect(bodyOf('<!-- wp:latest-posts /-->x')?.warnings).toEqual([
    'Left out, because only WordPress can show it: latest-posts.',
  ])
})

test('a gallery shows its pictures, by ids or of its post', async () => {
  const file = (id: number, parent: number) =>
    `<item><wp:post_id>${id}</wp:post_id><wp:post_parent>${parent}</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/${id}.jpg</wp:attachment_url></item>`
  const gallery = (code: string) => postsOf(wxr(item(code) + file(12, 0) + file(13, 7)))[0]?.body
  expect(gallery('[gallery ids="12,13"]')).toMatch(/12\.jpg[^]*13\.jpg/)
  expect(gallery('[gallery]')).toMatch(/^(?![^]*12\.jpg)[^]*13\.jpg/)
})

test('one damaged entry is named with its line, and the others are read', () => {
  const bare = item('x', '', { title: 'R&D' })
  const broken =
    '\n<item><title>Broken</title><wp:post_type>post</wp:post_type><content:encoded>a < b</content:encoded></item>\n'
  const cut = '\n<item><title>Cut</title><content:encoded><![CDATA[never closed</content:encoded></item>\n'
  const entries = read(wxr(bare + broken + item('y', '', { name: 'b' }) + cut))
  expect(entries.filter((entry) => 'body' in entry).map(({ title }) => title)).toEqual(['R&D', 'T'])
  expect(entries.filter((entry) => 'reason' in entry)).toMatchObject([
    { title: 'Broken', place: 'line 2' },
    { title: 'Cut', place: 'line 4' },
  ])
})

test('an entry that is not closed hides no other one, and gets none of its fields', () => {
  const open = item('secret', '', { status: 'draft' })
  const cut = open.replace(']]></content:encoded>', '</content:encoded>')
  const unclosed = open.replace('</item>', '')
  for (const broken of [cut, unclosed]) {
    const entries = read(wxr(`${broken}\n${item('b', '', { title: 'Next' })}\n${item('c')}`))
    expect(entries.filter((entry) => 'reason' in entry)).toMatchObject([{ title: 'T', place: 'line 1' }])
    expect(entries.flatMap((entry) => ('body' in entry ? [entry.body] : []))).toEqual(['b', 'c'])
  }
})

test('the notes of the block editor follow the text', async () => {
  const notes = `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"content":"The <em>note</em>","id":"a"}]]]></wp:meta_value></wp:postmeta>`
  const html = await shownOf(
    '<!-- wp:paragraph --><p>Text<sup data-fn="a"><a href="#a">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->',
    notes,
  )
  expect(html).toMatch(/Text<sup><a href="#s--fn-1"[^]*<li id="s--fn-1">\s*<p>The <em>note<\/em>/)
})

test('former slugs lead to the post too', () => {
  const slug = (name: string) =>
    `<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>${name}</wp:meta_value></wp:postmeta>`
  expect(postsOf(wxr(item('x', slug('b') + slug('c'))))[0]?.formerAddresses).toEqual([
    'https://old.example/2021/a/',
    'https://old.example/2021/b/',
    'https://old.example/2021/c/',
  ])
})

test('a title of any depth refuses no other entry', () => {
  const deep = item('x', '', { title: `<![CDATA[${'<b>'.repeat(300)}deep]]>` })
  expect(postsOf(wxr(deep + item('y'))).map(({ title }) => title)).toEqual(['deep', 'T'])
})

test('other encodings are read', () => {
  const xml = wxr(item('Grüße')).replace('version="1.0"', 'version="1.0" encoding="iso-8859-1"')
  expect(postsOf(new Uint8Array(Buffer.from(xml, 'latin1')))[0]?.body).toBe('Grüße')
  expect(postsOf(new Uint8Array(Buffer.from(`\uFEFF${wxr(item('Grüße'))}`, 'utf16le')))[0]?.body).toBe(
    'Grüße',
  )
})

test('a declaration that can be read as ASCII is not in UTF-16', () => {
  const xml = wxr(item('Grüße')).replace('version="1.0"', 'version="1.0" encoding="utf-16"')
  expect(postsOf(xml)[0]?.body).toBe('Grüße')
  expect(postsOf(new Uint8Array(Buffer.from(xml, 'utf16le')))[0]?.body).toBe('Grüße')
})

test.each(['[a_b]', '[code]', '<code>', '<pre>', '<!-- wp:a {', '<!-- wp:a {} ', '[caption]', '<!--more'])(
  'the time for %j grows with its length',
  async (piece) => {
    expect(await growthOf((size) => bodyOf(piece.repeat(size)), 2000)).toBeLessThan(10)
  },
)

test.each([
  ['items', (size: number) => '<item></item>'.repeat(size)],
  ['CDATA', (size: number) => `<item><title>${'<![CDATA[a]]>'.repeat(size)}</title></item>`],
])('the time for many %s grows with their number', async (_what, make) => {
  expect(await growthOf((size) => postsOf(wxr(make(size))), 2000)).toBeLessThan(10)
})

test('what is nested or repeated without end is read in time', () => {
  expect(postsOf(wxr(`<item>${'<a>'.repeat(100_000)}`))).toEqual([])
  expect(postsOf(wxr(item('a').repeat(3000)))).toHaveLength(3000)
  expect(() => read(`<rss>${'<![CDATA['.repeat(100_000)}`)).toThrow('not an export')
  expect(bodyOf('<!-- wp:'.repeat(50_000))?.body).toBeDefined()
  expect(bodyOf('[a b='.repeat(50_000))?.body).toBeDefined()
  expect(bodyOf('[tab]'.repeat(20_000))?.body).toBeDefined()
})

const folder = join(thirdPartyFolder, 'real-files')

/** The words between the tags of HTML; not those of comments, shortcodes, scripts and styles. */
const wordsOf = (html: string) => {
  const shown = html.replaceAll(
    /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>|\[\/?(?:caption|gallery|audio|video|embed)\b[^\]]*\]/g,
    ' ',
  )
  return rawText(fromParse5(parseFragment(shown)) as Root).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the contents of the posts of an export. */
function contentsOf(xml: string): string[] {
  const items = [...xml.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([whole]) => whole)
  return items
    .filter((whole) => /<wp:post_type>(?:<!\[CDATA\[)?post\b/.test(whole))
    .map((whole) => /<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/.exec(whole)?.[1] ?? '')
}

test.runIf(existsSync(folder))(
  'the posts of WordPress’s own test data come without shortcodes, hidden ones as drafts',
  async () => {
    const posts = ['block-test', 'theme-unit-test'].flatMap((name) =>
      postsOf(readFileSync(join(folder, 'wordpress', `${name}.xml`))),
    )
    expect(posts).toHaveLength(119)
    expect(posts.filter(({ notPublic }) => notPublic !== null).map(({ title }) => title)).toEqual([
      'Draft',
      expect.stringContaining('Password Protected'),
    ])
    for (const { title, body } of posts)
      expect((await renderContent(body, false)).text, title).not.toMatch(
        /\[\/?(?:caption|gallery|embed|audio|video|playlist|code)\b/,
      )
  },
)

test.runIf(existsSync(folder))('every word of WordPress’s own test data is kept in one post', async () => {
  for (const name of ['block-test', 'theme-unit-test']) {
    const bytes = readFileSync(join(folder, 'wordpress', `${name}.xml`))
    const posts = postsOf(bytes)
    const shown = await Promise.all(
      posts.map(async ({ body }) => wordsOf((await renderContent(body, false)).html)),
    )
    const contents = contentsOf(strFromU8(bytes))
    expect(contents).toHaveLength(posts.length)
    for (const content of contents) {
      const words = wordsOf(content)
      const lost = shown.map((others) => missingFrom(others, words))
      expect(lost.toSorted((a, b) => a.length - b.length)[0], content.slice(0, 300)).toEqual([])
    }
  }
})

function missingFrom(shown: readonly string[], words: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of shown) left.set(word, (left.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const rest = left.get(word) ?? 0
    left.set(word, rest - 1)
    return rest <= 0
  })
}

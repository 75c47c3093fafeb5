import { crc32, deflateRawSync } from 'node:zlib'

import { type Grammar, repeated } from './grammar.ts'
import { markdown } from './markdown.ts'

type Entry = { name: string; data: Uint8Array; says?: number; at?: number; method?: number }

/** Writes a zip by hand, so that sizes and offsets can be wrong. */
export function zipOf(entries: readonly Entry[]): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, says = data.length, at, method = 8 } of entries) {
    const packed = method === 8 ? deflateRawSync(data) : data
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, title, packed])
    const central = Buffer.alloc(46)
    central.write('PK\u0001\u0002', 0, 'latin1')
    central.writeUInt16LE(20, 4)
    common.copy(central, 6)
    central.writeUInt32LE(at ?? offset, 42)
    directory.push(Buffer.concat([central, title]))
    if (at === undefined) {
      files.push(local)
      offset += local.length
    }
  }
  const end = Buffer.alloc(22)
  const list = Buffer.concat(directory)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(Math.min(entries.length, 0xff_ff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xff_ff), 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}

const text = (content: string) => Buffer.from(content)
const few = (n: number, of: number) => Math.max(1, Math.floor(n / of))
const md = (front: string) => zipOf([{ name: 'a.md', data: text(`---\n${front}\n---\n\nText.\n`) }])

const zips: Readonly<Record<string, (bytes: number) => Uint8Array>> = {
  'many entries': (n) =>
    zipOf(Array.from({ length: few(n, 150) }, (_, i) => ({ name: `${i}.md`, data: text(`# T${i}`) }))),
  'entries that are left out': (n) =>
    zipOf(Array.from({ length: few(n, 110) }, (_, i) => ({ name: `${i}.txt`, data: text('x') }))),
  'a bomb': (n) => zipOf([{ name: 'a.md', data: Buffer.alloc(n * 64, 'a ') }]),
  'a bomb that lies about its size': (n) =>
    zipOf([{ name: 'a.md', data: Buffer.alloc(n * 64, 'a '), says: 10 }]),
  'entries that share their bytes': (n) => {
    const data = Buffer.alloc(n * 8, 'a ')
    return zipOf([
      { name: 'a.md', data },
      ...Array.from({ length: 100 }, (_, i) => ({ name: `b${i}.md`, data, at: 0 })),
    ])
  },
  'long names': (n) => zipOf([{ name: `${repeated('a/', Math.min(n, 60_000))}a.md`, data: text('# A') }]),
  'names alike': (n) =>
    zipOf(Array.from({ length: few(n, 150) }, () => ({ name: 'a.md', data: text('# A') }))),
  'front matter: aliases of aliases': (n) =>
    md(
      [
        `a0: &a0 [x, x, x, x, x, x, x, x, x]`,
        ...Array.from({ length: few(n, 64) }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
      ].join('\n'),
    ),
  'front matter: lists in lists': (n) => md(`tags: ${'['.repeat(n / 2)}${']'.repeat(n / 2)}`),
  'front matter: lists left open': (n) => md(`tags: ${'['.repeat(n)}`),
  'front matter: maps in maps': (n) => md(`tags: ${repeated('{a: ', n)}1${'}'.repeat(n / 4)}`),
  'front matter: maps left open': (n) => md(`tags: ${repeated('{? ', n)}`),
  'front matter: a long scalar': (n) => md(`title: ${'x'.repeat(n)}`),
  'front matter: a quote left open': (n) => md(`title: "${repeated('\\n', n)}`),
  'front matter: keys': (n) => md(Array.from({ length: few(n, 8) }, (_, i) => `k${i}: 1`).join('\n')),
  'front matter: the same key': (n) => md(repeated('a: 1\n', n)),
  'front matter: merge keys': (n) =>
    md(`a: &a {b: 1}\n${Array.from({ length: few(n, 16) }, (_, i) => `c${i}: {<<: *a}`).join('\n')}`),
  'front matter: dashes': (n) => md(repeated('- ', n)),
  'front matter: comments': (n) => md(repeated('# a\n', n)),
  'front matter: dashes in a line': (n) => md(`a: b\n${repeated('--- a\n', n)}`),
  'front matter: anchors': (n) => md(repeated('&a ', n)),
  'front matter: tags of YAML': (n) => md(repeated('!!str ', n)),
  'front matter: indented ever deeper': (n) =>
    md(Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, i) => `${' '.repeat(i)}a:`).join('\n')),
  'not a zip': (n) => Buffer.concat([text('PK'), Buffer.alloc(n, 'PK\u0001\u0002')]),
}

const rss = (items: string) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>A</title>${items}</channel></rss>`
const item = (id: string, content = 'Text.', more = '') =>
  `<item><title>T ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_name>n-${id}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>draft</wp:status>${more}<content:encoded><![CDATA[${content}]]></content:encoded></item>`

const wordpress: Readonly<Record<string, (bytes: number, key: string) => string>> = {
  'many posts': (n, key) => rss(Array.from({ length: few(n, 250) }, (_, i) => item(`${key}-${i}`)).join('')),
  'items of no kind': (n) => rss(repeated('<item></item>', n)),
  'tags in tags': (n) => rss(repeated('<a>', n)),
  'tags in tags, closed': (n) => rss(`${repeated('<a>', n / 2)}${repeated('</a>', n / 2)}`),
  'entities of its own': (n) =>
    `<?xml version="1.0"?><!DOCTYPE a [${repeated('<!ENTITY a "b">', n)}]>${rss('')}`,
  entities: (n, key) => rss(`<item><title>${repeated('&amp;', n)}</title>${key}</item>`),
  CDATA: (n) => rss(`<item><title>${repeated('<![CDATA[a]]>', n)}</title></item>`),
  'CDATA left open': (n) => rss(`<item><title>${repeated('<![CDATA[', n)}`),
  comments: (n) => rss(repeated('<!-- a -->', n)),
  'comments left open': (n) => rss(repeated('<!-- ', n)),
  attributes: (n) =>
    rss(`<item ${Array.from({ length: few(n, 10) }, (_, i) => `a${i}="b"`).join(' ')}></item>`),
  'the same attribute': (n) => rss(`<item ${repeated('a="b" ', n)}></item>`),
  'an attribute left open': (n) => rss(`<item a="${repeated('b ', n)}`),
  instructions: (n) => rss(repeated('<?a b?>', n)),
  '< alone': (n) => rss('<'.repeat(n)),
  'a long name': (n) => rss(`<${'a'.repeat(n)}/>`),
  categories: (n, key) => rss(item(key, 'Text.', repeated('<category domain="post_tag">a</category>', n))),
  metadata: (n, key) =>
    rss(item(key, 'Text.', repeated('<wp:postmeta><wp:meta_key>a</wp:meta_key></wp:postmeta>', n))),
  'marks of the editor': (n, key) => rss(item(key, repeated('<!-- wp:a ', n))),
  ...Object.fromEntries(
    [
      'tags in tags',
      'formatting that is left open',
      'tags of tables in tags',
      'a wide table',
      'attributes of a tag',
      'comments without end',
    ].map((what) => [`a post of ${what}`, (n: number, key: string) => rss(item(key, markdown[what]?.(n)))]),
  ),
}

const ghost = (posts: unknown[]) =>
  JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts, tags: [], posts_tags: [] } }] })
const ghostPost = (id: string, html: string) => ({
  id,
  title: `T ${id}`,
  slug: `g-${id}`,
  html,
  status: 'draft',
  type: 'post',
})

const ghosts: Readonly<Record<string, (bytes: number, key: string) => { json: string; base?: string }>> = {
  'many posts': (n, key) => ({
    json: ghost(Array.from({ length: few(n, 120) }, (_, i) => ghostPost(`${key}-${i}`, '<p>Text</p>'))),
  }),
  'many pictures and a long old address': (n, key) => ({
    json: ghost([ghostPost(key, repeated('__GHOST_URL__/a.png ', n))]),
    base: `https://a.example/${'x'.repeat(Math.min(n, 60_000))}`,
  }),
  'arrays in arrays': (n) => ({ json: `{"db":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}` }),
  'tags of one post': (n, key) => ({
    json: JSON.stringify({
      db: [
        {
          data: {
            posts: [ghostPost(key, '<p>Text</p>')],
            tags: Array.from({ length: few(n, 60) }, (_, i) => ({ id: `${i}`, name: `t${i}` })),
            posts_tags: Array.from({ length: few(n, 60) }, (_, i) => ({ post_id: key, tag_id: `${i}` })),
          },
        },
      ],
    }),
  }),
  'tags in tags': (n, key) => ({ json: ghost([ghostPost(key, repeated('<div>', n))]) }),
}

const lexical = (children: string) =>
  ghost([{ ...ghostPost('l', ''), lexical: `{"root":{"type":"root","children":[${children}]}}` }])

const channel = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel>${items}</channel></rss>`
const jsonFeed = (items: string) => `{"version":"https://jsonfeed.org/version/1.1","items":[${items}]}`

/** Makes a file of about so many bytes: a text, or the files of a zip by their names. */
const others: Readonly<Record<string, (bytes: number) => string | Record<string, string>>> = {
  'feed: many items': (n) =>
    channel(repeated('<item><title>A</title><link>https://a.example/a</link></item>', n)),
  'feed: tags in tags': (n) => channel(`<item><description>${repeated('<a>', n)}`),
  'feed: fields of one item': (n) => channel(`<item>${repeated('<category>a</category>', n)}</item>`),
  'feed: CDATA left open': (n) => channel(`<item>${repeated('<![CDATA[', n)}`),
  'feed: bare ampersands': (n) => channel(`<item><title>${repeated('&a ', n)}</title></item>`),
  'feed: entities of its own': (n) =>
    `<?xml version="1.0"?><!DOCTYPE a [${repeated('<!ENTITY a "&a;&a;">', n)}]><rss><channel><item><title>&a;</title></item></channel></rss>`,
  'JSON feed: many items': (n) => jsonFeed(repeated('{"id":"1","content_text":"a"},', n)),
  'JSON feed: arrays in arrays': (n) => jsonFeed('['.repeat(n)),
  'Ghost: nodes in nodes': (n) =>
    lexical(`${repeated('{"type":"list","children":[', n)}${']}'.repeat(Math.floor(n / 27))}`),
  'Ghost: many nodes': (n) => lexical(`${repeated('{"type":"text","text":"a"},', n)}{}`),
  'Ghost: markers of mobiledoc': (n) =>
    ghost([
      {
        ...ghostPost('m', ''),
        mobiledoc: `{"markups":[["b"]],"sections":[[1,"p",[${repeated('[0,[0],0,"a"],', n)}[0,[],0,"a"]]]]}`,
      },
    ]),
  'pages: many': (n) =>
    Object.fromEntries(Array.from({ length: few(n, 150) }, (_, i) => [`${i}.html`, `<h1>T${i}</h1><p>a`])),
  'pages: tags in tags': (n) => ({ 'a.html': `<h1>A</h1>${repeated('<div>', n)}` }),
  'pages: fields': (n) => ({ 'a.html': repeated('<meta name="keywords" content="a">', n) }),
  'pages: a charset': (n) => ({ 'a.html': `<meta charset="${repeated('x', n)}">a` }),
  'Substack: rows': (n) => ({
    'posts.csv': `post_id,post_date,is_published,audience,title\n${repeated('1,2024-01-01,true,everyone,A\n', n)}`,
    'posts/1.html': '<p>a</p>',
  }),
  'Substack: quotes left open': (n) => ({
    'posts.csv': `post_id\n${repeated('"a,', n)}`,
    'posts/1.html': 'a',
  }),
  'Word: many paragraphs': (n) => word(repeated('<w:p><w:r><w:t>a</w:t></w:r></w:p>', n)),
  'Word: tags in tags': (n) => word(repeated('<w:p>', n)),
  'Word: a table': (n) => word(`<w:tbl>${repeated('<w:tr><w:tc><w:p/></w:tc></w:tr>', n)}</w:tbl>`),
  'Word: attributes': (n) =>
    word(`<w:p ${Array.from({ length: few(n, 10) }, (_, i) => `a${i}="b"`).join(' ')}/>`),
  'Word: entities of its own': (n) => ({
    ...word(''),
    'word/document.xml': `<!DOCTYPE a [${repeated('<!ENTITY a "&a;&a;">', n)}]><w:document>&a;</w:document>`,
  }),
  'settings of a site': (n) => ({
    '_config.yml': `permalink: ${repeated(':title/', Math.min(n, 19_000))}`,
    ...Object.fromEntries(
      Array.from({ length: few(n, 200) }, (_, i) => [`_posts/2024-01-01-${i}.md`, '---\ntitle: A\n---\na']),
    ),
  }),
}

const word = (body: string) => ({
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
})

export function importGrammars(): Grammar[] {
  const grammar = (
    what: string,
    to: number,
    fileOf: (size: number, key: string) => { file: Uint8Array; base?: string },
  ): Grammar => ({
    route: 'POST /admin/blog/transfer',
    what,
    who: 'owner',
    sizes: { from: 2048, to, unit: 'B' },
    goesOn: true,
    send(attacker, size) {
      const { file, base = '' } = fileOf(size, attacker.unique())
      return attacker.upload('/admin/blog/transfer', file, 'posts', { base })
    },
  })
  return [
    ...Object.entries(zips).map(([what, zip]) =>
      grammar(`zip: ${what}`, 1024 * 1024, (n) => ({ file: zip(n) })),
    ),
    ...Object.entries(markdown).map(([what, source]) =>
      grammar(`zip: a post of ${what}`, 256 * 1024, (n, key) => ({
        file: zipOf([{ name: `${key}.md`, data: text(`---\ntitle: ${key}\n---\n\n${source(n)}`) }]),
      })),
    ),
    ...Object.entries(wordpress).map(([what, xml]) =>
      grammar(`WordPress: ${what}`, 2 * 1024 * 1024, (n, key) => ({ file: text(xml(n, key)) })),
    ),
    ...Object.entries(others).map(([what, make]) =>
      grammar(what, 1024 * 1024, (n) => {
        const made = make(n)
        if (typeof made === 'string') return { file: text(made) }
        return { file: zipOf(Object.entries(made).map(([name, data]) => ({ name, data: text(data) }))) }
      }),
    ),
    ...Object.entries(ghosts).map(([what, json]) =>
      grammar(`Ghost: ${what}`, 1024 * 1024, (n, key) => {
        const { json: file, base } = json(n, key)
        return { file: text(file), ...(base && { base }) }
      }),
    ),
  ]
}

import { type Grammar, repeated } from './grammar.ts'

const rows = (n: number, row: string) => repeated(`${row}\n`, n)
const count = (n: number, length: number) => Math.max(1, Math.floor(n / length))

export const markdown: Readonly<Record<string, (bytes: number) => string>> = {
  'quotes in quotes': (n) => `${'>'.repeat(n)} a`,
  'quotes line by line': (n) => rows(n, '> > > > a'),
  'lists in lists': (n) => `${repeated('- ', n)}a`,
  'lists indented ever deeper': (n) =>
    Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
  'ordered lists in lists': (n) => `${repeated('1. ', n)}a`,
  '*a_ repeated': (n) => repeated('*a_ ', n),
  '**a repeated': (n) => repeated('**a ', n),
  'a**b repeated': (n) => repeated('a**b', n),
  '_ repeated': (n) => `a${'_'.repeat(n)}a`,
  '*** repeated': (n) => repeated('***a ', n),
  '[ repeated': (n) => '['.repeat(n),
  '![ repeated': (n) => repeated('![', n),
  '[a]( repeated': (n) => repeated('[a](', n),
  '[a](<b repeated': (n) => repeated('[a](<b', n),
  '[]() within another': (n) => '['.repeat(n / 4) + repeated('](a)', n / 2),
  'links beside each other': (n) => repeated('[a](https://a.example/) ', n),
  'pictures beside each other': (n) => repeated('![a](https://a.example/a.png) ', n),
  'a wide table': (n) => {
    const cells = count(n, 10)
    return ['a|', '-|', 'b|'].map((cell) => `|${cell.repeat(cells)}`).join('\n')
  },
  'a long table': (n) => `|a|b|\n|-|-|\n${rows(n, '|a|b|')}`,
  'a table with empty rows': (n) => {
    const half = count(n, 6)
    return `|${'a|'.repeat(half)}\n|${'-|'.repeat(half)}\n${rows(half, '|a')}`
  },
  'pipes alone': (n) => `|a|\n|-|\n${'|'.repeat(n)}`,
  'backticks of ever other length': (n) =>
    Array.from({ length: Math.floor(Math.sqrt(n * 2)) }, (_, i) => `a${'`'.repeat(i + 1)}`).join(' '),
  '` repeated': (n) => repeated('`a', n),
  'fences in fences': (n) => rows(n, '```\na'),
  'comments without end': (n) => repeated('<!-- ', n),
  'tags without end': (n) => repeated('<a ', n),
  'tags in tags': (n) => `${repeated('<div>', n)}a`,
  'tags of tables in tags': (n) => repeated('<table><tr><td>', n),
  'formatting that is left open': (n) => repeated('<b><i><a href=x>', n),
  'attributes of a tag': (n) => `<a ${repeated('a=b ', n)}>a</a>`,
  '<? repeated': (n) => repeated('<?', n),
  '<![CDATA[ repeated': (n) => repeated('<![CDATA[', n),
  '< repeated': (n) => '<'.repeat(n),
  entities: (n) => repeated('&amp;', n),
  'entities without end': (n) => repeated('&a', n),
  'numbers of entities': (n) => `&#${'9'.repeat(n)};`,
  'definitions of references': (n) =>
    `${Array.from({ length: count(n, 30) }, (_, i) => `[r${i}]: https://a.example/${i}`).join('\n')}\n\n${Array.from({ length: count(n, 30) }, (_, i) => `[r${i}]`).join(' ')}`,
  'one definition, many references': (n) => `${repeated('[r] ', n)}\n\n[r]: https://a.example/`,
  'definitions without address': (n) => repeated('[a]:\n', n),
  'addresses by themselves': (n) => repeated('https://a.example/? ', n),
  'one address without end': (n) => `https://a.example/${repeated('?a=b&(', n)}`,
  'a mailbox without end': (n) => `${repeated('a.', n)}@a.example`,
  'hosts without end': (n) => `www.${repeated('a.', n)}`,
  'autolinks without end': (n) => repeated('<https://a', n),
  footnotes: (n) => repeated('[^1] ', n) + repeated('\n\n[^1]: a', n / 8),
  'footnotes that refer to the next': (n) =>
    `[^0]\n\n${Array.from({ length: count(n, 20) }, (_, i) => `[^${i}]: a[^${i + 1}]`).join('\n')}`,
  rules: (n) => rows(n, '* * *'),
  headings: (n) => rows(n, '# a #'),
  'a heading of #': (n) => `# a${' #'.repeat(n / 2)}`,
  'underlines of headings': (n) => rows(n, 'a\n='),
  tabs: (n) => '\t'.repeat(n),
  'blanks at lines’ ends': (n) => `a${' '.repeat(n)}b`,
  backslashes: (n) => '\\'.repeat(n),
  strikes: (n) => repeated('~~a ~b ', n),
  tasks: (n) => rows(n, '- [ ] a'),
  'quotes to be turned': (n) => repeated('"a\' ', n),
  'one long word': (n) => 'x'.repeat(n),
  'empty lines': (n) => '\n'.repeat(n),
}

const languages =
  'bash c csharp css diff docker go html java javascript json jsx php python rust sql tsx typescript xml yaml'.split(
    ' ',
  )

/** Code that makes each highlighted language's grammar backtrack most. */
const code: Readonly<Record<string, (bytes: number) => string>> = {
  brackets: (n) => repeated('({[<', n),
  quotes: (n) => repeated('"\'`\\', n),
  'one line': (n) => repeated('a = b.c(d) + 1; ', n),
  slashes: (n) => repeated('/*/ //', n),
  templates: (n) => repeated('${`<a b="', n),
}

const fenced = Object.fromEntries(
  languages.flatMap((language) =>
    Object.entries(code).map(([what, text]) => [
      `${language}: ${what}`,
      (n: number) => `\`\`\`${language}\n${text(n)}\n\`\`\``,
    ]),
  ),
)

const sizes = { from: 1024, to: 512 * 1024, unit: 'B' } as const

const all = Object.entries({ ...markdown, ...fenced })

export function markdownGrammars(): Grammar[] {
  return [
    ...all.map(draftGrammar),
    ...all.map(publishedGrammar),
    ...Object.entries(markdown).flatMap(readGrammars),
  ]
}

type Shape = [what: string, text: (bytes: number) => string]

function draftGrammar([what, text]: Shape): Grammar {
  return {
    route: 'POST /admin/blog/draft',
    what,
    who: 'owner',
    sizes,
    send: (attacker, size) =>
      attacker.form(
        '/admin/blog/draft',
        new URLSearchParams({ title: 'A', content: text(size), version: '0' }).toString(),
        'owner',
      ),
  }
}

const shownAt = [
  '/blog',
  '/blog/rss.xml',
  '/blog/atom.xml',
  '/blog/feed.json',
  '/sitemap.xml',
  '/blog/search?q=a',
]

function publishedGrammar([what, text]: Shape): Grammar {
  return {
    route: 'POST /admin/blog',
    what: `published: ${what}`,
    who: 'owner',
    sizes: { ...sizes, from: 16 * 1024 },
    goesOn: true,
    async send(attacker, size) {
      const slug = `attack-${attacker.unique()}`
      const fields = {
        intent: 'save',
        title: 'A',
        slug,
        content: text(size),
        tags: 'attack',
        published: 'on',
        version: '0',
      }
      const saved = await attacker.form('/admin/blog', new URLSearchParams(fields).toString(), 'owner')
      if (saved.status !== 200) return saved
      const shown = await Promise.all([`/blog/${slug}`, ...shownAt].map((path) => attacker.send({ path })))
      const id = /admin\/blog\/([\w-]{20,})/.exec(
        (await attacker.send({ path: '/admin/blog', as: 'owner' })).text,
      )?.[1]
      if (id)
        await attacker.form('/admin/blog', new URLSearchParams({ intent: 'delete', id }).toString(), 'owner')
      return shown.find(({ status }) => status >= 500) ?? saved
    },
  }
}

/** The text is read into the knowledge base, and asked in the chat. */
function readGrammars([what, text]: Shape): Grammar[] {
  return [
    {
      route: 'POST /admin/knowledge',
      what: `text: ${what}`,
      who: 'owner',
      sizes,
      goesOn: true,
      send: (attacker, size) => {
        const fields = { intent: 'text', title: `A ${attacker.unique()}`, text: text(size) }
        return attacker.form('/admin/knowledge', new URLSearchParams(fields).toString(), 'owner')
      },
    },
    {
      route: 'POST /api/chat',
      what: `message: ${what}`,
      who: 'stranger',
      sizes: { from: 512, to: 32 * 1024, unit: 'B' },
      send: (attacker, size) =>
        attacker.json('/api/chat', JSON.stringify({ conversationId: null, message: text(size) })),
    },
  ]
}

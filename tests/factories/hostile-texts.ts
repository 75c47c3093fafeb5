/** Characters of the longest post that is accepted. */
const MOST = 500_000

const most = (piece: string, length = MOST) => piece.repeat(Math.floor(length / piece.length))

function wideTable(columns: number, rows: number): string {
  return `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'|\n'.repeat(rows)}`
}

/** Markdown that parsers and later steps take long over, each of the greatest accepted length. */
export const hostileMarkdown: Readonly<Record<string, string>> = {
  'a wide table of 60 KB': wideTable(10_000, 10_000),
  'a table of many rows': `a|b\n-|-\n${most('a|b\n')}`,
  'underlined headings': most('a\n=\n'),
  'lists within lists': most(`${'- '.repeat(20)}a\n`),
  'quotes within quotes': most(`${'> '.repeat(20)}a\n\n`),
  'lists of two kinds': most('1) a\n1. b\n'),
  'brackets that open': most('![[]()'),
  'emphasis that crosses': most('_*a'),
  'code spans': most('`a'),
  'formatting before tables': most('<i><table>'),
  'formatting around paragraphs': `${'<b>'.repeat(50)}${most('<p>x</p>')}`,
  'comments that never end': most('a <!-- '),
  'definitions of links': Array.from({ length: 20_000 }, (_, n) => `[a${n}]: b "${n}"\n`).join(''),
  'addresses with brackets': most('http://a.b/('),
  entities: most('&amp;&#1;&x;'),
  'programs of many lines': `\`\`\`php\n<?php\n${most('"$a{$b[${"\n')}`,
  'many short programs': most('```ts\n`${`${`\n```\n'),
}

/** Front matter that takes long to parse for its length. */
export const hostileYaml = ['a: ' + '['.repeat(19_000), 'a: ' + '{a: '.repeat(4500), '? '.repeat(9500)]

/** Returns a WordPress export with that many posts. */
export function wordPressExport(posts: number): string {
  const paragraph =
    '<p>Some words <b>and more</b> of them, with <a href="https://a.example/b">a link</a>.</p>\n'
  const item = (n: number) =>
    `<item><title>Old post ${n}</title><wp:post_name>old-post-${n}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2023-02-01 10:30:00</wp:post_date_gmt><content:encoded><![CDATA[${paragraph.repeat(60)}]]></content:encoded></item>`
  return `<?xml version="1.0"?><rss version="2.0"><channel>${Array.from({ length: posts }, (_, n) => item(n)).join('')}</channel></rss>`
}

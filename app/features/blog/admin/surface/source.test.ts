import fc from 'fast-check'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { corporaOf, thirdPartyFolder } from '#tests/support/corpora.ts'

import { markdown } from '../../content/markdown.ts'
import { readSource } from './read-source.ts'
import { schema } from './schema.ts'
import { writeNodes } from './write-nodes.ts'
import { writeSource } from './write-source.ts'

const again = (source: string) => {
  const read = readSource(source)
  read.doc.check()
  const joined = read.parts.map((part) => part.before + part.source).join('') + read.tail
  expect(joined).toBe(source)
  // A document that is equal but another object, as after an undo.
  expect(writeSource(schema.nodeFromJSON(read.doc.toJSON()), read)).toBe(source)
  return read
}

function blogs(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|markdown)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

const examples = corporaOf('markdown').flatMap(({ isHere, json }) =>
  isHere ? (json() as { markdown: string }[]).map(({ markdown: source }) => source) : [],
)

test('opening and saving without typing leaves every source byte for byte', () => {
  for (const source of [...examples, ...blogs(join(thirdPartyFolder, 'real-files', 'markdown-blogs'))]) {
    again(source)
    again(source.replaceAll('\n', '\r\n'))
    again(`\uFEFF${source}`)
  }
})

const line = fc.constantFrom(
  ...'|# A|a *b* **c** `d`|- x|  - y|* z|1. n|3) m|> q|```js|```|~~~|    code|\tcode|---|===|a  |[x]: /y|[x]|[^1]|[^1]: note|<div>|</div>|<b>i</b>|- [ ] t|- [x] u|\\*|&amp;|\u00a0|a\\|![p](/q "r")|www.e.example|a_b_c|$x$|:::note|<!-- c -->|\0'.split(
    '|',
  ),
  '| a | b |',
  '| --- | --: |',
  '| 1 |',
)
const document = fc
  .tuple(
    fc.constantFrom('', '\uFEFF', '---\ntitle: x\n---\n'),
    fc.array(line, { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\n', '\n\n \t'),
  )
  .map(([front, lines, end, last]) => (front + lines.join('\n') + last).replaceAll('\n', end))

test('generated documents survive too, with every line end', () => {
  fc.assert(
    fc.property(document, (source) => void again(source)),
    { numRuns: 1500 },
  )
})

test('after a change in one block all others keep their bytes', () => {
  fc.assert(
    fc.property(document, fc.nat(), (source, where) => {
      const read = again(source)
      const changeable = read.parts.flatMap(({ node }, at) => (node.type.name === 'paragraph' ? [at] : []))
      const at = changeable[where % Math.max(1, changeable.length)]
      if (at === undefined) return
      const nodes = [...read.doc.children]
      nodes[at] = schema.node('paragraph', null, [schema.text('changed words')])
      const written = writeSource(schema.node('doc', null, nodes), read)
      let from = 0
      let changed = at
      for (const [n, part] of read.parts.entries()) {
        // If a block is rewritten, an indented block after it is rewritten too.
        if (n === at || (n === changed + 1 && /^[ \t]/.test(part.source))) {
          changed = n
          continue
        }
        const found = written.indexOf(part.source, from)
        expect(found, `${JSON.stringify(part.source)} in ${JSON.stringify(written)}`).not.toBe(-1)
        from = found + part.source.length
      }
      expect(written).toContain('changed words')
    }),
    { numRuns: 1500 },
  )
})

test('a block that is written anew is shown as it was', () => {
  let shown = 0
  for (const source of examples) {
    const { parts } = readSource(source)
    for (const { node } of parts) if (node.type.name !== 'source') shown += 1
  }
  expect(shown).toBeGreaterThan(examples.length * 0.4)
  const { doc } = readSource(
    '# A\n\n- [x] *b*\n- c\n\n| a | b |\n| --- | --: |\n| <kbd>x</kbd> | y<br>z |\n\n<div>raw</div>\n\n[^1]: note',
  )
  expect(doc.children.map(({ type }) => type.name)).toEqual([
    'heading',
    'bullet_list',
    'table',
    'source',
    'source',
  ])
  expect(markdown.render('a')).toContain('<p>')
})

/** Types `typed` at the end of the block at `at`. */
function typedAtEnd(source: string, at: number, typed: string): string {
  const read = readSource(source)
  const nodes = read.doc.children.map((node, n) =>
    n === at ? node.copy(node.content.addToEnd(schema.text(typed))) : node,
  )
  return writeSource(schema.node('doc', null, nodes), read)
}

test.each([
  ['one\ntwo *b\nc* d', 'one\ntwo _b\nc_ d.'],
  ['one\ntwo **b**\n1\\. c\n\\# d', 'one\ntwo **b**\n1\\. c\n\\# d.'],
  ['a [b\nc](/d) e\\\nf\ng', 'a [b\nc](/d) e\\\nf\ng.'],
  ['Title\nof two\n===', '# Title of two.'],
])('a paragraph of several lines keeps them when it is changed: %j', (source, written) => {
  expect(typedAtEnd(source, 0, '.')).toBe(written)
  expect(typedAtEnd(`x\n\n${source}\n\ny`, 1, '.')).toBe(`x\n\n${written}\n\ny`)
})

test('only the blocks that are asked for are written', () => {
  const { doc } = readSource('* a\n\n- *b*\n\n*c*\n\n*d*')
  expect(writeNodes(doc.children, (at) => at % 2 === 1)).toEqual(['', '* _b_', '', '_d_'])
})

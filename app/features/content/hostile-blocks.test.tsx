import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'
import { filledBlock } from '#tests/support/filled-block.ts'
import { renderBlocks } from '#tests/support/render-blocks.tsx'

import { blockTypes, findBlockType } from './blocks.ts'
import { fieldsInHtml } from './editor/fields-in-html.ts'
import { createMarks } from './editor/marks.ts'
import { type PageBlock, parseBlock } from './parse-block.ts'
import type { Service } from './services.ts'

const shapes = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '"><svg onload=window.hacked=1>',
  "javascript:window.hacked=1//'",
  '</textarea></title></script><script>window.hacked = 1</script>',
  '[x](javascript:window.hacked=1) [y](data:text/html,x) **<b onclick=x>**',
  '# <iframe src=javascript:x>\n\n- <object>\n1. <embed>',
  '{siteName}{constructor}${x}',
]
const texts = [
  ...shapes,
  ...corporaOf('html-xss').flatMap(({ isHere, cases }) =>
    isHere ? cases<{ input: string }>().map(({ input }) => input) : [],
  ),
]

const QUARTERS = 4

test(`hostile text in every field of every block is text (${texts.length})`, async () => {
  const plain = new Set(elementsOf(await render(blocksOf('Plain'))).map(nameOf))
  const faults: string[] = []
  // Our own shapes are tried in every block, each third-party one in a quarter of them.
  for (const [index, text] of texts.entries())
    for (const element of elementsOf(
      await render(
        blocksOf(text).filter((_, at) => index < shapes.length || at % QUARTERS === index % QUARTERS),
      ),
    )) {
      if (!plain.has(nameOf(element)) && !inText.has(nameOf(element)))
        faults.push(`<${nameOf(element)}> of ${text}`)
      for (const { name, value } of element.attrs)
        if (isDangerous(name, value)) faults.push(`${name}="${value}" of ${text}`)
    }
  expect(faults).toEqual([])
}, 240_000)

test('in the editor’s frame too, where texts are fields', async () => {
  const framed = async (text: string) => {
    const { marks, dress } = createMarks()
    const blocks = blocksOf(text).map((block) => {
      const blockType = findBlockType(block.type)
      return blockType ? { ...block, props: dress(blockType, block, block.props) } : block
    })
    const html = fieldsInHtml(await render(blocks), marks, [])
    expect(html).not.toMatch(/[\uE000-\uE01F]/)
    return elementsOf(html)
  }
  const plain = new Set((await framed('Plain')).map(nameOf))
  const faults: string[] = []
  for (const text of texts.filter((_, index) => index < shapes.length || index % 10 === 0))
    for (const element of await framed(text)) {
      if (!plain.has(nameOf(element)) && !inText.has(nameOf(element)))
        faults.push(`<${nameOf(element)}> of ${text}`)
      for (const { name, value } of element.attrs)
        if (isDangerous(name, value)) faults.push(`${name}="${value}" of ${text}`)
    }
  expect(faults).toEqual([])
}, 240_000)

function isDangerous(name: string, value: string): boolean {
  if (/^(href|src|action|formaction)$/.test(name)) return /^\s*(javascript|data|vbscript):/i.test(value)
  return /^on|^srcdoc$|^style$/.test(name)
}

test('every field of every block is filled in this test', () => {
  for (const { schema, type } of blockTypes)
    expect(JSON.stringify(filledBlock(schema, 'needle')), type).toContain('needle')
})

/** Elements that our own Markdown may produce from a text. */
const inText = new Set(['a', 'strong', 'em', 'h3', 'p', 'ul', 'ol', 'li'])

function blocksOf(text: string): PageBlock[] {
  return blockTypes.map(({ type, version, schema }) => {
    const parsed = parseBlock({ id: type, type, version, props: filledBlock(schema, text) })
    if ('fault' in parsed) throw new Error(parsed.fault)
    return parsed.block
  })
}

const service: Service = {
  id: 'a',
  path: '/a',
  hasPage: true,
  name: 'Name',
  menuText: '',
  summary: 'Summary',
  bestFor: '',
  timeline: 'Soon',
  price: 'Little',
  priceFrom: 5,
  priceTo: 9,
  currency: 'EUR',
  icon: 'check',
  demo: 'chat',
  action: '',
  plans: [],
}

async function render(blocks: readonly PageBlock[]): Promise<string> {
  return renderBlocks(blocks, {
    services: [service],
    caseStudies: [{ path: '/study', name: 'Study', description: 'What was done.' }],
  })
}

type Element = DefaultTreeAdapterMap['element']

const nameOf = ({ tagName }: Element) => tagName

function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const walk = (node: DefaultTreeAdapterMap['node']) => {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parseFragment(html))
  return found
}

import type { Element, ElementContent, Properties } from 'hast'
import type { Mark, Node } from 'prosemirror-model'

import { LINE_END, writeBlocks } from '#app/features/editing/write-markdown.ts'

/** Writes the wanted blocks as Markdown, each on its own. The others are empty. */
export function writeNodes(nodes: readonly Node[], isWanted = (_at: number) => true): string[] {
  const elements = nodes.map((node, at) => (isWanted(at) ? elementOf(node) : element(tagOfBlock(node), [])))
  const wanted = new Set(elements.filter((_, at) => isWanted(at)))
  return writeBlocks(elements, (block) => wanted.has(block)).map((written, n) =>
    nodes[n]?.type.name === 'source' ? nodes[n].textContent : written,
  )
}

/** Tells lists apart, whose marks depend on the block before. */
function tagOfBlock({ type: { name } }: Node): string {
  return name === 'bullet_list' ? 'ul' : name === 'ordered_list' ? 'ol' : 'p'
}

function element(tagName: string, children: ElementContent[], properties: Properties = {}): Element {
  return { type: 'element', tagName, properties, children }
}

function elementOf(node: Node): Element {
  const { attrs } = node
  switch (node.type.name) {
    case 'heading':
      return element(`h${attrs['level']}`, inlineOf(node))
    case 'blockquote':
      return element('blockquote', blocksOf(node))
    case 'bullet_list':
      return element('ul', itemsOf(node))
    case 'ordered_list':
      return element('ol', itemsOf(node), { start: Number(attrs['start']) })
    case 'code_block':
    case 'source': {
      const properties = attrs['info'] ? { className: [`language-${attrs['info']}`] } : {}
      return element('pre', [element('code', [{ type: 'text', value: `${node.textContent}\n` }], properties)])
    }
    case 'horizontal_rule':
      return element('hr', [])
    case 'table':
      return element(
        'table',
        childrenOf(node).map((row) => element('tr', childrenOf(row).map(cellOf))),
      )
    default:
      return element('p', inlineOf(node))
  }
}

function childrenOf(node: Node): readonly Node[] {
  return node.children
}

function blocksOf(node: Node): Element[] {
  return childrenOf(node).map(elementOf)
}

function cellOf(cell: Node): Element {
  const { isHead, align } = cell.attrs
  return element(isHead ? 'th' : 'td', inlineOf(cell), align ? { align: String(align) } : {})
}

function itemsOf(list: Node): Element[] {
  return childrenOf(list).map((item) => {
    const { checked } = item.attrs
    const box =
      checked === null ? [] : [element('input', [], { type: 'checkbox', checked: Boolean(checked) })]
    const blocks = childrenOf(item).flatMap((block): ElementContent[] =>
      list.attrs['tight'] && block.type.name === 'paragraph' ? inlineBlock(block, item) : [elementOf(block)],
    )
    return element('li', [...box, ...blocks])
  })
}

/** In tight lists the text of an item stands in it without a paragraph. */
function inlineBlock(block: Node, item: Node): ElementContent[] {
  return item.firstChild === block ? inlineOf(block) : [element('p', inlineOf(block))]
}

const tagOf = ({ type: { name } }: Mark) => (name === 'link' ? 'a' : name === 'strike' ? 'del' : name)

function inlineOf(block: Node): ElementContent[] {
  return nested(childrenOf(block), 0)
}

/** Neighbours with the same marks stand in one element. */
function nested(nodes: readonly Node[], depth: number): ElementContent[] {
  const made: ElementContent[] = []
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at]
    const mark = node?.marks[depth]
    if (!node || !mark || mark.type.name === 'wrap') {
      if (node) made.push(leafOf(node))
      at += 1
      continue
    }
    let end = at + 1
    while (nodes[end]?.marks[depth]?.eq(mark)) end += 1
    const { href, title } = mark.attrs
    const properties =
      href === undefined ? {} : { href: String(href), ...(title ? { title: String(title) } : {}) }
    made.push(element(tagOf(mark), nested(nodes.slice(at, end), depth + 1), properties))
    at = end
  }
  return made
}

const isWrap = ({ text, marks }: Node) => text === ' ' && marks.at(-1)?.type.name === 'wrap'

function leafOf(node: Node): ElementContent {
  if (node.type.name === 'hard_break') return element('br', [])
  if (node.type.name !== 'image') return { type: 'text', value: isWrap(node) ? LINE_END : String(node.text) }
  const { src, alt, title } = node.attrs
  return element('img', [], {
    src: String(src),
    alt: String(alt),
    ...(title ? { title: String(title) } : {}),
  })
}

import type { Element, ElementContent, RootContent } from 'hast'

import { elementsIn } from './html-tree.ts'

export function paragraphOf(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'p', properties: {}, children }
}

const wrappers: ReadonlySet<string> = new Set('article body center div font main section span'.split(' '))
export const blockNames: ReadonlySet<string> = new Set(
  'address article aside blockquote center details div dl fieldset figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
/** Inline elements around blocks are put into each of them, but not any number of times. */
const MOST_AROUND = 4

function isBlock(node: RootContent): node is Element {
  if (node.type !== 'element') return false
  return blockNames.has(node.tagName) || node.children.some((child) => isBlock(child))
}

/** Lists the blocks, without wrappers around them; text between blocks is a paragraph. */
export function blocksOf(children: readonly RootContent[], around = 0): Element[] {
  const blocks: Element[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    const isBlank = run.every((node) => node.type === 'text' && node.value.trim() === '')
    if (!isBlank) blocks.push(paragraphOf(run))
    run = []
  }
  for (const child of children) {
    if (child.type === 'doctype' || child.type === 'comment') continue
    if (!isBlock(child)) {
      run.push(child)
      continue
    }
    endRun()
    const { tagName, properties } = child
    if (properties['dir'] || properties['lang']) blocks.push(asBlock(child))
    else if (
      wrappers.has(tagName) ||
      isEmptyFigure(child) ||
      (tagName === 'p' && child.children.some(isBlock))
    )
      for (const block of blocksOf(child.children, around)) blocks.push(block)
    else if (blockNames.has(tagName)) blocks.push(child)
    else {
      const inner = around < MOST_AROUND ? withinEach(child, child.children) : child.children
      for (const block of blocksOf(inner, around + 1)) blocks.push(block)
    }
  }
  endRun()
  return blocks
}

/** HTML in Markdown begins with the tag of a block. */
function asBlock(element: Element): Element {
  return blockNames.has(element.tagName) ? element : { ...element, tagName: 'div' }
}

/** Moves a link or emphasis around blocks into the blocks. */
function withinEach(wrapper: Element, children: readonly ElementContent[]): ElementContent[] {
  return children.map((child) => {
    if (!isBlock(child)) return { ...wrapper, children: [child] }
    if (child.tagName === 'pre' || child.tagName === 'hr') return child
    const isParent = child.children.some(isBlock) || child.tagName === 'table'
    const inner = isParent ? withinEach(wrapper, child.children) : [{ ...wrapper, children: child.children }]
    return { ...child, children: inner }
  })
}

/** A figure around a link or a text, as WordPress writes embedded players. */
function isEmptyFigure(element: Element): boolean {
  return (
    element.tagName === 'figure' &&
    [...elementsIn(element)].every(({ tagName }) => /^(?:div|a|p)$/.test(tagName))
  )
}

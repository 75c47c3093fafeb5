import type { Node } from 'prosemirror-model'

import type { Part, ReadSource } from './read-source.ts'
import { writeNodes } from './write-nodes.ts'

/** `part` is where a block stands in the source; `isKept` says whether it is written as it is there. */
type Block = { node: Node; part: number | null; isKept: boolean }

/** Returns a document as Markdown. Each unchanged block keeps the exact source it was read from. */
export function writeSource(doc: Node, read: ReadSource): string {
  if (doc.eq(read.doc)) return read.source
  const { parts, tail, lineEnd } = read
  const blocks = blocksOf(doc.children, parts).filter(({ node, isKept }) => isKept || !isEmpty(node))
  for (const [at, block] of blocks.entries()) if (needsWriting(block, blocks, at, parts)) block.isKept = false
  const written = writeNodes(
    blocks.map(({ node }) => node),
    (at) => blocks[at]?.isKept === false,
  )
  const [first] = parts
  const lead = first ? first.before : ''
  let text = ''
  for (const [at, block] of blocks.entries()) {
    const part = block.part === null ? undefined : parts[block.part]
    text += at === 0 ? lead : gapBefore(blocks[at - 1], block, read)
    text += block.isKept && part ? part.source : String(written[at]).replaceAll('\n', lineEnd)
  }
  return text + tail
}

function isEmpty(node: Node): boolean {
  return (node.type.name === 'paragraph' || node.type.name === 'source') && node.content.size === 0
}

function blocksOf(nodes: readonly Node[], parts: readonly Part[]): Block[] {
  const isSame = (node: Node | undefined, part: Part | undefined) =>
    node !== undefined && part !== undefined && (node === part.node || node.eq(part.node))
  let head = 0
  while (head < nodes.length && isSame(nodes[head], parts[head])) head += 1
  let tail = 0
  const room = Math.min(nodes.length, parts.length) - head
  while (tail < room && isSame(nodes.at(-1 - tail), parts.at(-1 - tail))) tail += 1
  const isInPlace = nodes.length === parts.length
  let next = head
  return nodes.map((node, at) => {
    if (at < head) return { node, part: at, isKept: true }
    if (at >= nodes.length - tail) return { node, part: at - nodes.length + parts.length, isKept: true }
    const found = parts.findIndex((part, n) => n >= next && n < parts.length - tail && isSame(node, part))
    if (found !== -1) next = found + 1
    return { node, part: found === -1 ? (isInPlace ? at : null) : found, isKept: found !== -1 }
  })
}

/** What a source means can depend on the block before it or after it. */
function needsWriting(block: Block, blocks: readonly Block[], at: number, parts: readonly Part[]): boolean {
  const part = block.part === null ? undefined : parts[block.part]
  if (!block.isKept || !part || block.node.type.name === 'source') return !block.isKept
  const before = blocks[at - 1]
  const isAfterOther = before ? !before.isKept || before.part !== Number(block.part) - 1 : block.part !== 0
  const isOpenFence =
    block.node.type.name === 'code_block' && !/\n[ >]*(?:`{3,}|~{3,})[ \t]*$/.test(part.source)
  const isLast = block.part === parts.length - 1
  const isBeforeOther = at < blocks.length - 1 && isLast
  return (isAfterOther && /^[ \t]/.test(part.source)) || (isBeforeOther && isOpenFence)
}

function gapBefore(before: Block | undefined, block: Block, { parts, lineEnd }: ReadSource): string {
  const blank = lineEnd + lineEnd
  if (!before || before.part === null || block.part !== before.part + 1) return blank
  const gap = String(parts[block.part]?.before)
  const isAsBefore = before.isKept && block.isKept
  return isAsBefore || gap.split(lineEnd).length > 2 ? gap : blank
}

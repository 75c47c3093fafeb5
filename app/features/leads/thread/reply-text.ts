/** The Markdown subset of replies. Unrecognised syntax stays as typed. */
export type Inline =
  | { kind: 'text' | 'bold' | 'italic'; text: string }
  | { kind: 'link'; text: string; href: string }
export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const bullet = /^[-*] +(.*)$/
const number = /^\d{1,9}[.)] +(.*)$/
const marks =
  /\*\*([^*\n]+)\*\*|(?<![\w_])_([^_\n]+)_(?![\w_])|\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+|mailto:[^\s()]+)\)/g

export function readReply(text: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (line.trim() === '') {
      isNew = true
      continue
    }
    const block = readLine(line)
    const last = isNew ? undefined : blocks.at(-1)
    if (last?.kind === 'paragraph' && block.kind === 'paragraph') last.lines.push(...block.lines)
    else if (last?.kind === 'list' && block.kind === 'list' && last.isOrdered === block.isOrdered)
      last.items.push(...block.items)
    else blocks.push(block)
    isNew = false
  }
  return blocks
}

function readLine(line: string): Block {
  const item = bullet.exec(line) ?? number.exec(line)
  if (!item) return { kind: 'paragraph', lines: [readInline(line)] }
  const [, words = ''] = item
  return { kind: 'list', isOrdered: number.test(line), items: [readInline(words)] }
}

function readInline(line: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const found of line.matchAll(marks)) {
    if (found.index > end) parts.push({ kind: 'text', text: line.slice(end, found.index) })
    const [whole, bold, italic, label, href] = found
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else if (italic !== undefined) parts.push({ kind: 'italic', text: italic })
    else if (label !== undefined && href !== undefined) parts.push({ kind: 'link', text: label, href })
    end = found.index + whole.length
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) })
  return parts
}

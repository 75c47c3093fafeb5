import type { Env, Token } from 'markdown-it'
import type { Mark, Node } from 'prosemirror-model'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { markdown } from '../../content/markdown.ts'

import { schema, tagMarks } from './schema.ts'
import { writeNodes } from './write-nodes.ts'

/** A top-level block with its source and what stands between it and the block before. */
export type Part = { node: Node; before: string; source: string }

export type ReadSource = { source: string; doc: Node; parts: readonly Part[]; tail: string; lineEnd: string }

const FRONT_MATTER = /^\uFEFF?---[ \t]*(?:\r\n?|\n)[\w-]+[ \t]*:[^]*?(?:\r\n?|\n)---[ \t]*(?=[\r\n]|$)/

/** Splits Markdown into blocks whose sources and gaps, one after the other, are the source byte for byte. */
export function readSource(source: string): ReadSource {
  const front = FRONT_MATTER.exec(source)?.[0]
  const pieces = front === undefined ? [] : [{ from: 0, to: front.length, node: sourceNode(front) }]
  const start = front === undefined ? 0 : front.length
  const rest = source.slice(start)
  const env: Env = {}
  const starts = lineStarts(rest)
  for (const tokens of topLevel(markdown.parse(rest, env))) {
    const [from, to] = rangeOf(tokens, rest, starts)
    const text = rest.slice(from, to)
    pieces.push({ from: start + from, to: start + to, node: nodeOf(tokens, env) ?? sourceNode(text) })
  }
  const parts: Part[] = []
  let end = 0
  for (const { from, to, node } of pieces) {
    end = addGap(parts, source, end, from)
    parts.push({ node, before: source.slice(end, from), source: source.slice(from, to) })
    end = to
  }
  end = addGap(parts, source, end, source.length)
  const nodes = parts.map(({ node }) => node)
  return {
    source,
    doc: schema.node('doc', null, nodes.length === 0 ? [schema.node('paragraph')] : nodes),
    parts,
    tail: source.slice(end),
    lineEnd: source.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** Definitions of links and footnotes stand between blocks. Returns where the rest of the gap begins. */
function addGap(parts: Part[], source: string, from: number, to: number): number {
  const gap = source.slice(from, to)
  const words = gap.trim()
  if (words === '' || words === '\uFEFF') return from
  const at = from + gap.search(/[^\r\n]*\S/)
  const end = from + gap.trimEnd().length
  parts.push({
    node: sourceNode(source.slice(at, end)),
    before: source.slice(from, at),
    source: source.slice(at, end),
  })
  return end
}

function sourceNode(text: string): Node {
  const normal = text.replaceAll(/\r\n?/g, '\n')
  return schema.node('source', null, normal === '' ? [] : [schema.text(normal)])
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: mark, index }) => index + mark.length)]
}

/** Footnotes are rendered at the end and have no place of their own in the source. */
function topLevel(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = []
  let group: Token[] = []
  for (const token of tokens) {
    if (group.length === 0 && !token.map) break
    group.push(token)
    if (token.level > 0 || token.nesting > 0) continue
    groups.push(group)
    group = []
  }
  return groups
}

function rangeOf(tokens: readonly Token[], source: string, starts: readonly number[]): [number, number] {
  const [first] = tokens
  const [from, to] = first?.map ?? [0, 0]
  const start = starts[from] ?? source.length
  const end = starts[to] ?? source.length
  const text = source.slice(start, end)
  if (first?.type === 'fence') return [start, start + text.replace(/(?:\r\n?|\n)$/, '').length]
  return [start, start + text.trimEnd().length]
}

/** Returns null for what the surface cannot show, or would write so that readers see something else. */
function nodeOf(tokens: Token[], env: Env): Node | null {
  const node = blocksOf(tokens)?.[0]
  if (!node) return null
  const [written = ''] = writeNodes([node])
  const shown = markdown.renderer.render(tokens, markdown.options, env)
  return htmlForm(shown) === htmlForm(markdown.render(written)) ? node : null
}

/** Spaces and line ends within words are shown alike. */
function htmlForm(html: string): string {
  return html
    .split(/(<pre[^]*?<\/pre>)/)
    .map((part, n) => (n % 2 === 1 ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/ ?(<[^>]*>) ?/g, '$1')))
    .join('')
}

const titleOf = (token: Token) => token.attrGet('title') ?? ''

type Open = { type: string; attrs: Record<string, unknown>; children: Node[] }

const containers: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  blockquote: 'blockquote',
  bullet_list: 'bullet_list',
  ordered_list: 'ordered_list',
  list_item: 'list_item',
  table: 'table',
  tr: 'table_row',
  th: 'table_cell',
  td: 'table_cell',
}

function blocksOf(tokens: readonly Token[]): Node[] | null {
  const root: Open = { type: 'doc', attrs: {}, children: [] }
  const open = [root]
  for (const token of tokens) {
    const top = open.at(-1) ?? root
    const name = containers[token.type.replace(/_(?:open|close)$/, '')]
    if (name && token.nesting === 1) open.push({ type: name, attrs: attrsOf(token), children: [] })
    else if (name && token.nesting === -1) {
      if (token.type === 'paragraph_close' && !token.hidden && open.at(-2)?.type === 'list_item')
        Object.assign(open.at(-3)?.attrs ?? {}, { tight: false })
      const node = closed(top)
      open.pop()
      if (!node) return null
      open.at(-1)?.children.push(node)
    } else if (/^t(?:head|body)_/.test(token.type)) continue
    else if (token.type === 'fence' || token.type === 'code_block') {
      const text = token.content.replace(/\n$/, '')
      top.children.push(
        schema.node('code_block', { info: token.info.trim() }, text === '' ? [] : [schema.text(text)]),
      )
    } else if (token.type === 'hr') top.children.push(schema.node('horizontal_rule'))
    else if (token.type === 'inline') {
      const inline = inlineOf(token, open)
      if (!inline) return null
      top.children.push(...inline)
    } else return null
  }
  return root.children
}

function attrsOf(token: Token): Record<string, unknown> {
  if (token.type === 'heading_open') return { level: Number(token.tag.slice(1)) }
  if (token.type === 'ordered_list_open') return { start: Number(token.attrGet('start') ?? 1) }
  if (/^t[hd]_open$/.test(token.type)) return { isHead: token.tag === 'th', align: token.attrGet('align') }
  return {}
}

function closed({ type, attrs, children }: Open): Node | null {
  const content = type === 'list_item' && children.length === 0 ? [schema.node('paragraph')] : children
  const node = schema.nodes[type]?.create(attrs, content)
  return node?.type.validContent(node.content) ? node : null
}

function inlineOf({ children }: Token, open: readonly Open[]): Node[] | null {
  const nodes: Node[] = []
  let marks: readonly Mark[] = []
  const addText = (text: string) => {
    const isAfterBox = nodes.length === 0 && open.at(-2)?.attrs['checked'] !== undefined
    const shown = isAfterBox ? text.trimStart() : text
    if (shown !== '') nodes.push(schema.text(shown, marks))
  }
  for (const token of assertDefined(children, 'an inline token has children')) {
    const { type, content } = token
    const name = /^(strong|em|s|link)_(?:open|close)$/.exec(type)?.[1]
    if (name) {
      const mark = schema.marks[name === 's' ? 'strike' : name]
      const attrs = name === 'link' ? { href: token.attrGet('href'), title: titleOf(token) } : null
      if (!mark) return null
      marks = token.nesting === 1 ? mark.create(attrs).addToSet(marks) : mark.removeFromSet(marks)
    } else if (type === 'text' || type === 'text_special') addText(content)
    else if (type === 'softbreak') nodes.push(schema.text(' ', schema.mark('wrap').addToSet(marks)))
    else if (type === 'hardbreak') nodes.push(schema.node('hard_break', null, undefined, marks))
    else if (type === 'code_inline') nodes.push(schema.text(content, schema.mark('code').addToSet(marks)))
    else if (type === 'image')
      nodes.push(
        schema.node(
          'image',
          { src: token.attrGet('src'), alt: content, title: titleOf(token) },
          undefined,
          marks,
        ),
      )
    else if (type === 'html_inline') {
      const changed = withTag(content, marks, nodes, open)
      if (!changed) return null
      marks = changed
    } else return null
  }
  return nodes
}

/** Boxes of tasks and inline tags without attributes; null for all other HTML. */
function withTag(
  html: string,
  marks: readonly Mark[],
  nodes: Node[],
  open: readonly Open[],
): readonly Mark[] | null {
  const item = open.at(-2)
  if (html.startsWith('<input') && item?.type === 'list_item' && nodes.length === 0) {
    item.attrs['checked'] = html.includes(' checked')
    return marks
  }
  if (/^<br ?\/?>$/i.test(html)) {
    nodes.push(schema.node('hard_break', null, undefined, marks))
    return marks
  }
  const found = /^<(\/?)([a-z]+)>$/.exec(html)
  const name = found?.[2]
  const mark = tagMarks.some((each) => each === name) && name ? schema.marks[name] : undefined
  if (!mark) return null
  return found?.[1] === '' ? mark.create().addToSet(marks) : mark.removeFromSet(marks)
}

import { Fragment, type ReactNode } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { InlineText } from './inline-text.tsx'

const linkClass = 'text-primary underline underline-offset-4'

type Kind = 'heading' | 'paragraph' | 'bullets' | 'numbers'
type Part = { kind: Kind; items: Item[] }
/** A line of a paragraph or an item of a list, with its number and the lists below it. */
type Item = { words: string; number: number; inner: Part[] }

/**
 * Renders a subset of Markdown as React nodes: paragraphs, headings (`##`), lists (`-`, `1.`), which may be nested, bold, italics and links.
 * Everything else stays as typed; no HTML is produced from it.
 */
export function RichText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cx('grid gap-4 text-secondary', className)}>
      {partsOf(text).map((part, index) => (
        <Fragment key={index}>{show(part)}</Fragment>
      ))}
    </div>
  )
}

function show({ kind, items: lines }: Part, isInner = false): ReactNode {
  const items = lines.map(({ words, inner }, index) => (
    <li key={index}>
      <Inline text={words} />
      {inner.map((part, at) => (
        <Fragment key={at}>{show(part, true)}</Fragment>
      ))}
    </li>
  ))
  const listClass = cx('grid gap-2 ps-5 marker:text-muted', isInner && 'mt-2')
  if (kind === 'bullets') return <ul className={cx('list-disc', listClass)}>{items}</ul>
  const [first] = lines
  if (kind === 'numbers')
    return (
      <ol start={first?.number === 1 ? undefined : first?.number} className={cx('list-decimal', listClass)}>
        {items}
      </ol>
    )
  const words = <Inline text={lines.map((line) => line.words).join(' ')} />
  return kind === 'heading' ? <h3 className="mt-4 text-heading text-primary">{words}</h3> : <p>{words}</p>
}

function Inline({ text }: { text: string }) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((part, index) => {
    const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? []
    const [, italic] = /^\*([^*]+)\*$/.exec(part) ?? []
    const words = <InlineText text={bold ?? italic ?? part} linkClass={linkClass} />
    if (bold) return <strong key={index}>{words}</strong>
    return italic ? <em key={index}>{words}</em> : <Fragment key={index}>{words}</Fragment>
  })
}

const marks = [
  { kind: 'heading', mark: /^#{1,6} +/ },
  { kind: 'bullets', mark: /^\s*[-*] +/ },
  { kind: 'numbers', mark: /^\s*\d{1,3}[.)] +/ },
] as const

const STEP = 2

/** Groups lines: a list continues over its items, a paragraph ends at an empty line. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let open: { indent: number; item: Item }[] = []
  let isApart = true
  for (const line of text.split('\n')) {
    const { kind, indent, item } = readLine(line)
    if (item.words === '') {
      isApart = true
      continue
    }
    const isItem = kind === 'bullets' || kind === 'numbers'
    open = isItem ? open.filter((above) => above.indent + STEP <= indent) : []
    const beside = open.at(-1)?.item.inner ?? parts
    const before = beside.at(-1)
    if (before && continues(before, { kind, item }, isApart)) before.items.push(item)
    else beside.push({ kind, items: [item] })
    if (isItem) open.push({ indent, item })
    isApart = false
  }
  return parts
}

function readLine(line: string): { kind: Kind; indent: number; item: Item } {
  const found = marks.find(({ mark }) => mark.test(line))
  const indent = line.slice(0, line.search(/\S|$/)).replaceAll('\t', '    ').length
  const words = (found ? line.replace(found.mark, '') : line).trim()
  return {
    kind: found?.kind ?? 'paragraph',
    indent,
    item: { words, number: Number.parseInt(line, 10), inner: [] },
  }
}

/** After empty lines, only a number that repeats or follows the one before belongs to its list. */
function continues({ kind, items }: Part, next: { kind: Kind; item: Item }, isApart: boolean): boolean {
  if (kind !== next.kind || kind === 'heading') return false
  const steps = next.item.number - (items.at(-1)?.number ?? 0)
  return !isApart || (kind === 'numbers' && (steps === 0 || steps === 1))
}

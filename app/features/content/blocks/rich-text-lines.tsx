import { Fragment, type ReactNode } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { InlineText } from './inline-text.tsx'

const linkClass = 'text-primary underline underline-offset-4'

type Part = { kind: 'heading' | 'paragraph' | 'bullets' | 'numbers'; lines: string[] }

/**
 * Renders a subset of Markdown as React nodes: paragraphs, headings (`##`), lists (`-`, `1.`), bold, italics and links.
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

function show({ kind, lines }: Part): ReactNode {
  const items = lines.map((line, index) => (
    <li key={index}>
      <Inline text={line} />
    </li>
  ))
  if (kind === 'bullets') return <ul className="grid list-disc gap-2 ps-5 marker:text-muted">{items}</ul>
  if (kind === 'numbers') return <ol className="grid list-decimal gap-2 ps-5 marker:text-muted">{items}</ol>
  const words = <Inline text={lines.join(' ')} />
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
  { kind: 'bullets', mark: /^[-*] +/ },
  { kind: 'numbers', mark: /^\d{1,3}[.)] +/ },
] as const

/** Groups lines: a list continues over its items, a paragraph ends at an empty line. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const found = marks.find(({ mark }) => mark.test(line))
    const kind = found?.kind ?? 'paragraph'
    const words = found ? line.replace(found.mark, '').trim() : line.trim()
    const last = parts.at(-1)
    if (words === '') isOpen = false
    else if (isOpen && last?.kind === kind && kind !== 'heading') last.lines.push(words)
    else {
      parts.push({ kind, lines: [words] })
      isOpen = true
    }
  }
  return parts
}
